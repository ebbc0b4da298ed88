import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { formatCell, formatValue, isRecord } from '../../tui/text/cells.js';
import { displayWidth, padTo } from '../../tui/text/display-width.js';
import type { Style } from './style.js';

const GAP = '  ';
const NARROWEST_COLUMN = 6;

interface Layout {
  readonly columns: readonly string[];
  readonly widths: readonly number[];
}

export interface TablePrinter {
  /** Lines for these rows; the head is repeated only when the columns changed. */
  readonly print: (rows: readonly unknown[]) => string;
}

/** What was printed of a table so far. */
export interface TableSoFar {
  readonly layout?: Layout;
  readonly rows: number;
}

export const NO_TABLE: TableSoFar = { rows: 0 };

interface TableForm {
  readonly style: Style;
  /** Without a width nothing is ever cut. */
  readonly width: number | undefined;
}

export function createTable(style: Style, width: () => number | undefined): TablePrinter {
  let soFar = NO_TABLE;
  return {
    print(rows) {
      const { text, next } = continueTable(soFar, rows, { style, width: width() });
      soFar = next;
      return text;
    },
  };
}

/**
 * Rows as an aligned table, or as `key: value` records when the columns cannot fit. Columns keep their widths from
 * batch to batch as long as the cells fit.
 */
export function continueTable(
  { layout: old, rows: first }: TableSoFar,
  rows: readonly unknown[],
  { style, width }: TableForm,
): { readonly text: string; readonly next: TableSoFar } {
  const printed = first + rows.length;
  const same = { ...(old === undefined ? {} : { layout: old }), rows: printed };
  if (rows.every(isNumberedLine)) {
    return { text: rows.map((row) => numberedLine(row, style)).join(''), next: same };
  }
  const records = rows.filter(isRecord);
  if (records.length < rows.length) {
    return { text: rows.map((row) => `${formatCell(row)}\n`).join(''), next: same };
  }
  const columns = columnsOf(records);
  const cells = records.map((row) => columns.map((column) => formatCell(row[column])));
  const widths = layoutWidths(columns, cells, width);
  if (widths === undefined) {
    const text = records.map((row, index) => recordLines(row, first + index, style)).join('');
    return { text, next: { rows: printed } };
  }
  const isSame = old !== undefined && holds(old, { columns, widths });
  const layout = isSame ? old : { columns, widths };
  const head = isSame ? '' : `${style.strong(line(columns.map(terminalSafeLine), layout.widths))}\n`;
  return { text: head + cells.map((row) => `${line(row, layout.widths)}\n`).join(''), next: { layout, rows: printed } };
}

/** Rows of a text result: `{line, text}`, maybe with the number of a piece of a long line. */
function isNumberedLine(row: unknown): row is Readonly<Record<string, unknown>> {
  return (
    isRecord(row) && typeof row['line'] === 'number' && typeof row['text'] === 'string' && Object.keys(row).length <= 3
  );
}

function numberedLine(row: Readonly<Record<string, unknown>>, style: Style): string {
  return `${style.faint(String(row['line']).padStart(6))}${GAP}${formatValue(row['text']).replace(/\n$/, '')}\n`;
}

function columnsOf(records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** The natural widths, or the widest ones cut down to the room there is; undefined when even that does not fit. */
function layoutWidths(
  columns: readonly string[],
  cells: readonly (readonly string[])[],
  room: number | undefined,
): readonly number[] | undefined {
  const natural = columns.map((column, index) =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), displayWidth(terminalSafeLine(column))),
  );
  if (room === undefined) {
    return natural;
  }
  const available = room - GAP.length * (columns.length - 1);
  if (available < columns.length * NARROWEST_COLUMN) {
    return sum(natural) <= available ? natural : undefined;
  }
  const limit = widestAllowed(natural, available);
  return natural.map((wide) => Math.min(wide, limit));
}

/** The largest limit under which all columns fit. */
function widestAllowed(natural: readonly number[], available: number): number {
  const sorted = [...natural].sort((a, b) => a - b);
  let left = available;
  for (const [index, wide] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (wide > share) {
      return share;
    }
    left -= wide;
  }
  return Number.POSITIVE_INFINITY;
}

function holds(old: Layout, next: Layout): boolean {
  return (
    old.columns.length === next.columns.length &&
    next.columns.every((column, index) => column === old.columns[index]) &&
    next.widths.every((wide, index) => wide <= (old.widths[index] ?? 0))
  );
}

function line(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => padTo(cell, widths[index] ?? 0))
    .join(GAP)
    .trimEnd();
}

function recordLines(row: Readonly<Record<string, unknown>>, index: number, style: Style): string {
  const members = Object.entries(row).map(
    ([key, value]) => `${style.strong(terminalSafeLine(key))}: ${formatValue(value)}\n`,
  );
  return `${style.faint(`— ${index + 1} —`)}\n${members.join('')}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
