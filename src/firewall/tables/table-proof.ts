import { MAX_ROW } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { CUT, countOf, isBlank, LONG, readPlainRow, readRow, type TableRow, trimmed } from '../lex/table-row.js';
import type { ComingText } from '../pattern/coming-text.js';
import { isSeparator, type Table } from './table-header.js';

export type Proof = 'proven' | 'refuted' | 'waiting';

/**
 * Reads the row at an index. Quotes that are not closed within the limit, or that make another number of cells than there
 * are names, are none, if the cells are right without them.
 */
export function readTableRow(coming: ComingText, at: number, { shape, count }: Table): ReturnType<typeof readRow> {
  const row = readRow(coming, at, at + MAX_ROW, shape);
  if (row === CUT || !shape.isQuoting || (row !== LONG && (row.isUnclosed === true || countOf(row) === count))) {
    return row;
  }
  const plain = readPlainRow(coming, at, at + MAX_ROW, shape);
  return plain !== CUT && plain !== LONG && countOf(plain) === count ? plain : row;
}

/** Whether the first row, and what follows it, show that the line before was one of names. */
export function proveTable(coming: ComingText, table: Table, row: TableRow): Proof {
  const { text } = coming;
  const { count, proof, shape } = table;
  if (countOf(row) !== count || proof === 'separator') {
    return 'refuted';
  }
  if (proof === 'row' || proof === 'value') {
    return 'proven';
  }
  const next = Math.min(row.end + 1, text.length);
  const second = readRow(coming, next, (row.edges[0] ?? 0) + MAX_ROW, shape);
  if (second === CUT || second === LONG) {
    return second === CUT ? 'waiting' : 'proven';
  }
  return countOf(second) === count || isBlank(text, next, second.end) ? 'proven' : 'refuted';
}

/** Whether a line of dashes stands between names and rows. */
export function isParting(text: string, at: number, row: TableRow, { shape }: Table): boolean {
  return !shape.isQuoting && shape.delimiter !== '\t' && isSeparator(text, at, row.end);
}

/** Whether a row is the line of names once more. */
export function isHeaderAgain(text: string, { header }: Table, { end }: TableRow, at: number): boolean {
  const start = trimmed(text, at, end).start;
  return text.startsWith(header, start) && isBlank(text, start + header.length, end);
}

/**
 * Whether a line with too few cells can be a row all the same, as something was replaced in it: no statement of SQL, whose
 * values are hidden here too, and that would be no row with them either.
 */
export function isCutRow(line: string): boolean {
  return line.includes(PLACEHOLDER_START) && !/^[ \t]{0,16}INSERT INTO /i.test(line);
}
