import { isKind, KIND } from '../pattern/characters.js';

/** A digit's value, whatever its width and script. */
export function digitAt(text: string, index: number): number {
  return digitOfCode(text.charCodeAt(index));
}

/** The scripts of India begin in the middle of a row of sixteen. */
export function digitOfCode(code: number): number {
  return code >= FIRST_INDIAN && code <= LAST_INDIAN ? (code & 0xf) - 6 : code & 0xf;
}

const FIRST_INDIAN = 0x966;
const LAST_INDIAN = 0xd6f;

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
