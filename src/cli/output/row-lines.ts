import { terminalSafe, terminalSafeJson } from '../../contract/terminal-safe.js';
import { isRecord } from '../../tui/text/cells.js';
import { csvLine } from './csv-line.js';
import { markdownHead, markdownRow } from './markdown-table.js';

export const ROW_FORMATS = ['rows', 'csv', 'markdown'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** What was printed of a table so far. */
export interface RowsSoFar {
  /** Of the head, which stands above the first row and nowhere else. */
  readonly columns?: readonly string[];
  /** Fields that came only after the head: they have no column. */
  readonly late: ReadonlySet<string>;
}

export const NO_ROWS: RowsSoFar = { late: new Set() };

/** The lines of these rows, behind those before. A row that is no object is one with the field `value`. */
export function rowLines(
  rows: readonly unknown[],
  before: RowsSoFar,
  { format, isTty }: { readonly format: RowFormat; readonly isTty: boolean },
): { readonly text: string; readonly next: RowsSoFar } {
  if (rows.length === 0) {
    return { text: '', next: before };
  }
  const records = rows.map((row) => (isRecord(row) ? row : { value: row }));
  if (format === 'rows') {
    const lines = records.map((row) => JSON.stringify(row)).map((line) => (isTty ? terminalSafeJson(line) : line));
    return { text: `${lines.join('\n')}\n`, next: before };
  }
  const names = [...new Set(records.flatMap((row) => Object.keys(row)))];
  const columns = before.columns ?? names;
  const [head, line] = format === 'csv' ? [csvLine, csvLine] : [markdownHead, markdownRow];
  const lines = records.map((row) => line(columns.map((column) => row[column])));
  const text = `${before.columns === undefined ? head(columns) : ''}${lines.join('')}`;
  return {
    text: isTty ? terminalSafe(text) : text,
    next: { columns, late: new Set([...before.late, ...names.filter((name) => !columns.includes(name))]) },
  };
}
