import type { Window } from '../lex/detector.js';
import { digitsOf } from '../lex/digit-value.js';
import { isDigit, isEndOpen, isNumberEnd, lengthOfShape, shapeAt } from '../lex/digits.js';
import { HYPHEN, isKind, KIND } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';
import { hasLuhnDigit, isCardNumber, isPrinted, networkLengths } from './card-numbers.js';

/** The numbers of cards in groups, on tracks and in programs. */
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
  const isTrack = end - from > FEWEST_DATA && !isEndOpen(window, last) && isNumberEnd(text, last, '');
  return isTrack ? last : from;
}
