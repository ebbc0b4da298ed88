import type { Scale } from './range-scale.js';

/** The first width is so many powers of ten below the first value. */
const FIRST_DIGITS = 9;
/** Ranges farther from zero would not be told apart. */
const MOST_RANGES_FROM_ZERO = 2 ** 50;
/** A product of decimals is hardly ever exact: by this part of it, it may be wrong. */
const ROUNDING = 2 ** -50;
/** What is smaller is as good as zero. */
const LEAST_EXPONENT = -100;

/** Ranges whose width is 1 or 5 times a power of ten. */
export function createDecimalScale(): Scale<number> {
  let exponent: number | undefined;
  let digit: 1 | 5 = 1;

  function place(value: number): number {
    exponent ??= value === 0 ? 0 : Math.max(LEAST_EXPONENT, Math.floor(Math.log10(Math.abs(value))) - FIRST_DIGITS);
    const scaled = exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent;
    const exact = scaled / digit;
    const nearest = Math.round(exact);
    if (exact === nearest || Math.abs(exact - nearest) > ROUNDING * Math.abs(exact)) {
      return Math.floor(exact);
    }
    return value < beginOf(nearest) ? nearest - 1 : nearest;
  }

  function beginOf(index: number): number {
    return Number(`${index * digit}e${exponent ?? 0}`);
  }

  return {
    keyOf(value) {
      const index = place(value);
      return Math.abs(index) < MOST_RANGES_FROM_ZERO ? index : undefined;
    },
    endsOf(value) {
      const index = place(value);
      return { from: beginOf(index), to: beginOf(index + 1) };
    },
    widen() {
      const power = exponent ?? 0;
      [digit, exponent] = digit === 1 ? [5, power] : [1, power + 1];
      return true;
    },
  };
}
