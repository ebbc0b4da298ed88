import type { Window } from '../lex/detector.js';
import { digitAt, digitOfCode, digitsOf } from '../lex/digit-value.js';
import { endsNumber, isDigit, isDigitCode, isNumberEnd, lengthOfShape, shapeAt } from '../lex/digits.js';
import { HYPHEN, isKind, KIND } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';

/** The fewest and the most digits of a card number. */
export const FEWEST = 13;
export const MOST = 19;
/** The mark of a network whose numbers are told only by the groups in which they are printed. */
const ONLY_GROUPED = 1 << 7;

/** The first four digits of the networks' numbers, from and to, and the lengths of the numbers. */
const NETWORKS: readonly (readonly [number, number, ...(readonly number[])])[] = [
  // Visa; Mastercard, of 2017 too; American Express.
  [4000, 4999, 13, 16, 19],
  [5100, 5599, 16],
  [2221, 2720, 16],
  [3400, 3499, 15],
  [3700, 3799, 15],
  // Diners Club; Discover; JCB.
  [3000, 3059, 14, 16],
  [3095, 3095, 14, 16],
  [3600, 3699, 14, 16],
  [3800, 3999, 14, 16],
  [6011, 6011, 16, 17, 18, 19],
  [6440, 6599, 16, 17, 18, 19],
  [3528, 3589, 16, 17, 18, 19],
  // UnionPay; Mir; Borica.
  [6200, 6299, 16, 17, 18, 19],
  [8100, 8171, 16, 17, 18, 19],
  [2200, 2204, 16, 17, 18, 19],
  [2205, 2205, 16],
  // Maestro, Dankort, Switch, Solo, Laser.
  [5018, 5020, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 13, 14, 15, 16, 17, 18, 19],
  [5612, 5614, 16, 18, 19],
  [5893, 5893, 13, 14, 15, 16, 17, 18, 19],
  [6304, 6304, 13, 14, 15, 16, 17, 18, 19],
  [6331, 6334, 16, 18, 19],
  [6706, 6709, 16, 17, 18, 19],
  [6759, 6771, 13, 14, 15, 16, 17, 18, 19],
  // RuPay, Elo, Verve, Meeza, mada, Cabal, Naranja, InstaPayment, Troy, Uzcard, Humo.
  [5041, 5041, 16],
  [5058, 5099, 16, 18, 19],
  [5885, 5899, 16],
  [6000, 6099, 16],
  [6360, 6399, 16],
  [8172, 8299, 16],
  [8600, 8600, 16],
  [9792, 9792, 16],
  [9860, 9860, 16],
];

/** UATP: only as printed, because many other numbers have fifteen digits and begin with a one. */
const GROUPED: readonly [number, number] = [1000, 1999];

/** By the first four digits: the lengths of the network's numbers, bit 0 for the fewest digits. */
const lengthsOfPrefix = createPrefixTable();

/** Whether so many digits, whatever stands between them, are a number of a network with its check digit. */
export function isCardNumber(text: string, start: number, end: number, count = end - start): boolean {
  const isLength = count >= FEWEST && count <= MOST && (networkLengths(text, start) & (1 << (count - FEWEST))) !== 0;
  return isLength && hasLuhnDigit(text, start, end);
}

function networkLengths(text: string, start: number): number {
  const first = 10 * digitAt(text, start) + digitAt(text, start + 1);
  return lengthsOfPrefix[100 * first + 10 * digitAt(text, start + 2) + digitAt(text, start + 3)] ?? 0;
}

function createPrefixTable(): Uint8Array {
  const table = new Uint8Array(10_000);
  for (const [from, to, ...lengths] of NETWORKS) {
    const bits = lengths.reduce((sum, length) => sum | (1 << (length - FEWEST)), 0);
    for (let prefix = from; prefix <= to; prefix += 1) {
      table[prefix] = (table[prefix] ?? 0) | bits;
    }
  }
  return table.fill(ONLY_GROUPED, GROUPED[0], GROUPED[1] + 1);
}

/** How many digits cards have that are printed in groups of a shape: see `shapeAt`. */
const PRINTED: ReadonlyMap<number, number> = new Map([
  [0x44443, 19],
  [0x44442, 18],
  [0x44441, 17],
  [0x4444, 16],
  [0x465, 15],
  [0x464, 14],
  [0x445, 13],
]);

/** Whether cards are printed in groups of a shape, and a network has numbers of that length. */
function isPrinted(shape: number, lengths: number): boolean {
  const count = PRINTED.get(shape) ?? 0;
  return shape === 0x456 ? lengths === ONLY_GROUPED : count > 0 && (lengths & (1 << (count - FEWEST))) !== 0;
}

/** The sum of the digits of each digit's double. A look-up: which digits are above four cannot be foretold. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** Whether the last digit is the check digit; other characters between the digits do not count. */
function hasLuhnDigit(text: string, start: number, end: number): boolean {
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

/** In groups, on tracks and in programs: no number of a card. */
export const NO_CARD = -1;
/** More text is needed. */
export const CARD_CUT = -2;

const DIGITS = 16;
const FOUR = 4;
/** No shape of three groups is less. */
const FEWEST_GROUPS = 0x100;
const MOST_GROUPS = 5;

/** One character between the groups in which cards are printed, whatever their number: `4111 1111 1111 1111`, `3782-822463-10005`. */
export function endOfPrinted(text: string, start: number): { readonly end: number; readonly groupsEnd: number } {
  const lengths = networkLengths(text, start);
  const shape = lengths === 0 ? 0 : shapeAt(text, start, KIND.gap, MOST_GROUPS);
  const groupsEnd = start + lengthOfShape(shape);
  // The longest first: without its last groups, what was read can be a number too.
  for (let first = shape; first >= FEWEST_GROUPS; first >>>= 4) {
    const end = start + lengthOfShape(first);
    if (isPrinted(first, lengths) && hasLuhnDigit(text, start, end) && isWhole(text, start, end)) {
      return { end, groupsEnd };
    }
  }
  return { end: groupsEnd + 1 >= text.length ? CARD_CUT : NO_CARD, groupsEnd };
}

/** With hyphens or full stops, a longer chain is something else, such as a UUID. */
function isWhole(text: string, start: number, end: number): boolean {
  const isFollowed = text.charCodeAt(end) === HYPHEN && isDigit(text, end + 1);
  const isChain = isFollowed && /[-.]/.test(text.slice(start, end));
  return isNumberEnd(text, end, '.') && !isChain && !isCountedUp(text.slice(start, end));
}

/** How much more the next of several code points is. */
const NEAR = 256;

/** Four groups of which each is a little more than the one before: a list of numbers, such as code points. */
function isCountedUp(text: string): boolean {
  const groups = [0, 5, 10, 15].map((at) => Number(text.slice(at, at + FOUR)));
  const isUp = groups.every((group, index) => {
    const before = groups[index - 1] ?? group - 1;
    return group > before && group < before + NEAR;
  });
  return text.length === DIGITS + 3 && isUp;
}

const APART = /^.{4}([ \t]{2,3}|[\t/]| [-\u2013/] )(?:.{4}\1){2}.{4}/;
const LONGEST_APART = DIGITS + 3 * 3;

/** The same wide separator between four groups of four, such as two spaces, a tab, a slash or ` - `: tables look the same. */
export function endOfApart(text: string, start: number): number {
  const written = text.slice(start, start + LONGEST_APART);
  const groups = APART.exec(written)?.[0] ?? '';
  const end = start + groups.length;
  const isCard = digitsOf(groups).length === DIGITS && !isDigit(text, end) && isCardNumber(text, start, end, DIGITS);
  return isCard ? end : written.length < LONGEST_APART ? CARD_CUT : NO_CARD;
}

/** Of cards as they are printed, and of `4554.275672602695`, a number with a fraction. */
const USUAL = /^(?:([^_])\1\1|\.)$/;

/** Groups of four that are not all apart, or are parted by signs of several kinds or by `_`. */
export function endOfMixed(text: string, start: number): number {
  let signs = '';
  let at = start;
  for (let count = 0; count < DIGITS; at += 1) {
    if (at >= text.length) {
      return CARD_CUT;
    }
    const isNext = isDigit(text, at);
    if (!isNext && (count % FOUR > 0 || !isDigit(text, at - 1) || !isJoint(text, at))) {
      return NO_CARD;
    }
    count += isNext ? 1 : 0;
    signs += isNext ? '' : text.charAt(at);
  }
  return !USUAL.test(signs) && isCardNumber(text, start, at, DIGITS) ? at : NO_CARD;
}

function isJoint(text: string, at: number): boolean {
  return isKind(text, at, KIND.gap) || '/_'.includes(text.charAt(at));
}

/** What follows a number of a program that is not written with all of its digits. */
export const LONG_NUMBER = pattern(/(\d)\.(\d{11,18})[eE]\+?(1[2-8])(?![\w.])/);

/** Behind the number on the first track: the name, and more digits up to `?`, or up to what ends the line or a string in it. */
export const FIRST_TRACK = pattern(/\^[^?\n\r\u2028\u2029<\\"'`\uff00]{0,99}\??/);

/** Expiry date and service code. */
const FEWEST_DATA = 7;
const MOST_DATA = 40;

/**
 * The end of what follows the number on the second track: `=` or `D`, more digits, and `?` or the letter F that fills up a
 * byte. That is the index itself when something else follows.
 */
export function endOfSecondTrack(window: Window, from: number): number {
  const { text } = window;
  if (!'=dD'.includes(text.charAt(from) || ' ')) {
    return from;
  }
  const end = runOf(window, KIND.digit, from + 1, MOST_DATA);
  const last = '?fF'.includes(text.charAt(end) || ' ') ? end + 1 : end;
  const isTrack = end - from > FEWEST_DATA && endsNumber(window, last, '');
  return isTrack ? last : from;
}
