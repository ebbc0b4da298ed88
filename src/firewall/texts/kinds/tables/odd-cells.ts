import type { Value } from '../../../../contract/row.js';

/** Knows rows that are not like those before them: an empty cell where none was, a new value among a few, an extreme. */
export interface OddCells {
  readonly see: (cells: readonly Value[]) => boolean;
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

export function createOddCells(): OddCells {
  const columns: Column[] = [];
  let rows = 0;

  function isOdd(value: Value, column: Column): boolean {
    if (value === null) {
      column.empty += 1;
      return column.empty <= FEW_EMPTY && rows > column.empty;
    }
    if (typeof value === 'number') {
      const isExtreme = value < column.least || value > column.most;
      column.least = Math.min(value, column.least);
      column.most = Math.max(value, column.most);
      return isExtreme && !isSequel(value, column);
    }
    const isNew = column.values.size <= FEW_VALUES && !column.values.has(value);
    if (isNew) {
      column.values.add(value);
    }
    return isNew && column.values.size <= FEW_VALUES;
  }

  /** Ids that count up are not odd. */
  function isSequel(value: number, { least, most }: Column): boolean {
    return value === most && most - least <= 2 * rows + 2;
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
      return found && rows > ENOUGH_ROWS;
    },
  };
}
