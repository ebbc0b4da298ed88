/** Rows in an order that is not that of their numbers: the first of them, and others as they are asked for. */
export interface OrderedRows {
  readonly count: number;
  readonly rowAt: (place: number) => number | undefined;
  readonly placeOf: (row: number) => number | undefined;
  /** No place is unknown. */
  readonly isWhole: () => boolean;
  /** The first of these places that is not known yet. */
  readonly missing: (from: number, to: number) => number | undefined;
  /** The row to go on from, so that the rows behind it have this place among them; undefined where nobody can tell. */
  readonly before: (place: number) => number | undefined;
  /** What stands behind a row. */
  readonly add: (part: OrderedPart) => void;
}

export interface OrderedPart {
  readonly after: number;
  /** How many rows stand before the first of these. */
  readonly before: number;
  readonly rows: readonly number[];
}

export interface OrderedBeginning {
  readonly rows: readonly number[];
  /** Of all rows, those that the order has altogether. */
  readonly count: number;
  /** Some of all rows, spread evenly over the order. */
  readonly sample: readonly number[];
}

interface Window {
  readonly from: number;
  readonly rows: Uint32Array;
  /** Made when it is looked into. */
  places: ReadonlyMap<number, number> | undefined;
}

/** Windows beside the first one: 400 kB each. */
const MOST_WINDOWS = 8;

export function createOrderedRows({ rows, count, sample }: OrderedBeginning): OrderedRows {
  const first = windowOf(0, rows);
  let windows: readonly Window[] = [first];
  // Places of rows of the sample that are known by now, beside the two ends.
  const known = new Map<number, number>([
    [-1, 0],
    [sample.length, count],
  ]);

  function windowAt(place: number): Window | undefined {
    return windows.find(({ from, rows: own }) => place >= from && place < from + own.length);
  }

  /** The last of the sample that stands this far before, as far as is known; -1: none does. */
  function sampledBefore(place: number): number {
    const anchors = [...known].sort(([left], [right]) => left - right);
    const above = anchors.findIndex(([, at]) => at > place);
    const [low, lowAt] = anchors[above - 1] ?? [-1, 0];
    const [high, highAt] = anchors[above] ?? [sample.length, count];
    const share = (place - lowAt) / Math.max(1, highAt - lowAt);
    return Math.max(low, Math.min(high - 1, Math.floor(low + share * (high - low))));
  }

  return {
    count,
    rowAt(place) {
      const window = windowAt(place);
      return window?.rows[place - window.from];
    },
    placeOf(row) {
      for (const window of windows) {
        window.places ??= new Map(Array.from(window.rows, (each, index) => [each, window.from + index]));
        const place = window.places.get(row);
        if (place !== undefined) {
          return place;
        }
      }
      return undefined;
    },
    isWhole: () => first.rows.length >= count,
    missing(from, to) {
      for (let place = Math.max(0, from); place < Math.min(to, count); place += 1) {
        const window = windowAt(place);
        if (window === undefined) {
          return place;
        }
        place = window.from + window.rows.length - 1;
      }
      return undefined;
    },
    before(place) {
      const size = first.rows.length;
      const ending = windows.find(
        ({ from, rows: own }) => place >= from + own.length && place < from + own.length + size,
      );
      if (ending !== undefined) {
        return ending.rows.at(-1);
      }
      const index = sampledBefore(Math.max(0, place - Math.floor(size / 2)));
      return sample[index];
    },
    add({ after, before, rows: more }) {
      const index = sample.indexOf(after);
      if (index !== -1) {
        known.set(index, before - 1);
      }
      windows = [first, ...[windowOf(before, more), ...windows.slice(1)].slice(0, MOST_WINDOWS)];
    },
  };
}

function windowOf(from: number, rows: readonly number[]): Window {
  return { from, rows: Uint32Array.from(rows), places: undefined };
}
