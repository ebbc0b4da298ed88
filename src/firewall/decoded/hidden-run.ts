import { isDigit } from '../lex/digits.js';
import { isHiddenAt, NUMBER } from '../numbers/disguises.js';
import { isKind, KIND } from '../pattern/characters.js';

/** More characters without width in a row disguise nothing. */
export const MOST_HIDDEN = 128;
/** No number has fewer digits, unless it has so many letters and digits. */
const FEWEST_DIGITS = 3;
const FEWEST_OTHERS = 20;
/** Of escapes, the signs that are in no number. */
const ESCAPING = '\\&#;';
const THREE = 0x33;
const PERCENT = 0x25;

/** The end of a row of characters without width: all of them are one disguise, at the first. */
export function hiddenEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MOST_HIDDEN);
  let end = from;
  while (end < limit && isHiddenAt(text, end)) {
    end += 1;
  }
  return end;
}

/**
 * Whether enough stands around characters without width, up to something that is in no number: a quick no before anything
 * is decoded.
 */
export function mayHoldNumber(text: string, head: number, end: number, stop: number): boolean {
  let digits = 0;
  let others = 0;
  for (
    let at = head;
    at < stop && (at < end || isKind(text, at, NUMBER) || ESCAPING.includes(text.charAt(at)));
    at += 1
  ) {
    digits += isDigit(text, at) ? 1 : 0;
    others += isKind(text, at, KIND.alphanumeric) ? 1 : 0;
    // What a percent sign escapes is a digit only behind a three.
    at += text.charCodeAt(at) === PERCENT && !isEscapedDigit(text, at) ? 2 : 0;
  }
  return digits >= FEWEST_DIGITS || others >= FEWEST_OTHERS;
}

function isEscapedDigit(text: string, percent: number): boolean {
  return text.charCodeAt(percent + 1) === THREE && isDigit(text, percent + 2);
}
