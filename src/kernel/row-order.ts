import type { OrderedAmong } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';

/** No more rows are put in order; of more, those that come first. */
export const MOST_ORDERED = 100_000;
/** From these a place in the order is found: in 10,000,000 rows to about 20,000. */
const MOST_SAMPLED = 65_536;
/** Texts are compared by so many characters. */
const KEY_CHARS = 200;

export interface RowSorter {
  /** `more`: the values of the other fields that it is sorted by. */
  readonly add: (row: number, value: Value | undefined, more?: RowValues) => void;
  /** The first rows of all that were added. */
  readonly rows: () => readonly number[];
  readonly among: () => OrderedAmong;
}

type RowValues = readonly (Value | undefined)[];

export interface SorterOptions {
  readonly descending?: boolean | undefined;
  /** Of each further field whether it descends. */
  readonly thenBy?: readonly boolean[] | undefined;
  /** Rows up to this one, itself too, are only counted. */
  readonly after?:
    | { readonly row: number; readonly value: Value | undefined; readonly more?: RowValues | undefined }
    | undefined;
  readonly most?: number;
  /** Rows of a sample: at most twice as many while it is taken. */
  readonly sampled?: number;
}

/** A value, by its kind and within it. */
interface Place {
  readonly rank: number;
  readonly key: number | string;
}

interface Entry extends Place {
  readonly row: number;
  readonly more: readonly Place[];
}

/**
 * Rows in the order of a value of theirs: numbers, then texts by their characters, then false and true, then lists and
 * objects by their JSON; nulls and missing values stand last in both directions. Rows with the same value stay in their
 * own order, unless they are sorted by more. Memory is bounded: what cannot be among the first `most` is dropped.
 */
export function createRowSorter({
  descending = false,
  thenBy = [],
  after,
  most = MOST_ORDERED,
  sampled = MOST_SAMPLED,
}: SorterOptions = {}): RowSorter {
  const compare = comparing(descending, thenBy);
  const low = after === undefined ? undefined : entryOf(after.row, after.value, after.more);
  const sample = low === undefined ? createSample(sampled) : undefined;
  let entries: Entry[] = [];
  // Of a list that was cut; what stands behind it is not among the first.
  let last: Entry | undefined;
  let rows = 0;
  let before = 0;

  function cut(): void {
    entries.sort(compare);
    if (entries.length > most) {
      entries = entries.slice(0, most);
      last = entries.at(-1);
    }
  }

  return {
    add(row, value, more) {
      const entry = entryOf(row, value, more);
      rows += 1;
      sample?.add(entry);
      if (low !== undefined && compare(entry, low) <= 0) {
        before += 1;
      } else if (last === undefined || compare(entry, last) <= 0) {
        entries.push(entry);
        if (entries.length >= 2 * most) {
          cut();
        }
      }
    },
    rows() {
      cut();
      return entries.map(({ row }) => row);
    },
    among() {
      const taken = sample?.entries().toSorted(compare);
      return { rows, before, ...(taken === undefined ? {} : { sample: taken.map(({ row }) => row) }) };
    },
  };
}

function comparing(descending: boolean, thenBy: readonly boolean[]): (left: Entry, right: Entry) => number {
  return (left, right) => {
    const first = comparePlaces(left, right, descending);
    if (first !== 0) {
      return first;
    }
    for (const [index, descends] of thenBy.entries()) {
      const next = comparePlaces(left.more[index] ?? NOWHERE, right.more[index] ?? NOWHERE, descends);
      if (next !== 0) {
        return next;
      }
    }
    return left.row - right.row;
  };
}

function comparePlaces(left: Place, right: Place, descending: boolean): number {
  const sign = descending ? -1 : 1;
  if (left.rank !== right.rank) {
    return isLast(left) || isLast(right) ? left.rank - right.rank : sign * (left.rank - right.rank);
  }
  if (left.key !== right.key) {
    return left.key < right.key ? -sign : sign;
  }
  return 0;
}

/** Rows whose scattered number is low: the same of the same rows, and not in step with anything in them. */
function createSample(most: number): {
  readonly add: (entry: Entry) => void;
  readonly entries: () => readonly Entry[];
} {
  let taken: Entry[] = [];
  let limit = 2 ** 32;
  return {
    add(entry) {
      if (scattered(entry.row) < limit) {
        taken.push(entry);
        if (taken.length > 2 * most) {
          limit /= 2;
          taken = taken.filter(({ row }) => scattered(row) < limit);
        }
      }
    },
    entries: () => taken,
  };
}

/** The last step of MurmurHash3: https://github.com/aappleby/smhasher/wiki/MurmurHash3 */
function scattered(row: number): number {
  let bits = row;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const LAST = 9;

function isLast({ rank }: Place): boolean {
  return rank >= LAST;
}

const NOWHERE: Place = { rank: LAST + 1, key: 0 };
const NO_MORE: readonly Place[] = [];

function entryOf(row: number, value: Value | undefined, more: RowValues = []): Entry {
  const { rank, key } = placeOf(value);
  return { row, rank, key, more: more.length === 0 ? NO_MORE : more.map(placeOf) };
}

function placeOf(value: Value | undefined): Place {
  switch (typeof value) {
    case 'number':
      return { rank: 0, key: value };
    case 'string':
      return { rank: 1, key: shortKey(value) };
    case 'boolean':
      return { rank: 2, key: Number(value) };
    case 'object':
      return value === null ? { rank: LAST, key: 0 } : { rank: 3, key: shortKey(JSON.stringify(value)) };
    default:
      return NOWHERE;
  }
}

/** A copy: a part of a string keeps all of it in memory. */
function shortKey(text: string): string {
  return text.length <= KEY_CHARS ? text : Buffer.from(text.slice(0, KEY_CHARS), 'utf16le').toString('utf16le');
}
