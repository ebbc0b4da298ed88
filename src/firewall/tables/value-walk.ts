import type { Cell } from '../lex/table-row.js';
import { APOSTROPHE, BACKSLASH, COMMA, QUOTE, ROUND_CLOSING, ROUND_OPENING, SEMICOLON } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';

/** The end of the text, or the limit, came before that of the value. */
export const PAUSED = -1;
/** A string has ended. */
export const CLOSED = -2;
const STOP_PAUSED = 1;
const STOP_CLOSED = 2;
const STOP_ENDED = 3;

/** More are not in a value that is held. */
const MOST_STRINGS = 1024;
const SIGNS = [COMMA, ROUND_CLOSING, APOSTROPHE, ROUND_OPENING, QUOTE, SEMICOLON];

/** Walks through a value of a statement to the comma or bracket that ends it, in as many parts as it comes in. */
export interface ValueWalk {
  readonly begin: () => void;
  /** The end of the value, if it comes before the limit. */
  readonly next: (coming: ComingText, from: number, limit: number, stopsBehindString?: boolean) => number;
  /** Where the walk goes on after a pause. */
  readonly reached: () => number;
  /** What stood in quotes since the value began, in the text of the last part. */
  readonly strings: () => readonly Cell[];
  /** Where the string began that has not ended; less than nothing when none has begun. */
  readonly opened: () => number;
}

export function createValueWalk(): ValueWalk {
  // The quote that a string began with.
  let quote = 0;
  let start = -1;
  let depth = 0;
  let at = 0;
  let strings: Cell[] = [];

  /** Behind a sign in a string; the same place when it cannot be told yet. */
  const inString = (coming: ComingText, code: number): number => {
    if (code !== quote && code !== BACKSLASH) {
      return at + 1;
    }
    if (isCut(coming, at, 3)) {
      return at;
    }
    const { text } = coming;
    const next = text.charCodeAt(at + 1);
    if (code === BACKSLASH) {
      return at + (isEscaped(text, next) ? 2 : 1);
    }
    if (next === quote) {
      return at + 2;
    }
    if (strings.length < MOST_STRINGS) {
      strings.push({ start, end: at });
    }
    start = -1;
    quote = 0;
    return at + 1;
  };

  const isEscaped = (text: string, next: number): boolean =>
    next === BACKSLASH || (next === quote && !isEndAt(text, at + 2));

  /** Behind a sign between strings; the same place when it ends the value. */
  const outside = (code: number): number => {
    const isEnd = code === SEMICOLON || (depth === 0 && (code === COMMA || code === ROUND_CLOSING));
    if (code === APOSTROPHE || code === QUOTE) {
      quote = code;
      start = at + 1;
    }
    depth += code === ROUND_OPENING ? 1 : code === ROUND_CLOSING ? -1 : 0;
    return isEnd ? at : at + 1;
  };

  /** One sign further; more than nothing when the walk has to stop there. */
  const step = (coming: ComingText, stopsBehindString: boolean): number => {
    const isInside = quote !== 0;
    const code = coming.text.charCodeAt(at);
    const behind = isInside ? inString(coming, code) : outside(code);
    if (behind === at) {
      return isInside ? STOP_PAUSED : STOP_ENDED;
    }
    at = behind;
    return stopsBehindString && isInside && quote === 0 ? STOP_CLOSED : 0;
  };

  return {
    begin: () => {
      quote = 0;
      start = -1;
      depth = 0;
      strings = [];
    },
    next: (coming, from, limit, stopsBehindString = false) => {
      const { text } = coming;
      const stop = Math.min(limit, text.length);
      for (at = plainEnd(text, from, stop, quote); at < stop; at = plainEnd(text, at, stop, quote)) {
        const met = step(coming, stopsBehindString);
        if (met > 0) {
          return met === STOP_ENDED ? at : -met;
        }
      }
      return stop < text.length || isCut(coming, stop) ? PAUSED : Math.min(at, stop);
    },
    reached: () => at,
    strings: () => strings,
    opened: () => start,
  };
}

/** The next sign that says something, in a string or between strings. */
function plainEnd(text: string, from: number, stop: number, quote: number): number {
  let index = from;
  for (let code = 0; index < stop; index += 1) {
    code = text.charCodeAt(index);
    const isSign = quote === 0 ? code <= SEMICOLON && SIGNS.includes(code) : code === quote || code === BACKSLASH;
    if (isSign) {
      break;
    }
  }
  return index;
}

/** Behind a quote that a backslash stands before: only where no value goes on it is one that closes. */
function isEndAt(text: string, index: number): boolean {
  const code = index < text.length ? text.charCodeAt(index) : COMMA;
  return code === COMMA || code === ROUND_CLOSING;
}
