import { isLongNumber } from './format.js';
import type { NumberFigures } from './numbers.js';
import { quantilesOf, type Sizes } from './quantiles.js';

/** Fewer numbers tell as much as their quantiles would. */
const FEWEST = 20;
const MEDIAN = 0.5;
const NEARLY_ALL = 0.95;
/** As many as the accuracy of a quantile allows. */
const DIGITS = 3;

/** `median about 180, p95 about 870`; nothing of few numbers, of equal ones and of long ones. */
export function quantilesText({ count, min, max }: NumberFigures, sizes: readonly Sizes[]): string {
  if (count < FEWEST || min === max || isLongNumber(Math.max(-min, max))) {
    return '';
  }
  const [median, most] = quantilesOf(sizes, [MEDIAN, NEARLY_ALL]).map((value) =>
    Number(Math.min(Math.max(value, min), max).toPrecision(DIGITS)),
  );
  return `median about ${median}, p95 about ${most}`;
}
