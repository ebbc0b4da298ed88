import { formatCount } from '../../contract/quantities.js';

const DIGITS = 6;
const LARGE = 1000;

/** A number as people read it: thousands apart, and no more decimals than say something. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (size > Number.MAX_SAFE_INTEGER) {
    return value.toExponential(DIGITS - 1);
  }
  const rounded = size < LARGE ? Number(size.toPrecision(DIGITS)) : Math.round(size * 100) / 100;
  const [whole = '', decimals] = String(rounded).split('.');
  const text = rounded < LARGE ? whole : formatCount(Math.trunc(rounded));
  return `${value < 0 ? '-' : ''}${text}${decimals === undefined ? '' : `.${decimals}`}`;
}
