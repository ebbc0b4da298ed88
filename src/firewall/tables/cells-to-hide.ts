import type { FieldRule } from '../judge/field-rule.js';
import { type Cell, cellAt, contentOf, countOf, type TableRow } from '../lex/table-row.js';
import type { Table } from './table-header.js';

/** A stretch of a row that has to be hidden. */
export interface CellToHide extends Cell {
  readonly rule: FieldRule;
  /** Its quotes are hidden too. */
  readonly isWhole: boolean;
}

export type IsHidden = (rule: FieldRule, value: string) => boolean;

const QUOTE = 0x22;

/** A row of a table. */
export interface RowOfTable {
  readonly text: string;
  readonly table: Table;
  readonly row: TableRow;
}

/**
 * What has to be hidden of a row with at least as many cells as its table has names, in order. Of one with too many it is
 * not known which of them are too many: all that may be sensitive are hidden.
 */
export function cellsToHide(of: RowOfTable, isHidden: IsHidden): readonly CellToHide[] {
  const extra = countOf(of.row) - of.table.count;
  const cells = new Map<number, CellToHide>();
  for (const { index: first, rule } of of.table.columns) {
    for (let index = first; index <= first + extra; index += 1) {
      const cell = cells.has(index) ? undefined : readCell(of, index);
      if (cell !== undefined && isHidden(rule, cell.value)) {
        cells.set(index, { ...cell, rule });
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
