import { isDigit } from '../lex/digits.js';
import { heldLocalStart } from '../lex/login.js';
import { EQUALS, isKind, KIND, runStart } from '../pattern/characters.js';

/** How much of a word of base64 can stand before the part by which it is recognised. */
export const MAX_ENCODED = 128;

/** A word that could be base64 waits until it has ended, unless it is too long to be recognised by its middle. */
export function holdEncoded(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_ENCODED);
  const word = runStart(text, KIND.alphanumeric, end, lowest);
  let start = word;
  while (start > lowest && isKind(text, start - 1, KIND.base64) && text.charCodeAt(start - 1) !== EQUALS) {
    start = runStart(text, KIND.alphanumeric, start - 1, lowest);
  }
  if (start > lowest || lowest === floor) {
    return start;
  }
  return word > lowest ? word : end;
}

/**
 * An `@` that is still to come would take the word before it, and a number the `+` or `(` before it. Of a word longer
 * than an address can be, only its last characters wait.
 */
export function holdAddress(text: string, floor: number, end: number): number {
  const start = heldLocalStart(text, end, floor);
  const beginning = runStart(text, KIND.dialling, start, Math.max(floor, start - 2));
  return beginning === end || isDigit(text, beginning) ? beforeLetters(text, beginning, floor) : beginning;
}

/** Capitals that stand apart before a number can be the beginning of it: `AB 12 34 56 C`. */
function beforeLetters(text: string, index: number, floor: number): number {
  const end = index - 1;
  if (end <= floor || !isKind(text, end, KIND.space | KIND.gap)) {
    return index;
  }
  const start = runStart(text, KIND.upper, end, Math.max(floor, end - MOST_APART - 1));
  const isWord = start < end && end - start <= MOST_APART && (start <= floor || !isKind(text, start - 1, KIND.word));
  return isWord ? start : index;
}

const MOST_APART = 3;
