/**
 * How many times there are in each stretch of time: stretches of one length, which doubles when there would be too many,
 * so that it depends on the first and the last time alone, and not on their order.
 */
export interface DateSpread {
  width: number;
  least: number;
  most: number;
  /** No stretch that has a count is before it. */
  first: number;
  /** By the stretch modulo their number: no two of those there are share one. */
  counts: Float64Array;
}

/** A median is wrong by one part in so many of the whole time, at most. */
const MOST_STRETCHES = 512;

export function createDateSpread(): DateSpread {
  return {
    width: 1,
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    first: 0,
    counts: new Float64Array(MOST_STRETCHES),
  };
}

export function addToSpread(spread: DateSpread, time: number): void {
  let stretch = Math.floor(time / spread.width);
  if (spread.most < spread.least) {
    spread.first = stretch;
  }
  spread.least = Math.min(spread.least, stretch);
  spread.most = Math.max(spread.most, stretch);
  const factor = factorFor(spread);
  if (factor > 1) {
    widen(spread, factor);
    stretch = Math.floor(stretch / factor);
  }
  spread.first = spread.least;
  const at = placeOf(stretch);
  spread.counts[at] = (spread.counts[at] ?? 0) + 1;
}

/** A quicker way than a remainder of doubles, and one that knows years before the first. */
function placeOf(stretch: number): number {
  return stretch - Math.floor(stretch / MOST_STRETCHES) * MOST_STRETCHES;
}

/** How much wider stretches have to be that there are not too many: a power of two. */
function factorFor({ least, most }: DateSpread): number {
  let factor = 1;
  while (Math.floor(most / factor) - Math.floor(least / factor) >= MOST_STRETCHES) {
    factor *= 2;
  }
  return factor;
}

/** All doublings in one go: two dates that are years apart need more than twenty. */
function widen(spread: DateSpread, factor: number): void {
  const counts = new Float64Array(MOST_STRETCHES);
  // The stretch that made it too wide has no count yet, and may be far from the others.
  const first = spread.first;
  for (let index = 0; index < MOST_STRETCHES; index += 1) {
    const at = placeOf(Math.floor((first + index) / factor));
    counts[at] = (counts[at] ?? 0) + (spread.counts[placeOf(first + index)] ?? 0);
  }
  spread.counts = counts;
  spread.width *= factor;
  spread.first = Math.floor(first / factor);
  spread.least = Math.floor(spread.least / factor);
  spread.most = Math.floor(spread.most / factor);
}

/** The middle of the stretch in which the time in the middle of all lies. */
export function medianOf({ counts, first, width }: DateSpread): number {
  let left = Math.floor((counts.reduce((sum, count) => sum + count, 0) - 1) / 2);
  let stretch = first;
  for (; stretch < first + MOST_STRETCHES - 1; stretch += 1) {
    left -= counts[placeOf(stretch)] ?? 0;
    if (left < 0) {
      break;
    }
  }
  return Math.floor((stretch + 0.5) * width);
}
