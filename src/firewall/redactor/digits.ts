import { type CharacterKind, isEscapeLetter, isKind, KIND, runEnd } from './characters.js';
import type { Window } from './detector.js';
import { isBeforePlaceholder } from './placeholder.js';

/** A digit's value, whatever its width. */
export function digitAt(text: string, index: number): number {
  return text.charCodeAt(index) & 0xf;
}

/** The digits of a text without what stands between them, in ASCII. */
export function digitsOf(text: string): string {
  let digits = '';
  for (let index = 0; index < text.length; index += 1) {
    if (isKind(text, index, KIND.digit)) {
      digits += digitAt(text, index);
    }
  }
  return digits;
}

export function isDigit(text: string, index: number): boolean {
  return isKind(text, index, KIND.digit);
}

/** Whether a number can begin here: not inside a word, a decimal fraction or a longer number with the same joints. */
export function isNumberStart(text: string, index: number, floor: number, joints: string): boolean {
  if (index <= floor) {
    return true;
  }
  if (isKind(text, index - 1, KIND.alphanumeric)) {
    return isEscapeLetter(text, index - 1, floor);
  }
  return !(index - 2 >= floor && isDigit(text, index - 2) && joints.includes(text.charAt(index - 1)));
}

/** Whether more text is needed to say if a number ends here. */
export function isEndOpen({ text, isFinal }: Window, index: number): boolean {
  if (isFinal) {
    return false;
  }
  return index + 2 > text.length || isOpen(text, index) || (isKind(text, index, KIND.joint) && isOpen(text, index + 1));
}

function isOpen(text: string, index: number): boolean {
  return isBeforePlaceholder(text, index, false) === undefined;
}

/** Whether a number can end here, when the end is not open. */
export function isNumberEnd(text: string, index: number, joints: string): boolean {
  if (isKind(text, index, KIND.alphanumeric) || isBeforePlaceholder(text, index, true) === true) {
    return false;
  }
  return index >= text.length || !joints.includes(text.charAt(index)) || !isBeforeMore(text, index + 1);
}

/** Whether digits stand here, or a finding that may have been digits. */
export function isBeforeMore(text: string, index: number): boolean {
  return isDigit(text, index) || isBeforePlaceholder(text, index, true) === true;
}

const LONGEST_GROUP = 9;
const ZERO = 0x30;

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
function isDigitCode(code: number): boolean {
  return (code >= ZERO && code < ZERO + 10) || (code >= ZERO + FULL_WIDTH && code < ZERO + FULL_WIDTH + 10);
}

const FULL_WIDTH = 0xfee0;

/** How many characters groups of a shape take, with what is between them. */
export function lengthOfShape(shape: number): number {
  let length = -1;
  for (let rest = shape; rest > 0; rest >>>= 4) {
    length += (rest & 0xf) + 1;
  }
  return length;
}

/** Groups of digits with one and the same character between them. */
export interface DigitGroups {
  /** Where each group ends. */
  readonly ends: readonly number[];
  /** The lengths of the groups as hexadecimal digits: 0x4444 is four groups of four. */
  readonly shape: number;
  /** More text could bring another group. */
  readonly isCut: boolean;
}

const MAX_GROUP = 8;

export function readGroups(text: string, start: number, firstEnd: number, most: number): DigitGroups {
  const separator = text.charAt(firstEnd);
  const ends = [firstEnd];
  let shape = firstEnd - start;
  let end = firstEnd;
  while (ends.length < most && end < text.length && text.charAt(end) === separator && isDigit(text, end + 1)) {
    const from = end + 1;
    end = runEnd(text, KIND.digit, from, from + MAX_GROUP);
    ends.push(end);
    shape = shape * 16 + (end - from);
  }
  return { ends, shape, isCut: end + 1 >= text.length };
}

/** Where groups of a shape end, when these are the first or all of the groups; -1 when they are not. */
export function endOfShape({ ends, shape }: DigitGroups, wanted: number, isWhole: boolean): number {
  let count = ends.length;
  let first = shape;
  while (first > wanted && !isWhole) {
    first = Math.floor(first / 16);
    count -= 1;
  }
  return first === wanted ? (ends[count - 1] ?? -1) : -1;
}
