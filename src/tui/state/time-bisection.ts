export interface Bisection {
  /** How many places the view has. */
  readonly places: number;
  /** The time of the row at a place as it is written there; undefined where there is none. */
  readonly timeAt: (place: number) => Promise<string | undefined>;
  /** A time, or its beginning. */
  readonly time: string;
}

/** Comes behind whatever a time goes on with. */
export const AFTER_ALL = '~';
/** So many rows tell whether rows stand by time where the way to none of them does. */
const SPREAD = 40;

/**
 * The place of the first row from a time on among rows that stand by time, rising or falling, found by some thirty of
 * them. `earlier`, `later`: than the time are all of them. undefined: those that were asked do not stand so.
 */
export async function bisectTimes({
  places,
  timeAt,
  time,
}: Bisection): Promise<number | 'earlier' | 'later' | undefined> {
  let [low, high] = [0, places - 1];
  let [first, last] = [await timeAt(low), await timeAt(high)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const isFalling = first > last;
  const isReached = (value: string): boolean => (isFalling ? value < `${time}${AFTER_ALL}` : value >= time);
  if (isReached(first)) {
    return 0;
  }
  if (!isReached(last)) {
    const none = isFalling ? 'later' : 'earlier';
    return (await standByTime({ places, timeAt, first, last })) ? none : undefined;
  }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const value = await timeAt(middle);
    if (value === undefined || !isBetween(value, first, last)) {
      return undefined;
    }
    [low, first, high, last] = isReached(value) ? [low, first, middle, value] : [middle, value, high, last];
  }
  return high;
}

interface Ends extends Pick<Bisection, 'places' | 'timeAt'> {
  readonly first: string;
  readonly last: string;
}

async function standByTime({ places, timeAt, first, last }: Ends): Promise<boolean> {
  let before = first;
  for (let step = 1; step < SPREAD; step += 1) {
    const value = await timeAt(Math.floor(((places - 1) * step) / SPREAD));
    if (value === undefined || !isBetween(value, before, last)) {
      return false;
    }
    before = value;
  }
  return true;
}

function isBetween(value: string, left: string, right: string): boolean {
  return left > right ? left >= value && value >= right : left <= value && value <= right;
}
