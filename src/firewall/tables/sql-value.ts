import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import { APOSTROPHE, BACKSLASH, COMMA, QUOTE, ROUND_CLOSING, ROUND_OPENING, SEMICOLON } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { type Cursor, endNear, endWithin, MAX_CELL, pass, type Reading } from './cursor.js';

const SIGNS = [COMMA, ROUND_CLOSING, APOSTROPHE, ROUND_OPENING, QUOTE, SEMICOLON];
/** In place of a value. */
const NO_VALUE = /^(?:null|default|true|false|\w+\(\))$/i;

/**
 * Goes to the comma or bracket that ends a value. Under a rule its strings are hidden, or all of it when it has none:
 * `'…'`, `crypt('…', gen_salt('…'))`, `0x…`.
 */
export function* readValue(cursor: Cursor, rule: FieldRule | undefined): Reading {
  const end = yield* endWithin(cursor, MAX_CELL, valueEnd);
  if (end < 0) {
    yield* readLong(cursor, rule);
  } else {
    takeValue(cursor, rule, end);
  }
}

/** The same of a value that has come, if it can be held: without a generator it takes less. */
export function hasTakenValue(cursor: Cursor, rule: FieldRule | undefined): boolean {
  const end = endNear(cursor, MAX_CELL, valueEnd) ?? -1;
  if (end >= 0) {
    takeValue(cursor, rule, end);
  }
  return end >= 0;
}

/** Where a value ends that begins at an index. */
export const valueEnd: Swallow = (coming, from) => walkValue(coming, from, ignore);

function ignore(): void {
  // Of the strings of a value only the end is wanted.
}

function walkValue(coming: ComingText, from: number, onString: (string: Cell) => void): ReturnType<Swallow> {
  const { text } = coming;
  const nesting = { depth: 0 };
  let at = bareEnd(text, from, nesting);
  while (isQuote(text, at)) {
    const start = at + 1;
    const string = stringEnd(coming, start, text.charCodeAt(at));
    onString(string.isDone ? { start, end: string.upTo } : trimmed(text, start, text.length));
    if (!string.isDone) {
      return string;
    }
    at = bareEnd(text, string.upTo + 1, nesting);
  }
  return { upTo: at, isDone: at < text.length };
}

function takeValue(cursor: Cursor, rule: FieldRule | undefined, end: number): void {
  if (rule !== undefined) {
    hideValue(cursor, rule, end);
  }
  cursor.at = end;
}

function hideValue(cursor: Cursor, rule: FieldRule, end: number): void {
  const { coming, at } = cursor;
  let hasString = false;
  walkValue(coming, at, (string) => {
    hasString = true;
    cursor.hideCell(rule, string);
  });
  const whole = trimmed(coming.text, at, end);
  if (!hasString && !NO_VALUE.test(coming.text.slice(whole.start, whole.end))) {
    cursor.hideCell(rule, whole);
  }
}

/** Of a value that is too long to be held, each string is read by itself. */
function* readLong(cursor: Cursor, rule: FieldRule | undefined): Reading {
  const nesting = { depth: 0 };
  const untilSign: Swallow = ({ text }, from) => {
    const upTo = bareEnd(text, from, nesting);
    return { upTo, isDone: upTo < text.length };
  };
  const { coming, at } = cursor;
  const first = bareEnd(coming.text, at, { depth: 0 });
  const isBare = rule !== undefined && (!isQuote(coming.text, first) || first > at + MAX_CELL);
  yield* pass(cursor, untilSign, isBare ? { rule, start: trimmed(coming.text, at, at + MAX_CELL).start } : undefined);
  while (isQuote(cursor.coming.text, cursor.at)) {
    yield* readString(cursor, rule);
    yield* pass(cursor, untilSign);
  }
}

/** Outside of strings, the next quote or the end of the value. */
function bareEnd(text: string, from: number, nesting: { depth: number }): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isSign = code <= SEMICOLON && SIGNS.includes(code);
    if (isSign && isStop(code, nesting.depth)) {
      return at;
    }
    nesting.depth += code === ROUND_OPENING ? 1 : code === ROUND_CLOSING ? -1 : 0;
  }
  return text.length;
}

function isStop(code: number, depth: number): boolean {
  return code === APOSTROPHE || code === QUOTE || code === SEMICOLON || (depth === 0 && code !== ROUND_OPENING);
}

function isQuote(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === APOSTROPHE || code === QUOTE;
}

/** Goes behind a string. */
function* readString(cursor: Cursor, rule: FieldRule | undefined): Reading {
  const quote = cursor.coming.text.charCodeAt(cursor.at);
  const untilEnd: Swallow = (coming, from) => stringEnd(coming, from, quote);
  cursor.at += 1;
  const end = rule === undefined ? -1 : yield* endWithin(cursor, MAX_CELL, untilEnd);
  const { at: start, coming } = cursor;
  if (rule === undefined || end < 0) {
    yield* pass(cursor, untilEnd, rule && { rule, start });
  } else {
    const isClosed = end < coming.text.length;
    cursor.hideCell(rule, isClosed ? { start, end } : trimmed(coming.text, start, end));
    cursor.at = end;
  }
  cursor.at = Math.min(cursor.at + 1, cursor.coming.text.length);
}

/** The quote that ends a string, and is neither doubled nor escaped. */
function stringEnd(coming: ComingText, from: number, quote: number): ReturnType<Swallow> {
  const { text } = coming;
  let at = nextSign(text, from, quote);
  while (at < text.length && !isCut(coming, at, 3)) {
    const isEscaped = isPair(text, at, quote);
    if (text.charCodeAt(at) === quote && !isEscaped) {
      return { upTo: at, isDone: true };
    }
    at = nextSign(text, at + (isEscaped ? 2 : 1), quote);
  }
  return { upTo: at, isDone: false };
}

function nextSign(text: string, from: number, quote: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== quote && text.charCodeAt(at) !== BACKSLASH) {
    at += 1;
  }
  return at;
}

/** A doubled quote, a doubled backslash, or a quote behind one where the value goes on. */
function isPair(text: string, at: number, quote: number): boolean {
  const next = text.charCodeAt(at + 1);
  if (next === quote && text.charCodeAt(at) === BACKSLASH) {
    const behind = at + 2 < text.length ? text.charCodeAt(at + 2) : COMMA;
    return behind !== COMMA && behind !== ROUND_CLOSING;
  }
  return next === text.charCodeAt(at);
}
