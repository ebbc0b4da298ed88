import type { Detector, Window } from '../lex/detector.js';
import { digitOfCode } from '../lex/digit-value.js';
import { digitsEnd, isDigit, isDigitCode } from '../lex/digits.js';
import { isKind, KIND, LETTER, ZERO } from '../pattern/characters.js';
import { createFormBehindWord } from './form-behind-word.js';

/** The sum of the digits of each digit's double. A look-up: which digits are above four cannot be foretold. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** Whether the last digit is the check digit; other characters between the digits do not count. */
export function hasLuhnDigit(text: string, start: number, end: number): boolean {
  let isSecond = false;
  let sum = 0;
  for (let index = end - 1; index >= start; index -= 1) {
    const code = text.charCodeAt(index);
    if (isDigitCode(code)) {
      const digit = digitOfCode(code);
      sum += isSecond ? (DOUBLED[digit] ?? 0) : digit;
      isSecond = !isSecond;
    }
  }
  return sum % 10 === 0;
}

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

/** Four groups of which each is a little more than the one before: a list of numbers, such as code points. */
export function isCountedUp(text: string, start: number, end: number): boolean {
  if (end - start !== LENGTH_OF_FOURS) {
    return false;
  }
  // A quick no for most: between the first digits of the first two groups there is too much.
  const more = text.charCodeAt(start + STEP) - text.charCodeAt(start);
  if (more < 0 || more > 1) {
    return false;
  }
  let before = Number(text.slice(start, start + FOUR));
  for (let at = start + STEP; at < end; at += STEP) {
    const group = Number(text.slice(at, at + FOUR));
    if (!(group > before && group < before + NEAR)) {
      return false;
    }
    before = group;
  }
  return true;
}

function isNoDigit(value: number): boolean {
  return value < 0 || value > 9;
}

const LENGTH_OF_FOURS = 19;

const FOUR = 4;
const STEP = 5;
const NEAR = 256;
const GROUPS = 4;
const LONGEST_SEPARATOR = 3;
const SEPARATOR = /^(?:[ \t]{2,3}|[\t/]| [-\u2013/] )$/;

/**
 * Where four groups of four digits end that have one and the same wide separator between them, such as two spaces, a tab,
 * a slash, ` / ` or ` - `; -1 when other text stands there, more than the text's length when that may end before.
 */
export function endOfApart(text: string, start: number): number {
  const first = start + FOUR;
  if (isKind(text, first + 1, LETTER)) {
    return -1;
  }
  const second = firstDigit(text, first);
  const separator = text.slice(first, second);
  const isPossible = second < text.length ? SEPARATOR.test(separator) : second - first <= LONGEST_SEPARATOR;
  const end = first + (GROUPS - 1) * (separator.length + FOUR);
  if (!isPossible || second >= text.length || end > text.length) {
    return isPossible ? text.length + 1 : -1;
  }
  const groups = text.slice(start, end).split(separator);
  return groups.length === GROUPS && groups.every(isFour) && !isDigit(text, end) ? end : -1;
}

function firstDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && at <= from + LONGEST_SEPARATOR && !isDigit(text, at)) {
    at += 1;
  }
  return at;
}

function isFour(group: string): boolean {
  return group.length === FOUR && digitsEnd(group, 0, FOUR) === FOUR;
}

const OF_CARD: ReadonlySet<string> = new Set(['card', 'cvv', 'card_expiry']);
/** Between what is known of a card, or was found behind that, and the word. */
const MOST_BETWEEN = 80;
const MONTH = '(?:0[1-9]|1[0-2])';

/** The date until which a card is valid, behind a word for it and not far behind the number of the card or its code. */
export const cardExpiry: Detector = createFormBehindWord({
  name: 'card-expiry',
  group: 'financial',
  validates: 'month and year, word before it, a card before that',
  source: 'ISO/IEC 7813',
  words: [
    ...['expir', '"exp', "'exp", 'exp ', 'exp:', 'exp.', 'exp=', 'exp_', 'exp-', 'expmonth', 'expyear', 'expdate'],
    ...['valid thru', 'valid through', 'valid until', 'good thru', 'g\u00fcltig bis', 'mm/yy'],
  ],
  rest: '(?:y|es|ation)?(?:[-_ ]?(?:date|on|month|year))?',
  value: `(?:${MONTH} ?[\\/.-] ?(?:20)?\\d\\d(?!\\d|[\\/.-]\\d)|20\\d\\d[-\\/]${MONTH}(?!\\d|[\\/-])|${MONTH}\\d\\d(?!\\d))`,
  signedValue: '(?:\\d{1,2}|20\\d\\d)(?![\\w\\/.:-])',
  mayStand: isNearCard,
});

function isNearCard({ recent, floor }: Window, start: number): boolean {
  return start - floor <= MOST_BETWEEN && recent.some((type) => OF_CARD.has(type));
}

/** The code of a card under a name that other codes have too: not far behind the number of the card or what belongs to it. */
export const cardCode: Detector = createFormBehindWord({
  name: 'card-code',
  type: 'cvv',
  group: 'financial',
  validates: 'three or four digits, word before them, a card before that',
  source: 'developer.paypal.com',
  words: ['security_code', 'securitycode', 'cid'],
  rest: '',
  value: '\\d{3,4}(?![\\w.:/-])',
  mayStand: isNearCard,
});
