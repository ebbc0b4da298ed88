import { type Detector, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitsEnd, isDigit, isEndOpen, isNumberEnd, isNumberStart, lengthOfShape, shapeAt } from '../lex/digits.js';
import { FULL_STOP, HYPHEN, isKind, KIND } from '../pattern/characters.js';
import { endsEarly, pattern } from '../pattern/coming-text.js';
import { hasLuhnDigit, isCountedUp } from './card-groups.js';
import { FEWEST, isPrinted, networkLengths } from './card-networks.js';

const MOST_GROUPS = 5;
/** No shape of three groups is less. */
const FEWEST_GROUPS = 0x100;
const JOINTS = '.';

/** Groups of digits as cards are printed. */
export interface PrintedGroups {
  /** Where the last of the groups ends. */
  readonly end: number;
  /** Where the number of a card ends that they are, or the first of them; -1 when they are none. */
  readonly last: number;
}

/** The groups that begin at an index. */
export function printedGroups(text: string, start: number, lengths: number): PrintedGroups {
  const shape = shapeAt(text, start, KIND.gap, MOST_GROUPS);
  return { end: start + lengthOfShape(shape), last: endOfPrinted(text, start, shape, lengths) };
}

/** Where the groups of a card end; the longest first: without its last groups, what was read can be a number too. */
function endOfPrinted(text: string, start: number, shape: number, lengths: number): number {
  for (let first = shape; first >= FEWEST_GROUPS; first >>>= 4) {
    if (isPrinted(first, lengths)) {
      const last = start + lengthOfShape(first);
      if (hasLuhnDigit(text, start, last) && isWholeNumber(text, start, last) && !isCountedUp(text, start, last)) {
        return last;
      }
    }
  }
  return -1;
}

/** With hyphens or full stops, a longer chain is something else, such as a UUID. */
function isWholeNumber(text: string, start: number, end: number): boolean {
  const isFollowed = end + 1 < text.length && text.charCodeAt(end) === HYPHEN && isDigit(text, end + 1);
  return isNumberEnd(text, end, JOINTS) && !(isFollowed && hasLinks(text, start, end));
}

function hasLinks(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === HYPHEN || code === FULL_STOP) {
      return true;
    }
  }
  return false;
}

const MOST = 26;
const SMALL_E = 0x65;
/** Makes a letter lower case. */
const CASE = 0x20;
const EXPONENTIAL = pattern(/(\d)\.(\d{11,18})[eE]\+?(1[2-8])(?![\w.])/);

/** Behind the fraction is an exponent, which is not so of most numbers. */
export function mayBeExponential(text: string, _start: number, end: number): boolean {
  const behind = digitsEnd(text, end + 1, end + MOST);
  return behind >= text.length || (text.charCodeAt(behind) | CASE) === SMALL_E;
}

/** `4.111111111111111e15`: as some programs write a number of so many digits. */
export function matchExponential(
  window: Window,
  start: number,
  isCard: (text: string, start: number, end: number) => boolean,
): Verdict | undefined {
  const { text, floor } = window;
  const [whole = '', first = '', rest = '', exponent = ''] = EXPONENTIAL.at(window, start) ?? [];
  const length = Number(exponent) + 1;
  const digits = (first + rest).padEnd(length, '0');
  const isWhole = whole !== '' && digits.length === length && isCard(digits, 0, length);
  return isWhole && isNumberStart(text, start, floor, '.-') ? found(start, start + whole.length, 'card') : undefined;
}

const DIGITS = 16;
const FOUR = 4;
/** Of cards as they are printed, and of `4554.275672602695`, a number with a fraction. */
const USUAL = /^(?:([^_])\1\1|\.)$/;
const NO = -1;
const CUT = -2;
const MIXED_JOINTS = '-./ ';

/** Numbers of payment cards whose groups of four are not all apart, or are parted by signs of several kinds or by `_`. */
export const cardMixed: Detector = {
  name: 'card-mixed',
  group: 'financial',
  validates: 'network prefix, sixteen digits in groups of four or of several fours, Luhn',
  source: 'ISO/IEC 7812',
  digitRuns: {
    lengths: [4, 8, 12],
    followedBy: ' -./(',
    second: [4, 8, 12],
    isZeroFirst: false,
    mayMatch: (text, start, end) => endOfFours(text, start, end) !== NO,
  },
  match: (window, start, end) => {
    const { text, floor } = window;
    const last = endOfFours(text, start, end);
    const isInWord = start > floor && isKind(text, start - 1, KIND.word);
    if (last === NO || isInWord || !isNumberStart(text, start, floor, MIXED_JOINTS)) {
      return undefined;
    }
    if (last === CUT) {
      endsEarly(window);
      return undefined;
    }
    if (isEndOpen(window, last)) {
      return undecided(start);
    }
    return isNumberEnd(text, last, MIXED_JOINTS) && !isKind(text, last, KIND.word)
      ? found(start, last, 'card')
      : undefined;
  },
};

/** Where sixteen digits end that are parted after fours, in an order that no other detector looks for. */
function endOfFours(text: string, start: number, firstEnd: number): number {
  if ((networkLengths(text, start) & (1 << (DIGITS - FEWEST))) === 0) {
    return NO;
  }
  let signs = '';
  let at = start;
  for (let count = 0; count < DIGITS; at += 1) {
    if (at >= text.length) {
      return CUT;
    }
    const isNext = isDigit(text, at);
    if (!isNext && (at < firstEnd || count % FOUR > 0 || !isDigit(text, at - 1) || !isJoint(text, at))) {
      return NO;
    }
    count += isNext ? 1 : 0;
    signs += isNext ? '' : text.charAt(at);
  }
  return !USUAL.test(signs) && hasLuhnDigit(text, start, at) ? at : NO;
}

function isJoint(text: string, at: number): boolean {
  return isKind(text, at, KIND.gap) || '/_'.includes(text.charAt(at));
}
