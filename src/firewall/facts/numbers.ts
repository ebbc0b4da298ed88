const COUNT = 0;
const MIN = 1;
const MAX = 2;
const MEAN = 3;
const SUM = 4;
const LOST = 5;
const NOT_FINITE = 6;

/** Running figures in one array of doubles: adding a value allocates nothing. */
export type NumberStats = Float64Array;

interface NumberFigures {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly sum: number;
  /** Values such as 1e999, which are in none of the other figures. */
  readonly notFinite: number;
}

export function createNumberStats(): NumberStats {
  return Float64Array.of(0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0, 0);
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
  };
}

function at(stats: NumberStats, index: number): number {
  return stats[index] ?? 0;
}
