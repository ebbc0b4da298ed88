/** More matches than this are not kept: 16 MiB of numbers. Whoever meets it asks a narrower question. */
export const MOST_MATCHES = 4_194_304;

/** Row numbers in ascending order, four bytes each. */
export interface MatchList {
  readonly count: () => number;
  /** Keeps the numbers, which follow those before; false when there was no room for all of them. */
  readonly add: (rows: readonly number[]) => boolean;
  readonly at: (ordinal: number) => number | undefined;
  /** How many of the numbers are smaller than this one: the ordinal of the first that is not. */
  readonly below: (row: number) => number;
}

export function createMatchList(most: number = MOST_MATCHES): MatchList {
  let rows = new Uint32Array(256);
  let count = 0;

  function makeRoom(wanted: number): void {
    if (wanted > rows.length) {
      const larger = new Uint32Array(Math.max(wanted, Math.min(most, rows.length * 2)));
      larger.set(rows);
      rows = larger;
    }
  }

  return {
    count: () => count,
    add(more) {
      const taken = more.slice(0, most - count);
      makeRoom(count + taken.length);
      rows.set(taken, count);
      count += taken.length;
      return taken.length === more.length;
    },
    at: (ordinal) => (ordinal >= 0 && ordinal < count ? rows[ordinal] : undefined),
    below(row) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((rows[middle] ?? 0) < row) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    },
  };
}
