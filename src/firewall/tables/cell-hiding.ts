import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import { MAX_ROW } from '../lex/detector.js';
import { type Labeller, placeholderEnd } from '../lex/placeholder.js';
import { type Cell, cellAt, contentOf, countOf, isBlank, type TableRow } from '../lex/table-row.js';
import { QUOTE } from '../pattern/characters.js';
import type { RedactedBuffer } from './redacted-buffer.js';
import { type Table, withOtherNames } from './table-header.js';
import { beginsWithValue } from './table-proof.js';

export interface CellHidingOptions {
  readonly buffer: RedactedBuffer;
  readonly label: Labeller;
  readonly isHidden: IsHidden;
  readonly ruleFor: RuleFor;
}

/** Puts placeholders in place of cells. */
export interface CellHiding {
  /** Hides what has to be hidden of a row of a table, and gives the table that it goes on with. */
  readonly hideRow: (text: string, table: Table, row: TableRow) => Table;
  /** Hides a cell if its value is to be hidden under the rule. */
  readonly hideCell: (text: string, rule: FieldRule, cell: Cell) => void;
  readonly reset: () => void;
}

interface Stretch extends Cell {
  readonly type: string;
  readonly placeholder: string;
}

/** Rows that cannot grow beyond the limit need not be measured. */
const MOST_GROWTH = 256;

export function createCellHiding({ buffer, label, isHidden, ruleFor }: CellHidingOptions): CellHiding {
  const stretchOf = (text: string, { type }: FieldRule, { start, end }: Cell): readonly Stretch[] =>
    start === end || placeholderEnd(text, start) === end
      ? []
      : [{ type, start, end, placeholder: label(type, text, start, end) }];

  // The row before, of which table, and whether something was hidden in it.
  let last: { readonly table: Table; readonly line: string; readonly hasHidden: boolean } | undefined;

  /** Whether the row before begins with a value, or holds one that was hidden. */
  const isBelowValues = (table: Table): boolean =>
    last?.table === table && (last.hasHidden || beginsWithValue(last.line, table));

  const hide = (stretches: readonly Stretch[]): void => {
    for (const { type, start, end, placeholder } of stretches) {
      buffer.pass(start);
      buffer.hide(end, type, placeholder);
    }
  };

  const stretchesOf = (text: string, cells: readonly CellToHide[]): readonly Stretch[] =>
    cells.flatMap(({ rule, start, end, isWhole }) =>
      (isWhole ? [{ start, end }] : betweenQuotes(text, start, end)).flatMap((each) => stretchOf(text, rule, each)),
    );

  return {
    hideRow: (text, table, row) => {
      const cells = cellsToHide({ text, table, row }, isHidden);
      const line = text.slice(row.edges[0], row.end);
      const renamed = withOtherNames(table, line, { isSensitive: cells.length > 0, isBelowValues, ruleFor });
      last = { table, line, hasHidden: cells.length > 0 };
      if (renamed === undefined) {
        const stretches = stretchesOf(text, cells);
        const isLong = line.length + stretches.length * MOST_GROWTH >= MAX_ROW && grown(line, stretches) >= MAX_ROW;
        hide(isLong ? fromFirst(text, table, row) : stretches);
      }
      return renamed ?? table;
    },
    hideCell: (text, rule, cell) => {
      const content = text.slice(cell.start, cell.end);
      if (isHidden(rule, content.includes('""') ? content.replaceAll('""', '"') : content)) {
        hide(stretchOf(text, rule, cell));
      }
    },
    reset: () => {
      last = undefined;
    },
  };

  /** With its placeholders the row would be too long to be held: it is withheld as such a row is. */
  function fromFirst(text: string, { columns }: Table, row: TableRow): readonly Stretch[] {
    const [column] = columns;
    const { start } = cellAt(row, column?.index ?? 0);
    return column === undefined ? [] : stretchOf(text, column.rule, { start, end: row.end });
  }
}

function grown(line: string, stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { start, end, placeholder }) => sum + placeholder.length - (end - start), line.length);
}

/** With more, a row could grow so much that it is read in another way when it is redacted again. */
const MOST_STRETCHES = 8;
/** At the beginning of a cell all quotes count; behind it those that are not doubled. */
const COUNTING_QUOTE = /^"+|(?<!")"(?:"")*(?!")/g;

/**
 * The stretches of a cell between its quotes, without those that are empty or blank. The quotes of a cell that does not
 * stand in quotes stay: without them other quotes around would pair in another way.
 */
function betweenQuotes(text: string, start: number, end: number): readonly Cell[] {
  const quotes = [...text.slice(start, end).matchAll(COUNTING_QUOTE)].map(({ index, 0: run }) => ({
    start: start + index,
    end: start + index + run.length,
  }));
  const many = quotes.length - MOST_STRETCHES;
  // An even number of quotes may go; the last one stays for the others.
  const kept =
    many > 0 ? [...quotes.slice(0, MOST_STRETCHES), ...quotes.slice(MOST_STRETCHES + many - (many % 2))] : quotes;
  const edges = [start, ...kept.flatMap((quote) => [quote.start, quote.end]), end];
  const stretches: Cell[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const from = edges[index] ?? end;
    const to = edges[index + 1] ?? end;
    if (!isBlank(text, from, to)) {
      stretches.push({ start: from, end: to });
    }
  }
  return stretches;
}

/** A stretch of a row that has to be hidden. */
interface CellToHide extends Cell {
  readonly rule: FieldRule;
  /** Its quotes are hidden too. */
  readonly isWhole: boolean;
}

type IsHidden = (rule: FieldRule, value: string) => boolean;

/** A row of a table. */
interface RowOfTable {
  readonly text: string;
  readonly table: Table;
  readonly row: TableRow;
}

/**
 * What has to be hidden of a row with at least as many cells as its table has names, in order. Of one with too many it is
 * not known which of them are too many: all that may be sensitive are hidden.
 */
function cellsToHide(of: RowOfTable, isHidden: IsHidden): readonly CellToHide[] {
  const extra = countOf(of.row) - of.table.count;
  const cells = new Map<number, CellToHide>();
  for (const { index: first, rule } of of.table.columns) {
    for (let index = first; index <= first + extra; index += 1) {
      const cell = cells.has(index) ? undefined : readCell(of, index);
      if (cell !== undefined && isHidden(rule, cell.value)) {
        cells.set(index, { rule, ...cell });
      }
    }
  }
  return [...cells.values()].sort((left, right) => left.start - right.start);
}

function readCell(
  { text, table, row }: RowOfTable,
  index: number,
): Omit<CellToHide, 'rule'> & { readonly value: string } {
  const cell = cellAt(row, index);
  const { start, end } = contentOf(text, cell, table.shape);
  // In quotes nothing but doubled ones can stand.
  const isQuoted = start > cell.start && text.charCodeAt(start - 1) === QUOTE && row.isUnclosed !== true;
  const isWhole = isQuoted || !table.shape.isQuoting;
  return { start, end, isWhole, value: text.slice(start, end).replaceAll('""', '"') };
}
