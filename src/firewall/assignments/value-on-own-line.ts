import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { isLineStart } from '../lex/value-opening.js';
import { COMMA, isKind, KIND, QUOTE, SPACE, TAB } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

const MAX_VALUE = 96;
const LEAST_STRONG = 8;
const LEAST_RANDOM = 12;
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** As columns are called, in the line that heads a table. */
const COLUMN = /^(?:[A-Za-z][a-z]+(?:[A-Z][a-z]+)+\d{0,2}[A-Z]?|[A-Z]+(?:_[A-Z]+){0,4}\d{1,2})$/;
/**
 * A value that is all the rest of a line which a name begins, with a comma or the gap of a column between them:
 * `DB_PASSWORD,hunter2`. Such lines also head tables, so that the name has to be a variable's, or the value random.
 */
export function openOwnLine(window: Window, nameStart: number, nameEnd: number): Opened {
  const { text } = window;
  const quoted = text.charCodeAt(nameEnd) === QUOTE ? 1 : 0;
  const sign = text.charCodeAt(nameEnd + quoted);
  const isParted = sign === COMMA || (quoted === 0 && (sign === TAB || sign === SPACE));
  if (!isParted || (quoted === 1 && text.charCodeAt(nameStart - 1) !== QUOTE)) {
    return NONE;
  }
  const isBegun = isLineStart(window, nameStart - quoted);
  return isBegun ? openRest(window, nameStart, nameEnd, quoted) : NONE;
}

function openRest(window: Window, nameStart: number, nameEnd: number, quoted: number): Opened {
  const { text } = window;
  const start = nameEnd + 1 + 2 * quoted;
  const isSpaced = text.charCodeAt(nameEnd) === SPACE;
  const isVariable = VARIABLE.test(text.slice(nameStart, nameEnd));
  if ((isSpaced && !isVariable) || isKind(text, start, KIND.space | KIND.lineEnd)) {
    return NONE;
  }
  const end = lineValueEnd(window, start, quoted);
  if (end < 0) {
    return NONE;
  }
  const value = text.slice(start, end);
  const isTold = isSpaced ? isRandom(value) : isVariable || isStrong(value);
  if (!isTold || value.includes(',') || COLUMN.test(value) || (quoted === 1 && text.charCodeAt(start - 1) !== QUOTE)) {
    return NONE;
  }
  return { start, close: quoted === 1 ? '"' : '', escapes: 0, stop: KIND.pause, statement: 'call' };
}

const NOWHERE = -1;

/** The end of a word that ends its line, before the quote that closes it. */
function lineValueEnd(window: Window, start: number, quoted: number): number {
  const { text } = window;
  const limit = start + MAX_VALUE;
  const end = window.next(KIND.pause, start, limit);
  const behind = end + quoted;
  if (end >= limit) {
    return NOWHERE;
  }
  needs(window, start, behind + 1 - start);
  if (behind >= text.length) {
    return behind === text.length ? end : NOWHERE;
  }
  return isKind(text, behind, KIND.lineEnd) && (quoted === 0 || text.charCodeAt(end) === QUOTE) ? end : NOWHERE;
}

function isStrong(value: string): boolean {
  return value.length >= LEAST_STRONG && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Behind a blank alone, where words stand too. */
function isRandom(value: string): boolean {
  return value.length >= LEAST_RANDOM && isStrong(value) && /\d[A-Za-z]+\d/.test(value);
}
