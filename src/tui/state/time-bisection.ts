import type { ReadRows } from './pager-reader.js';

export interface Bisection {
  readonly read: ReadRows;
  readonly rows: number;
  /** The time of a row as it is written there; undefined where there is none. */
  readonly timeOf: (row: unknown) => string | undefined;
  /** A time, or its beginning. */
  readonly time: string;
  readonly signal: AbortSignal;
}

/** Comes behind whatever a time goes on with. */
export const AFTER_ALL = '~';

/**
 * The first row from a time on among rows that stand by time, rising or falling, found by some thirty of them. undefined:
 * those that were asked do not stand so, or none of them is so late.
 */
export async function bisectTimes({ read, rows, timeOf, time, signal }: Bisection): Promise<number | undefined> {
  const at = async (row: number): Promise<string | undefined> => timeOf((await read([row], signal)).get(row));
  let [low, high] = [0, rows - 1];
  let [first, last] = [await at(low), await at(high)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const isFalling = first > last;
  const isReached = (value: string): boolean => (isFalling ? value < `${time}${AFTER_ALL}` : value >= time);
  const isBetween = (value: string, left: string, right: string): boolean =>
    isFalling ? left >= value && value >= right : left <= value && value <= right;
  if (isReached(first) || !isReached(last)) {
    return isReached(first) ? 0 : undefined;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const value = await at(middle);
    if (value === undefined || !isBetween(value, first, last)) {
      return undefined;
    }
    [low, first, high, last] = isReached(value) ? [low, first, middle, value] : [middle, value, high, last];
  }
  return high;
}
