import { isDigit } from '../lex/digits.js';
import { WITHOUT_WIDTH } from '../lex/escapes.js';
import { FIRST_BEYOND_ASCII, firstOf, KIND, PLUS, runEnd, runStart } from '../pattern/characters.js';

/** Escapes that can stand between the digits of a number, or for the plus before it. */
export const ESCAPES = [
  '%20',
  '%2520',
  '%2d',
  '%2e',
  '%2f',
  '%2b',
  '%29',
  '%c2%a',
  '%e2%80%',
  '\\u00a',
  '\\u20',
  '\\u2212',
  '&nbsp;',
  '&#',
];

/** What can stand in a number. */
export const NUMBER = KIND.alphanumeric | KIND.joint | KIND.local;

/** No number begins further before its disguise. */
export const LONGEST_HEAD = 48;

/** Where a number would begin that goes on behind a disguise. */
export function headOf(text: string, disguise: number, floor: number): number {
  return runStart(text, NUMBER, disguise, Math.max(floor, disguise - LONGEST_HEAD));
}

/** Whether a character without width stands at an index. */
export function isHiddenAt(text: string, index: number): boolean {
  return text.charCodeAt(index) >= FIRST_BEYOND_ASCII && WITHOUT_WIDTH.includes(text.charAt(index));
}

/**
 * The groups of a number before an index, when a disguise stands among them or behind them, or begins to be written there:
 * whatever was decided about them without it, what the disguise hides may take them in.
 */
export function holdDisguised(text: string, end: number, floor: number): number {
  const begun = escapeBefore(text, end, floor);
  const last = begun === NOWHERE ? end : begun;
  const head = headOf(text, last, floor);
  if (head === last || (begun === NOWHERE && !isDisguisedFrom(text, head, end))) {
    return end;
  }
  return firstOf(text, KIND.digit, head, last) < last ? head : end;
}

/** An escape before an index of which nothing more has come than its beginning, or that has just ended. */
function escapeBefore(text: string, end: number, floor: number): number {
  for (let index = end - 1; index >= floor && index >= end - LONGEST_ESCAPE; index -= 1) {
    if (SIGNS.includes(text.charAt(index))) {
      const written = text.slice(index, end).toLowerCase();
      return ESCAPES.some((each) => each.startsWith(written)) ? index : NOWHERE;
    }
  }
  return NOWHERE;
}

/** The detectors before may have given up for what they saw further on, or have taken the digits of an escape for more. */
function isDisguisedFrom(text: string, from: number, index: number): boolean {
  const end = runEnd(text, NUMBER, index, Math.min(text.length, index + LONGEST_HEAD));
  return hasDisguise(text, from, end) || beginsEscape(text, end) || beginsEscape(text, from - 1);
}

function beginsEscape(text: string, index: number): boolean {
  if (!SIGNS.includes(text.charAt(index) || ' ')) {
    return false;
  }
  const written = text.slice(index, index + LONGEST_ESCAPE).toLowerCase();
  return ESCAPES.some((each) => each.startsWith(written) || written.startsWith(each));
}

function hasDisguise(text: string, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (isHiddenAt(text, index) || isPercentOrPlus(text, index, from)) {
      return true;
    }
  }
  return false;
}

/** An escaped character; or a plus behind a digit, which stands for a space in a query. */
function isPercentOrPlus(text: string, index: number, from: number): boolean {
  const code = text.charCodeAt(index);
  return code === PERCENT ? isDigit(text, index + 1) : code === PLUS && index > from && isDigit(text, index - 1);
}

const PERCENT = 0x25;
const SIGNS = '%\\&';
const NOWHERE = -1;
const LONGEST_ESCAPE = Math.max(...ESCAPES.map(({ length }) => length));
