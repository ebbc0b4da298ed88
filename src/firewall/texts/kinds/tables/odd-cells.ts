import type { Value } from '../../../../contract/row.js';

type Cells = readonly Value[];

/** Knows rows that are not like others: an empty cell where none was, a new value among a few, an extreme. */
export interface OddCells {
  readonly see: (cells: Cells) => boolean;
}

interface Column {
  empty: number;
  least: number;
  most: number;
  readonly values: Set<Value>;
}

const ENOUGH_ROWS = 12;
const FEW_EMPTY = 3;
const FEW_VALUES = 12;
/** Among the first rows. */
const FEW_OF_FIRST = 4;

/** `first`: the first rows, which are compared with each other before there are enough to say what is usual. */
export function createOddCells(first: readonly Cells[] = []): OddCells {
  const oddOfFirst = first.length > ENOUGH_ROWS ? oddAmong(first) : new Set();
  const columns: Column[] = [];
  let rows = 0;

  function isOdd(value: Value, column: Column): boolean {
    if (value === null) {
      column.empty += 1;
      return column.empty <= FEW_EMPTY && rows > column.empty;
    }
    const isNew = column.values.size <= FEW_VALUES && !column.values.has(value);
    if (isNew) {
      column.values.add(value);
    }
    const isNewOfFew = isNew && column.values.size <= FEW_VALUES;
    return typeof value === 'number' ? isOddNumber(value, column, isNewOfFew) : isNewOfFew;
  }

  /** Ids that count up are not odd. */
  function isOddNumber(value: number, column: Column, isNewOfFew: boolean): boolean {
    const isExtreme = value < column.least || value > column.most;
    column.least = Math.min(value, column.least);
    column.most = Math.max(value, column.most);
    const isSequel = value === column.most && column.most - column.least <= 2 * rows + 2;
    return isExtreme ? !isSequel : isNewOfFew;
  }

  return {
    see(cells) {
      rows += 1;
      let found = false;
      for (const [index, value] of cells.entries()) {
        const column = columns[index] ?? { empty: 0, least: Infinity, most: -Infinity, values: new Set() };
        columns[index] = column;
        found = isOdd(value, column) || found;
      }
      return rows > ENOUGH_ROWS ? found : oddOfFirst.has(rows - 1);
    },
  };
}

/** Places of the rows with a cell that only one of them has, where the others have the same few, or are close together. */
function oddAmong(rows: readonly Cells[]): ReadonlySet<number> {
  const odd = new Set<number>();
  for (let index = 0; index < (rows[0]?.length ?? 0); index += 1) {
    const column = rows.map((cells) => cells[index] ?? null);
    for (const place of [...singlePlaces(column), ...farthest(column)]) {
      odd.add(place);
    }
  }
  return odd;
}

/** Where a value stands that comes once, and others come again and again. */
function singlePlaces(column: Cells): readonly number[] {
  const different = [...new Set(column)];
  const isOfFew = different.length > 1 && different.length <= FEW_OF_FIRST;
  const single = different.filter((value) => column.indexOf(value) === column.lastIndexOf(value));
  return isOfFew && single.length < different.length ? single.map((value) => column.indexOf(value)) : [];
}

/** Of numbers the one that is further from all others than these are from each other. */
function farthest(column: Cells): readonly number[] {
  const numbers = column.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const [least = 0, next = 0] = numbers;
  const [before = 0, most = 0] = numbers.slice(-2);
  if (numbers.length < column.length) {
    return [];
  }
  if (most - before > before - least) {
    return [column.indexOf(most)];
  }
  return next - least > most - next ? [column.indexOf(least)] : [];
}
