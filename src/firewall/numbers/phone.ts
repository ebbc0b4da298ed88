import type { Detector, Verdict, Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit } from '../lex/digits.js';
import { isKind, KIND, PERCENT, PLUS, ROUND_OPENING, ZERO } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { beforeEscapes, isInByteDump, isInHexDump } from './escapes-before.js';
import { isBehindPhoneWord } from './phone-context.js';
import { matchInternational } from './phone-international.js';
import { firstOfNumber, phoneNumberAt, withExtension } from './phone-number.js';
import { matchPrinted, mayBePrinted } from './phone-printed.js';

const MAX_DIGITS = 15;
const MIN_DIGITS = 7;
/** Of a number in Russia with its first digit, which stands alone. */
const RUSSIAN_DIGITS = 11;
/** With so many digits a number is complete; what follows a space is another one. */
const COMPLETE = 11;
/** As East Asian keyboards write it. */
const WIDE_PLUS = 0xff0b;
const EIGHT = 8;
/** In tables of a system, and in no number. */
const ZEROS = '0000000';
/** "called 16777216 times"; the number of a bot of Telegram, which its key begins with. */
const OTHER_NUMBER = pattern(/ times|(?::|%3[Aa])AA[\w-]{33}(?![\w-])/);

const DATE_OR_ADDRESS =
  /^(?:(?:19|20)\d\d-(?:19|20)\d\d$|\d{1,3}(?:\.\d{1,3}){3}$|\d{4}([-./ ])\d{1,2}\1\d{1,2}(?!\d|\1\d)|\d{1,2}([-./])\d{1,2}\2(?:\d{4}|\d{2})(?!\d|\2\d))/;

/** Groups of a number as it is printed. */
const PRINTED = { followedBy: ' -./(', behindDigits: 'spaced', mayMatch } as const;
const IN_CONTEXT = { behindDigits: 'spaced', isBehindWord: true, mayMatch } as const;

/** Phone numbers: international, in the forms of their countries, and others behind a word that says so. */
export const phone: Detector = {
  name: 'phone',
  group: 'personal',
  validates: 'calling code with length, printed form, separators; other national numbers need a word before them',
  source: 'ITU-T E.164 and E.123, national numbering plans',
  literals: ['%2b', '\uff0b'],
  digitRuns: [
    { lengths: [1], second: [3, 15], isZeroFirst: false, ...PRINTED },
    { lengths: [2], ...PRINTED, followedBy: '(' },
    { lengths: [3], second: [3, 4, 15], isZeroFirst: false, ...PRINTED },
    { lengths: [2, 3, 4, 5], isZeroFirst: true, ...PRINTED },
    { lengths: lengthsTo(2, MIN_DIGITS - 1), followedBy: ' -./(', ...IN_CONTEXT },
    { lengths: lengthsTo(MIN_DIGITS, MAX_DIGITS), followedBy: '$', ...IN_CONTEXT },
    { lengths: lengthsTo(1, MAX_DIGITS), followedBy: '$', behindDigits: 'spaced', isBehindPlus: true, mayMatch },
  ],
  match: (window, start, end) => {
    const { text, floor } = window;
    const first = text.charCodeAt(start);
    if (first === PERCENT || first === WIDE_PLUS) {
      return matchInternational(window, start, end);
    }
    if (start > floor && text.charCodeAt(start - 1) === PLUS) {
      return matchInternational(window, start - 1, start);
    }
    const isJoined = isKind(text, end, KIND.joint);
    const isPrinted =
      isJoined && mayBePrinted(text, start, end) && !(end - start === 4 && isInHexDump(text, start, floor));
    if (isPrinted && end - start === 2 && isInByteDump(text, start, floor)) {
      return undefined;
    }
    const verdict = isPrinted ? matchPrinted(window, start, end) : undefined;
    const number = verdict ?? (hasContext(text, start, end, floor) ? matchInContext(window, start) : undefined);
    return number?.kind === 'found' && text.slice(number.start, number.end).includes(ZEROS) ? undefined : number;
  },
};

function lengthsTo(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function mayMatch(text: string, start: number, end: number, floor: number): boolean {
  const isJoined = isKind(text, end, KIND.joint);
  if (start > floor && text.charCodeAt(start - 1) === PLUS) {
    return text.charCodeAt(start) !== ZERO && (isJoined || end - start >= MIN_DIGITS);
  }
  return (isJoined && mayBePrinted(text, start, end)) || hasContext(text, start, end, floor);
}

/** What stands before the number says that it is one; a bracket between the two does not matter. */
function hasContext(text: string, start: number, end: number, floor: number): boolean {
  const length = end - start;
  const isShort = length < 2 ? !isBeforeArea(text, start, end) : length < MIN_DIGITS && !isKind(text, end, KIND.joint);
  if (isShort || text.startsWith('(-', start - 2)) {
    return false;
  }
  return isBehindPhoneWord(text, beforeEscapes(text, start, floor), floor);
}

/** `8 916 …` */
function isBeforeArea(text: string, start: number, end: number): boolean {
  return digitAt(text, start) === EIGHT && (end + 1 >= text.length || isDigit(text, end + 1));
}

function matchInContext(window: Window, digits: number): Verdict | undefined {
  const { text, floor } = window;
  const start = digits > floor && text.charCodeAt(digits - 1) === ROUND_OPENING ? digits - 1 : digits;
  const { end, count } = phoneNumberAt(window, { start, digits, most: MAX_DIGITS, complete: COMPLETE });
  if (OTHER_NUMBER.at(window, end, start) !== undefined) {
    return undefined;
  }
  const isWhole = isDigit(text, digits + 1) ? count >= MIN_DIGITS : count === RUSSIAN_DIGITS;
  if (!isWhole || DATE_OR_ADDRESS.test(text.slice(digits, end))) {
    return undefined;
  }
  return withExtension(window, firstOfNumber(text, start, end), end);
}
