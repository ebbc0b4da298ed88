import { holdsPlaceholder } from '../lex/placeholder.js';
import { CUT, cellAt, contentOf, countOf, LONG, type TableRow } from '../lex/table-row.js';
import { comingText } from '../pattern/coming-text.js';
import { isSingleValue } from './single-column.js';
import type { Table } from './table-header.js';
import { readTableRow } from './table-proof.js';

/** A number or a date: no name begins so. */
const NUMBER = /^[+-]?\d/;

/**
 * The table with what speaks against it, if something does: the line above has as many cells, so that the names may be a
 * row among others, as in a dictionary; or they stand behind a tab, as lines of code do.
 */
export function withDoubt(table: Table, names: string, above: string): Table {
  const { proof, shape } = table;
  if (proof === 'separator' || proof === 'value') {
    return table;
  }
  if (above.includes(shape.delimiter) && isAlike(table, names, above)) {
    return isOfSeveralKinds(table) || beginsWithValue(above, table) ? table : { ...table, above };
  }
  return shape.delimiter === '\t' && names.startsWith('\t') ? { ...table, above: '' } : table;
}

/** A row of a dictionary tells of one thing. */
function isOfSeveralKinds({ columns }: Table): boolean {
  return columns.some(({ rule }) => rule.type !== columns[0]?.rule.type);
}

/** Whether a line has the cells of a row; a sentence has spaces behind its commas. */
function isAlike(table: Table, names: string, above: string): boolean {
  const row = wholeRow(table, above);
  const own = wholeRow(table, names);
  const isRow = row !== undefined && own !== undefined && countOf(row) === table.count;
  return isRow && (table.shape.delimiter === '\t' || isSpaced(above, row) === isSpaced(names, own));
}

function wholeRow(table: Table, line: string): TableRow | undefined {
  const row = readTableRow(comingText(line, true), 0, table);
  return row === CUT || row === LONG ? undefined : row;
}

function isSpaced(line: string, { edges }: TableRow): boolean {
  return edges.slice(1).some((edge) => line.charAt(edge) === ' ');
}

/**
 * Whether the first row shows that what stands above it are names all the same: it holds a value such as a name says,
 * or the names stand where values stand above and below them.
 */
export function isBelowHead(text: string, table: Table, row: TableRow): boolean {
  const { above, columns } = table;
  if (above === undefined) {
    return true;
  }
  const own = valuesOf(text, table, row);
  const before = above === '' ? undefined : wholeRow(table, above);
  return (
    columns.some(({ index, rule }) => isSingleValue(rule, own[index] ?? '')) ||
    (before === undefined
      ? own[0] !== ''
      : valuesOf(above, table, before).some((value, index) => isValue(value) && isValue(own[index] ?? '')))
  );
}

/** Whether a row begins with what no name looks like; lists of words begin with their keys, most tables with numbers. */
export function beginsWithValue(line: string, table: Table): boolean {
  const row = wholeRow(table, line);
  return row !== undefined && isValue(valuesOf(line, table, row)[0] ?? '');
}

function valuesOf(text: string, { shape }: Table, row: TableRow): readonly string[] {
  return row.edges.slice(1).map((_, index) => {
    const { start, end } = contentOf(text, cellAt(row, index), shape);
    return text.slice(start, end);
  });
}

function isValue(value: string): boolean {
  return NUMBER.test(value) || holdsPlaceholder(value);
}
