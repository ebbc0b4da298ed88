import type { RowOrder } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';

/** No more rows are put in order; of more, those that come first. */
export const MOST_ORDERED = 100_000;
/** Texts are compared by so many characters. */
const KEY_CHARS = 200;

export interface RowSorter {
  readonly add: (row: number, value: Value | undefined) => void;
  /** The first rows of all that were added. */
  readonly rows: () => readonly number[];
}

interface Entry {
  readonly row: number;
  readonly rank: number;
  readonly key: number | string;
}

/**
 * Rows in the order of a value of theirs: numbers, then texts by their characters, then false and true, then lists and
 * objects by their JSON; nulls and missing values stand last in both directions. Rows with the same value stay in their
 * own order. Memory is bounded: what cannot be among the first `most` is dropped.
 */
export function createRowSorter(descending: RowOrder['descending'], most: number = MOST_ORDERED): RowSorter {
  const sign = descending === true ? -1 : 1;
  let entries: Entry[] = [];
  // Of a list that was cut; what stands behind it is not among the first.
  let last: Entry | undefined;

  const compare = (left: Entry, right: Entry): number => {
    if (left.rank !== right.rank) {
      return isLast(left) || isLast(right) ? left.rank - right.rank : sign * (left.rank - right.rank);
    }
    if (left.key !== right.key) {
      return left.key < right.key ? -sign : sign;
    }
    return left.row - right.row;
  };

  function cut(): void {
    entries.sort(compare);
    if (entries.length > most) {
      entries = entries.slice(0, most);
      last = entries.at(-1);
    }
  }

  return {
    add(row, value) {
      const entry = entryOf(row, value);
      if (last !== undefined && compare(entry, last) > 0) {
        return;
      }
      entries.push(entry);
      if (entries.length >= 2 * most) {
        cut();
      }
    },
    rows() {
      cut();
      return entries.map(({ row }) => row);
    },
  };
}

const LAST = 9;

function isLast({ rank }: Entry): boolean {
  return rank >= LAST;
}

function entryOf(row: number, value: Value | undefined): Entry {
  switch (typeof value) {
    case 'number':
      return { row, rank: 0, key: value };
    case 'string':
      return { row, rank: 1, key: shortKey(value) };
    case 'boolean':
      return { row, rank: 2, key: Number(value) };
    case 'object':
      return value === null ? { row, rank: LAST, key: 0 } : { row, rank: 3, key: shortKey(JSON.stringify(value)) };
    default:
      return { row, rank: LAST + 1, key: 0 };
  }
}

/** A copy: a part of a string keeps all of it in memory. */
function shortKey(text: string): string {
  return text.length <= KEY_CHARS ? text : Buffer.from(text.slice(0, KEY_CHARS), 'utf16le').toString('utf16le');
}
