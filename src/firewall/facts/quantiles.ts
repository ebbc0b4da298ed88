/**
 * How many numbers there are of each size: buckets of which each is 2 % wider than the one before, so that a quantile is
 * wrong by 1 % at most, whatever the order in which numbers came (DDSketch: Masson, Rim and Lee, VLDB 2019). Of numbers
 * that are 10^17 times smaller than the greatest only their number is known.
 */
export interface Sizes {
  zeros: number;
  readonly above: Buckets;
  readonly below: Buckets;
}

interface Buckets {
  counts: Float64Array;
  /** The key of the first bucket. */
  first: number;
  /** The greatest key that was met. */
  last: number;
}

const ACCURACY = 0.01;
const RATIO = (1 + ACCURACY) / (1 - ACCURACY);
const KEYS_PER_E = 1 / Math.log(RATIO);
const MOST_BUCKETS = 2048;
/** So many buckets are made at once. */
const ROOM = 64;
const NO_BUCKETS = new Float64Array(0);

export function createSizes(): Sizes {
  return { zeros: 0, above: createBuckets(), below: createBuckets() };
}

function createBuckets(): Buckets {
  return { counts: NO_BUCKETS, first: 0, last: Number.NEGATIVE_INFINITY };
}

/** Counts a number, unless it is not finite. */
export function addSize(sizes: Sizes, value: number): void {
  if (value - value !== 0) {
    return;
  }
  if (value > 0) {
    addTo(sizes.above, value);
  } else if (value < 0) {
    addTo(sizes.below, -value);
  } else {
    sizes.zeros += 1;
  }
}

function addTo(buckets: Buckets, size: number): void {
  const key = Math.ceil(Math.log(size) * KEYS_PER_E);
  let index = key - buckets.first;
  if (index < 0 || index >= buckets.counts.length || key > buckets.last) {
    index = makeRoom(buckets, key);
  }
  buckets.counts[index] = (buckets.counts[index] ?? 0) + 1;
}

/** Where a key is counted once there is a bucket for it: the lowest keys share one when there are too many. */
function makeRoom(buckets: Buckets, key: number): number {
  const { counts, first } = buckets;
  const isFirst = counts.length === 0;
  buckets.last = Math.max(buckets.last, key);
  const lowest = buckets.last - MOST_BUCKETS + 1;
  const kept = Math.max(key, lowest);
  const from = Math.max(lowest, isFirst ? kept - ROOM / 2 : Math.min(first, kept - (kept < first ? ROOM : 0)));
  const to = isFirst
    ? kept + ROOM / 2
    : Math.max(first + counts.length, kept >= first + counts.length ? kept + ROOM : 0);
  if (from !== first || to !== first + counts.length) {
    const grown = new Float64Array(to - from);
    for (const [index, count] of counts.entries()) {
      const at = Math.max(0, first + index - from);
      grown[at] = (grown[at] ?? 0) + count;
    }
    buckets.counts = grown;
    buckets.first = from;
  }
  return kept - from;
}

/** The numbers at parts of all of them, such as 0.5 for the median, of several counts together. */
export function quantilesOf(all: readonly Sizes[], parts: readonly number[]): readonly number[] {
  const counted = all.flatMap(bucketsOf).sort((one, other) => one.value - other.value);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return parts.map((part) => {
    let left = Math.floor(part * (total - 1));
    for (const { value, count } of counted) {
      left -= count;
      if (left < 0) {
        return value;
      }
    }
    return Number.NaN;
  });
}

interface Counted {
  readonly value: number;
  readonly count: number;
}

function bucketsOf({ zeros, above, below }: Sizes): readonly Counted[] {
  return [...valuesOf(above, 1), { value: 0, count: zeros }, ...valuesOf(below, -1)].filter(({ count }) => count > 0);
}

/** Each bucket stands for the number from which none in it is further away than the accuracy says. */
function valuesOf({ counts, first }: Buckets, sign: number): readonly Counted[] {
  return Array.from(counts, (count, index) => ({ value: (sign * 2 * RATIO ** (first + index)) / (RATIO + 1), count }));
}
