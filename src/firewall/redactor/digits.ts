import { isEscapeLetter, isKind, KIND, runEnd } from './characters.js';
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
  const isJoint = joints.includes(text.charAt(index - 1));
  return !(isJoint && index - 2 >= floor && isDigit(text, index - 2));
}

/** Whether more text is needed to say if a number ends here. */
export function isEndOpen({ text, isFinal }: Window, index: number): boolean {
  return !isFinal && (index + 2 > text.length || isBeforePlaceholder(text, index, isFinal) === undefined);
}

/** Whether a number can end here, when the end is not open. */
export function isNumberEnd(text: string, index: number, joints: string): boolean {
  if (isKind(text, index, KIND.alphanumeric) || isBeforePlaceholder(text, index, true) === true) {
    return false;
  }
  return !(index < text.length && joints.includes(text.charAt(index)) && isDigit(text, index + 1));
}

/** Groups of digits with one and the same character between them. */
export interface DigitGroups {
  /** Where each group ends. */
  readonly ends: readonly number[];
  /** Lengths of the groups, as in `4-4-4-4`. */
  readonly shape: string;
  /** More text could bring another group. */
  readonly isCut: boolean;
}

export function readGroups(
  text: string,
  start: number,
  firstEnd: number,
  separator: string,
  most: number,
): DigitGroups {
  const ends = [firstEnd];
  const lengths = [firstEnd - start];
  let end = firstEnd;
  while (ends.length < most && text.charAt(end) === separator && isDigit(text, end + 1)) {
    const from = end + 1;
    end = runEnd(text, KIND.digit, from, from + 8);
    ends.push(end);
    lengths.push(end - from);
  }
  return { ends, shape: lengths.join('-'), isCut: end + 1 >= text.length };
}
