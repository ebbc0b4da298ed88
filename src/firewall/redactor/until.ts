import { type Block, findBlockEnd } from './block-end.js';
import { BACKSLASH, type CharacterKind, isKind, KIND, runEnd } from './characters.js';
import type { Swallow } from './detector.js';
import { innerSign } from './inner-sign.js';

/** Takes characters as long as they are of a kind. */
export function whileKind(kind: CharacterKind): Swallow {
  return (text, from) => {
    const upTo = runEnd(text, kind, from, text.length);
    return { upTo, isDone: upTo < text.length };
  };
}

/** No assignment. */
export const NONE = 'none';
/** More text is needed. */
export const MORE = 'more';

export type Found<T> = T | typeof NONE | typeof MORE;

/**
 * What stands between a name and its value when it is less than a separator, so that the value must look like one: the
 * word "is" or a dash; a space; a bracket around it alone, or the quotes of code in prose; the comma or bracket of a call;
 * the bracket of a list; the end of the line; the comma between the two items of a list, or the end of the line where the
 * next one is not indented.
 */
export type Statement = 'verb' | 'space' | 'bracket' | 'call' | 'list' | 'below' | 'apart';

/** How a value is enclosed. */
export interface Enclosure {
  readonly start: number;
  /** The character that closes it, or three of them, or nothing. */
  readonly close: string;
  /** How many backslashes stand before that character: one in JSON inside a JSON string. */
  readonly escapes: number;
  /** Characters that end the value in any case. */
  readonly stop: CharacterKind;
  /** What has to stand behind the value: the end tag of an element. */
  readonly endTag?: string;
  /** An environment variable: data, not code. */
  readonly isData?: boolean;
  /** The value goes on to the end of its line or word; punctuation at its end belongs to what is around it. */
  readonly isLine?: boolean;
  /** The value follows a colon or an option, and a space: it may be a word of a sentence. */
  readonly isSpoken?: boolean;
  /** The value follows `=` and a space. */
  readonly isSpaced?: boolean;
  readonly statement?: Statement | undefined;
  /** The value is the lines below its key. */
  readonly block?: Block;
  /** The name before a value without quotes. */
  readonly nameStart?: number;
  readonly nameEnd?: number;
  /** Which signs can be a part of a value without quotes that end others: see `inner-sign.ts`. */
  readonly inner?: 'line' | 'word' | 'query' | 'form' | 'none';
  /** What closes the string or bracket around a parameter. */
  readonly outer?: string;
  /** The value stands on the line below its name, where another name may stand as well. */
  readonly isBelow?: boolean;
  /** Where the name begins, if the quote behind it could close a string that it stands in. */
  readonly couldBeInString?: number | undefined;
}

/** Where the search for the end of an enclosed value stands. */
export interface EndSearch {
  at: number;
  /** Consecutive backslashes just before `at`. */
  backslashes: number;
}

/**
 * Goes on to the end of the value or to `limit`; says whether it is the end, which is then `search.at`. Backslashes
 * that may belong to the closing quote are left to be read again.
 */
export function findEnd(
  search: EndSearch,
  enclosure: Enclosure,
  text: string,
  limit: number,
  isFinal = false,
): boolean {
  const { close, escapes, stop, block } = enclosure;
  if (block !== undefined) {
    return findBlockEnd(search, block, text, limit);
  }
  if (close.length > 1) {
    return findFence(search, close, text, limit);
  }
  const end = Math.min(limit, text.length);
  const closeCode = close.charCodeAt(0);
  let { at, backslashes } = search;
  let isEnd = false;
  while (at < end) {
    const code = text.charCodeAt(at);
    isEnd = (code === closeCode && isClosing(backslashes, escapes)) || isKind(text, at, stop);
    const length = isEnd ? pairAt(text, at, enclosure, isFinal) : 1;
    if (length === 0 || (length === UNKNOWN && isFinal)) {
      break;
    }
    isEnd = false;
    if (length === UNKNOWN) {
      break;
    }
    backslashes = code === BACKSLASH ? backslashes + 1 : 0;
    at += length;
  }
  const unread = Math.min(backslashes, escapes);
  search.at = at - unread;
  search.backslashes = backslashes - unread;
  return isEnd;
}

const UNKNOWN = -1;
const PAIR = 2;
const SPACE = 0x20;

/**
 * How many characters that look like the end of a value are a part of it: a quote that is written twice, or a space behind
 * a backslash as shells read it. Less than nothing when more text is needed.
 */
export function pairAt(text: string, at: number, enclosure: Enclosure, isFinal = false): number {
  const pair = lengthOfPair(text, at, enclosure);
  const mayGoOn = pair === 0 && enclosure.inner !== undefined && at !== enclosure.start;
  return mayGoOn && text.charCodeAt(at) > SPACE ? innerSign(text, at, enclosure, isFinal) : pair;
}

function lengthOfPair(text: string, at: number, { close, escapes, start }: Enclosure): number {
  const isQuote = escapes === 0 && (close === "'" || close === '"') && text.charAt(at) === close;
  const isBackslash = close === '' && text.charCodeAt(at) === BACKSLASH;
  if (isQuote) {
    return at === start ? lengthOfReopened(text, at, close) : lengthOfQuotes(text, at, close);
  }
  if (!isBackslash || at === start) {
    return 0;
  }
  if (at + 1 >= text.length) {
    return UNKNOWN;
  }
  const isBlank = text.charAt(at + 1) === ' ';
  if (isBlank && at + PAIR >= text.length) {
    return UNKNOWN;
  }
  return isBlank && isKind(text, at + PAIR, KIND.alphanumeric) ? PAIR : 0;
}

function lengthOfQuotes(text: string, at: number, close: string): number {
  if (at + 1 >= text.length) {
    return UNKNOWN;
  }
  return text.charAt(at + 1) === close ? PAIR : lengthOfReopened(text, at, close);
}

/** How shells write an apostrophe within apostrophes: they are closed before it, and opened again behind it. */
const REOPENED = ["'\\''", `'"'"'`];

function lengthOfReopened(text: string, at: number, close: string): number {
  const whole = close === "'" ? REOPENED.find((each) => each.charAt(1) === text.charAt(at + 1)) : undefined;
  if (whole === undefined) {
    return 0;
  }
  const seen = text.slice(at, at + whole.length);
  return seen === whole ? whole.length : whole.startsWith(seen) ? UNKNOWN : 0;
}

/** A closing of several characters is read again when it is not whole. */
function findFence(search: EndSearch, close: string, text: string, limit: number): boolean {
  const end = Math.min(limit, text.length);
  const first = close.charCodeAt(0);
  let at = search.at;
  while (at < end) {
    const isBegun = text.charCodeAt(at) === first && (at + close.length > text.length || text.startsWith(close, at));
    if (isBegun && !isEscapedPair(text, close, at)) {
      break;
    }
    at += 1;
  }
  search.at = at;
  return at < end && text.startsWith(close, at);
}

/** A quote that is written twice, behind a backslash: in the JSON of a table's cell it is a part of the value. */
function isEscapedPair(text: string, close: string, at: number): boolean {
  return close.length === PAIR && text.charCodeAt(at - 1) === BACKSLASH;
}

/** Takes the rest of an enclosed value. */
export function untilEnd(enclosure: Enclosure, backslashes: number): Swallow {
  const search = { at: 0, backslashes };
  const rest = { ...enclosure, start: -1 };
  return (text, from, isFinal) => {
    search.at = from;
    const isDone = findEnd(search, rest, text, text.length, isFinal);
    return { upTo: search.at, isDone };
  };
}

/** A quote inside the value has more backslashes before it; one with fewer closes what is around the value. */
function isClosing(backslashes: number, escapes: number): boolean {
  return backslashes < escapes || backslashes % (2 * escapes + 2) === escapes;
}
