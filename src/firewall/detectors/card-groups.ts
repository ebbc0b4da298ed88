import { isKind, KIND } from '../redactor/characters.js';
import { isDigit } from '../redactor/digits.js';

/** The sum of the digits of each digit's double. A look-up: which digits are above four cannot be foretold. */
export const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/**
 * Four groups of four ASCII digits with a wrong check digit, and no group of fewer behind them: a quick no to tables of
 * years and the like.
 */
export function isWrongFours(text: string, start: number): boolean {
  const end = start + LENGTH_OF_FOURS;
  if (end + 5 > text.length) {
    return false;
  }
  let sum = 0;
  for (let at = start; at < end; at += 5) {
    const first = text.charCodeAt(at) - ZERO;
    const second = text.charCodeAt(at + 1) - ZERO;
    const third = text.charCodeAt(at + 2) - ZERO;
    const fourth = text.charCodeAt(at + 3) - ZERO;
    if (isNoDigit(first) || isNoDigit(second) || isNoDigit(third) || isNoDigit(fourth)) {
      return false;
    }
    sum += (DOUBLED[first] ?? 0) + second + (DOUBLED[third] ?? 0) + fourth;
  }
  const isFollowed = isKind(text, end, KIND.gap) && isDigit(text, end + 1) && !isDigit(text, end + 4);
  return sum % 10 !== 0 && !isFollowed;
}

function isNoDigit(value: number): boolean {
  return value < 0 || value > 9;
}

const LENGTH_OF_FOURS = 19;
const ZERO = 0x30;
