import type { FieldRule } from '../judge/field-rule.js';
import { MAX_ROW } from '../lex/detector.js';
import { type Labeller, placeholderEnd } from '../lex/placeholder.js';
import { type Cell, cellAt, type TableRow } from '../lex/table-row.js';
import { betweenQuotes } from './between-quotes.js';
import { type CellToHide, cellsToHide, type IsHidden } from './cells-to-hide.js';
import { beginsWithValue } from './head-doubt.js';
import type { RedactedBuffer } from './redacted-buffer.js';
import { type Table, withOtherNames } from './table-header.js';

export interface CellHidingOptions {
  readonly buffer: RedactedBuffer;
  readonly label: Labeller;
  readonly isHidden: IsHidden;
  readonly ruleFor: (name: string) => FieldRule | undefined;
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
