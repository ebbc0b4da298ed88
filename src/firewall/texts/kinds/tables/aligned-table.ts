import type { Value } from '../../../../contract/row.js';
import type { KindReader, TextKind } from '../kind.js';
import { cellValue } from './drawn-lines.js';
import { findLayout, isHeader, type Layout, RULER } from './layout.js';
import { createTableRows, type TableRows, valuesOf } from './table-rows.js';

interface Table {
  readonly layout: Layout;
  readonly header: string;
  readonly rows: TableRows;
}

interface Waiting {
  readonly text: string;
  readonly row: number;
}

const WEIGHT = { header: 400, odd: 150 } as const;
/** Lines behind an empty one that may be another table. */
const MOST_WAITING = 32;
const MOST_TABLES = 8;
/** So many lines that are no rows end a table. */
const MOST_OTHERS = 6;
const WORDS_PERCENT = 60;
const MOST_NAMES = 60;
const FIT_PERCENT = 85;

/** Tables without lines: `ps`, `docker ps`, `kubectl get`, `df`, `dpkg -l`, `netstat`, and values separated by commas. */
export const ALIGNED_TABLE: TextKind = {
  kind_id: 'table',
  isWhole: true,
  readsAll: true,
  matches: (sample) => findLayout(sample) !== undefined,
  create: (sample) => createAlignedReader(findLayout(sample), sample),
};

function firstRows(layout: Layout, header: string, lines: readonly string[]): readonly (readonly Value[])[] {
  return lines.slice(layout.headerAt + 1).flatMap((text) => {
    const cells = text === header || RULER.test(text) ? undefined : layout.cellsOf(text);
    return cells === undefined ? [] : [valuesOf(layout.columns, cells.map(cellValue))];
  });
}

function createAlignedReader(first: Layout | undefined, sample: readonly string[]): KindReader {
  const tables: Table[] = [];
  let waiting: Waiting[] | undefined;
  let others = 0;

  function open(layout: Layout, lines: readonly string[]): Table {
    const header = lines[layout.headerAt] ?? '';
    const table = { layout, header, rows: createTableRows(firstRows(layout, header, lines)) };
    tables.push(table);
    others = 0;
    return table;
  }

  function weighRow(text: string, row: number, { layout, header, rows }: Table): number | undefined {
    if (text === header) {
      return rows.count() === 0 ? WEIGHT.header : 0;
    }
    if (RULER.test(text)) {
      return 0;
    }
    const cells = layout.cellsOf(text);
    if (cells === undefined) {
      return;
    }
    return rows.add(layout.columns, cells.map(cellValue), row) ? WEIGHT.odd : 0;
  }

  /** Lines that stand together behind an empty one: another table, or rows of the same. */
  function decide(): void {
    const lines = waiting ?? [];
    waiting = undefined;
    const texts = lines.map(({ text }) => text);
    const found = tables.length < MOST_TABLES ? findLayout(texts) : undefined;
    const table = found === undefined ? latestOf(texts) : open(found, texts);
    for (const { text, row } of lines.slice(found === undefined ? 0 : found.headerAt)) {
      count(text, row, table);
    }
  }

  /** The table that lines behind an empty one go on with, if nearly all of them do. */
  function latestOf(texts: readonly string[]): Table | undefined {
    const table = tables.at(-1);
    const fitting = texts.filter((text) => text === table?.header || table?.layout.cellsOf(text) !== undefined).length;
    return fitting * 100 >= texts.length * FIT_PERCENT ? table : undefined;
  }

  /** Behind an empty line: a row, the header or the title of another table. */
  function mayGoOn(text: string): boolean {
    const isRow = tables.at(-1)?.layout.cellsOf(text) !== undefined;
    return isRow || isHeader(text) || text.trim() === '' || text.endsWith(':');
  }

  /** Lines between rows are part of the table, those behind its last row are not. */
  function addOthers(table: Table | undefined): void {
    for (; others > 0; others -= 1) {
      table?.rows.addUnlike();
    }
  }

  function count(text: string, row: number, table: Table | undefined): number {
    const weight = table === undefined ? undefined : weighRow(text, row, table);
    if (weight !== undefined) {
      addOthers(table);
      others = 0;
      return weight;
    }
    others += 1;
    return 0;
  }

  if (first !== undefined) {
    open(first, sample);
  }
  /** Before its header stands what is no row. */
  let isBegun = false;

  return {
    isCounted: true,
    readsAll: true,
    wordsPercent: WORDS_PERCENT,
    isOver: (text) => others >= MOST_OTHERS || (waiting?.length === 0 && !mayGoOn(text)),
    weigh(text, row) {
      isBegun ||= text === tables[0]?.header;
      if (!isBegun) {
        return 0;
      }
      if (text.trim() === '') {
        decide();
        waiting = [];
        return 0;
      }
      const isNext = isHeader(text) && text !== tables.at(-1)?.header;
      if (waiting === undefined && !isNext) {
        return count(text, row, tables.at(-1));
      }
      waiting ??= [];
      waiting.push({ text, row });
      if (waiting.length >= MOST_WAITING) {
        decide();
      }
      return isHeader(text) ? WEIGHT.header : 0;
    },
    facts() {
      decide();
      return tables.flatMap(({ rows, layout }, index) =>
        rows.facts(index === 0 ? 'table' : `table ${layout.columns.join(' ').slice(0, MOST_NAMES)}`),
      );
    },
  };
}
