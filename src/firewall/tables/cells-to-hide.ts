import type { FieldRule } from '../judge/field-rule.js';
import { type Cell, cellAt, contentOf, countOf, type RowShape, type TableRow } from '../lex/table-row.js';
import type { TableColumn } from './table-columns.js';
import type { Table } from './table-header.js';

/** A stretch of a row that has to be hidden. */
export interface CellToHide extends Cell {
  readonly rule: FieldRule;
  /** Its quotes are hidden too. */
  readonly isWhole: boolean;
}

export type IsHidden = (rule: FieldRule, value: string) => boolean;

const QUOTE = 0x22;

/** What has to be hidden of a row with at least as many cells as its table has names. */
export function cellsToHide(text: string, table: Table, row: TableRow, isHidden: IsHidden): readonly CellToHide[] {
  const extra = countOf(row) - table.count;
  return extra === 0 ? ownCells(text, table, row, isHidden) : shiftedCells(text, table, row, isHidden);
}

function ownCells(text: string, { columns, shape }: Table, row: TableRow, isHidden: IsHidden): readonly CellToHide[] {
  const cells: CellToHide[] = [];
  let last = -1;
  for (const column of columns) {
    const read = column.index === last ? [] : readCell(text, row, column.index, shape, [column], isHidden);
    cells.push(...read);
    last = read.length > 0 ? column.index : last;
  }
  return cells;
}

/** Of a row with too many cells it is not known which of them are too many: all that may be sensitive are hidden. */
function shiftedCells(text: string, { columns, count, shape }: Table, row: TableRow, isHidden: IsHidden): CellToHide[] {
  const extra = countOf(row) - count;
  const last = (columns.at(-1)?.index ?? 0) + extra;
  const cells: CellToHide[] = [];
  for (let index = columns[0]?.index ?? 0; index <= last; index += 1) {
    const known = columns.filter((column) => column.index <= index && index <= column.index + extra);
    cells.push(...readCell(text, row, index, shape, known, isHidden));
  }
  return cells;
}

function readCell(
  text: string,
  row: TableRow,
  index: number,
  shape: RowShape,
  columns: readonly TableColumn[],
  isHidden: IsHidden,
): readonly CellToHide[] {
  const cell = cellAt(row, index);
  const { start, end } = contentOf(text, cell, shape);
  const value = text.slice(start, end).replaceAll('""', '"');
  const rule = columns.find((column) => isHidden(column.rule, value))?.rule;
  // In quotes nothing but doubled ones can stand.
  const isQuoted = start > cell.start && text.charCodeAt(start - 1) === QUOTE && row.isUnclosed !== true;
  return rule === undefined ? [] : [{ rule, start, end, isWhole: isQuoted || !shape.isQuoting }];
}
