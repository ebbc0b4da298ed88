const COUNT = 0;
const MIN = 1;
const MAX = 2;
const MEAN = 3;
const SUM = 4;
const LOST = 5;
const NOT_FINITE = 6;
const LAST = 7;
/** Values that are not above the one before. */
const NOT_RISING = 8;
const FRACTIONS = 9;

const FEWEST_OF_SEQUENCE = 8;

/** Running figures in one array of doubles: adding a value allocates nothing. */
export type NumberStats = Float64Array;

export interface NumberFigures {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly sum: number;
  /** Values such as 1e999, which are in none of the other figures. */
  readonly notFinite: number;
  /** Whole numbers, each above the one before. */
  readonly isSequence: boolean;
}

export function createNumberStats(): NumberStats {
  return Float64Array.of(
    0,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0,
    0,
    0,
    0,
    Number.NEGATIVE_INFINITY,
    0,
    0,
  );
}

/** Mean by Welford's method, sum by Neumaier's: what each addition rounds away is kept in `LOST`. */
export function addNumber(stats: NumberStats, value: number): void {
  if (value - value !== 0) {
    stats[NOT_FINITE] = at(stats, NOT_FINITE) + 1;
    return;
  }
  const count = at(stats, COUNT) + 1;
  stats[COUNT] = count;
  if (value < at(stats, MIN)) {
    stats[MIN] = value;
  }
  if (value > at(stats, MAX)) {
    stats[MAX] = value;
  }
  if (value <= at(stats, LAST)) {
    stats[NOT_RISING] = at(stats, NOT_RISING) + 1;
  }
  // A remainder would take longer than all else here.
  if (Math.floor(value) !== value) {
    stats[FRACTIONS] = at(stats, FRACTIONS) + 1;
  }
  stats[LAST] = value;
  const mean = at(stats, MEAN);
  stats[MEAN] = mean + (value - mean) / count;
  const sum = at(stats, SUM);
  const next = sum + value;
  stats[SUM] = next;
  stats[LOST] = at(stats, LOST) + (Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum);
}

export function numberFigures(stats: NumberStats): NumberFigures {
  const sum = at(stats, SUM);
  const exactSum = sum + at(stats, LOST);
  return {
    count: at(stats, COUNT),
    min: at(stats, MIN),
    max: at(stats, MAX),
    mean: at(stats, MEAN),
    sum: Number.isFinite(exactSum) ? exactSum : sum,
    notFinite: at(stats, NOT_FINITE),
    isSequence: at(stats, COUNT) >= FEWEST_OF_SEQUENCE && at(stats, NOT_RISING) + at(stats, FRACTIONS) === 0,
  };
}

/** The figures of both together. */
export function joinedFigures(one: NumberFigures, other: NumberFigures): NumberFigures {
  const count = one.count + other.count;
  const sum = one.sum + other.sum;
  return {
    count,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    mean: other.count === 0 ? one.mean : sum / count,
    sum,
    notFinite: one.notFinite + other.notFinite,
    isSequence: one.isSequence && other.count === 0,
  };
}

function at(stats: NumberStats, index: number): number {
  return stats[index] ?? 0;
}
