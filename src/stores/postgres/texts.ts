import type { SqlRow, SqlValue } from '../sql/database.js';

/** A character that no text needs; it and the one that PostgreSQL has no texts with are written as it and a digit. */
const MARK = '\uffff';
const NONE = '\0';

export function toPgValues(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'string' ? written(value) : value));
}

export function fromPgRows(rows: readonly SqlRow[]): readonly SqlRow[] {
  return rows.some(isMarked) ? rows.map(readRow) : rows;
}

function written(text: string): string {
  return text.includes(NONE) || text.includes(MARK)
    ? text.replaceAll(MARK, `${MARK}1`).replaceAll(NONE, `${MARK}0`)
    : text;
}

function read(text: string): string {
  return text.replaceAll(`${MARK}0`, NONE).replaceAll(`${MARK}1`, MARK);
}

function isMarked(row: SqlRow): boolean {
  return Object.values(row).some((value) => typeof value === 'string' && value.includes(MARK));
}

function readRow(row: SqlRow): SqlRow {
  const members = Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? read(value) : value]);
  return Object.fromEntries(members);
}
