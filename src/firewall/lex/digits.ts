import { ZEROS } from '../pattern/character-kinds.js';
import {
  BACKSLASH,
  type CharacterKind,
  endsEscape,
  isKind,
  KIND,
  PERCENT,
  SMALL_U,
  SMALL_X,
  ZERO,
} from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import type { Window } from './detector.js';
import { isPlaceholderOpen, placeholderEnd } from './placeholder.js';

export function isDigit(text: string, index: number): boolean {
  return isKind(text, index, KIND.digit);
}

/** Whether a number can begin here: not inside a word, a decimal fraction or a longer number with the same joints. */
export function isNumberStart(text: string, index: number, floor: number, joints: string): boolean {
  if (index <= floor) {
    return true;
  }
  if (isKind(text, index - 1, KIND.alphanumeric)) {
    return endsEscape(text, index - 1, floor);
  }
  return !(index - 2 >= floor && isDigit(text, index - 2) && joints.includes(plainJoint(text, index - 1)));
}

/**
 * Where a number begins whose first digits seem to stand at an index: behind `%20`, `%2520`, `\x20` or `\u0020`, the
 * digits of these are not its own.
 */
export function behindHexDigits(text: string, start: number, end: number, floor: number): number {
  if (start <= floor || end - start < 2) {
    return start;
  }
  switch (text.charCodeAt(start - 1)) {
    case PERCENT:
      return Math.min(end, isTwice(text, start) ? start + 4 : start + 2);
    case SMALL_X:
      return isEscaped(text, start, floor) ? start + 2 : start;
    case SMALL_U:
      return isEscaped(text, start, floor) ? Math.min(end, start + 4) : start;
    default:
      return start;
  }
}

/** The percent sign itself is escaped: `%2520`, `%2522`. */
function isTwice(text: string, start: number): boolean {
  return text.startsWith('252', start) && (text.charAt(start + 3) === '0' || text.charAt(start + 3) === '2');
}

function isEscaped(text: string, start: number, floor: number): boolean {
  return start - 2 >= floor && text.charCodeAt(start - 2) === BACKSLASH;
}

const ASCII = 0x80;
const ODD_HYPHENS = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d';

/** A gap that is no ASCII character: another space or hyphen, or one without width. */
export function isOddGap(text: string, index: number): boolean {
  return text.charCodeAt(index) >= ASCII && isKind(text, index, KIND.gap);
}

export function isOddHyphen(text: string, index: number): boolean {
  return ODD_HYPHENS.includes(text.charAt(index));
}

/** What stands between digits, in ASCII: other hyphens are hyphens, other gaps are spaces. */
function plainJoint(text: string, index: number): string {
  if (!isOddGap(text, index)) {
    return text.charAt(index);
  }
  return isOddHyphen(text, index) ? '-' : ' ';
}

/** Whether a number can end here that begins before, at `since`; where more text could change that, the window waits. */
export function endsNumber(window: Window, index: number, joints: string, since = index): boolean {
  return !isEndOpen(window, index, since) && isNumberEnd(window.text, index, joints);
}

/** Whether more text is needed to say if a number ends here; the window is told to wait for it. */
export function isEndOpen(window: Window, index: number, since = index): boolean {
  const isJoint = isKind(window.text, index, KIND.joint);
  return (
    needs(window, index, 2, since) ||
    isPlaceholderOpen(window, index, since) ||
    (isJoint && isPlaceholderOpen(window, index + 1, since))
  );
}

/** Whether a number can end here, as far as the text has come. */
export function isNumberEnd(text: string, index: number, joints: string): boolean {
  if (isKind(text, index, KIND.alphanumeric) || placeholderEnd(text, index) > index) {
    return false;
  }
  return index >= text.length || !joints.includes(plainJoint(text, index)) || !isBeforeMore(text, index + 1);
}

/** Whether digits stand here, or a finding that may have been digits. */
export function isBeforeMore(text: string, index: number): boolean {
  return isDigit(text, index) || placeholderEnd(text, index) > index;
}

const LONGEST_GROUP = 9;

/**
 * The lengths of groups of digits with one character of a kind between them, as hexadecimal digits: 0x4444 is four
 * groups of four. A group of more than eight digits ends the number.
 */
export function shapeAt(text: string, start: number, gap: CharacterKind, most: number): number {
  let shape = 0;
  let at = start;
  for (let groups = 0; groups < most; groups += 1) {
    const from = at;
    at = digitsEnd(text, from, from + LONGEST_GROUP);
    shape = shape * 16 + at - from;
    if (!isKind(text, at, gap) || !isDigit(text, at + 1)) {
      break;
    }
    at += 1;
  }
  return shape;
}

/** The end of a run of digits, at most `limit`. */
export function digitsEnd(text: string, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  let at = from;
  while (at < end && isDigitCode(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** Quicker than the table of kinds. */
export function isDigitCode(code: number): boolean {
  return (code >= ZERO && code < ZERO + 10) || (code >= FIRST_OTHER && isOtherDigit(code));
}

const FIRST_OTHER = 0x660;

function isOtherDigit(code: number): boolean {
  return ZEROS.some((zero) => code >= zero && code < zero + 10);
}

/** How many characters groups of a shape take, with what is between them. */
export function lengthOfShape(shape: number): number {
  let length = -1;
  for (let rest = shape; rest > 0; rest >>>= 4) {
    length += (rest & 0xf) + 1;
  }
  return length;
}
