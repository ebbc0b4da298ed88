import { found, type Verdict, type Window } from '../lex/detector.js';
import { digitsEnd, isDigit, isNumberEnd, isNumberStart, lengthOfShape, shapeAt } from '../lex/digits.js';
import { FULL_STOP, HYPHEN, KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { hasLuhnDigit, isCountedUp } from './card-groups.js';
import { isPrinted } from './card-networks.js';

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
