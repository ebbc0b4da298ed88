import { APOSTROPHE, BACKSLASH, type CharacterKind, isKind, KIND, runEnd, SPACE } from '../pattern/characters.js';
import { type ComingText, needs } from '../pattern/coming-text.js';
import { findBlockEnd } from './block-end.js';
import type { Enclosure, Swallow } from './detector.js';
import { innerSign } from './inner-sign.js';

/** Takes characters as long as they are of a kind. */
export function whileKind(kind: CharacterKind): Swallow {
  return ({ text }, from) => {
    const upTo = runEnd(text, kind, from, text.length);
    return { upTo, isDone: upTo < text.length };
  };
}

/** No assignment. */
export const NONE = 'none';

/** How a value is enclosed, where one begins. */
export type Opened = Enclosure | typeof NONE;

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
export function findEnd(search: EndSearch, enclosure: Enclosure, coming: ComingText, limit: number): boolean {
  const { text } = coming;
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
    const length = isEnd ? pairAt(coming, at, enclosure) : 1;
    if (length === 0) {
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

/**
 * How many characters that look like the end of a value are a part of it: a quote that is written twice, or a space behind
 * a backslash as shells read it. Less than nothing when more text is needed.
 */
export function pairAt(coming: ComingText, at: number, enclosure: Enclosure): number {
  const { text } = coming;
  const isApostrophe = enclosure.close === '' && text.charCodeAt(at) === APOSTROPHE;
  const pair = isApostrophe ? lengthOfBareReopened(coming, at) : lengthOfPair(coming, at, enclosure);
  const mayGoOn = pair === 0 && enclosure.inner !== undefined && at !== enclosure.start;
  return mayGoOn && text.charCodeAt(at) > SPACE ? innerSign(coming, at, enclosure) : pair;
}

function lengthOfPair(coming: ComingText, at: number, { close, escapes, start }: Enclosure): number {
  const { text } = coming;
  const isQuote = escapes === 0 && (close === "'" || close === '"') && text.charAt(at) === close;
  const isBackslash = close === '' && text.charCodeAt(at) === BACKSLASH;
  if (isQuote) {
    return at === start ? lengthOfReopened(coming, at, close) : lengthOfQuotes(coming, at, close);
  }
  if (!isBackslash || at === start) {
    return 0;
  }
  const isBlank = text.charAt(at + 1) === ' ';
  if (needs(coming, at, isBlank ? PAIR + 1 : PAIR)) {
    return UNKNOWN;
  }
  return isBlank && isKind(text, at + PAIR, KIND.alphanumeric) ? PAIR : 0;
}

function lengthOfQuotes(coming: ComingText, at: number, close: string): number {
  if (needs(coming, at, PAIR)) {
    return UNKNOWN;
  }
  return coming.text.charAt(at + 1) === close ? PAIR : lengthOfReopened(coming, at, close);
}

/** How shells write an apostrophe within apostrophes: they are closed before it, and opened again behind it. */
const REOPENED = ["'\\''", `'"'"'`];

function lengthOfReopened(coming: ComingText, at: number, close: string): number {
  const { text } = coming;
  const whole = close === "'" ? REOPENED.find((each) => each.charAt(1) === text.charAt(at + 1)) : undefined;
  if (whole === undefined) {
    return 0;
  }
  const seen = text.slice(at, at + whole.length);
  return seen === whole ? whole.length : whole.startsWith(seen) && needs(coming, at, whole.length) ? UNKNOWN : 0;
}

/** The same in a value without quotes of its own, within those of all of an argument: `'password=it'\''s'`. */
function lengthOfBareReopened(coming: ComingText, at: number): number {
  return needs(coming, at, PAIR) ? UNKNOWN : lengthOfReopened(coming, at, "'");
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
  return (coming, from) => {
    search.at = from;
    const isDone = findEnd(search, rest, coming, coming.text.length);
    return { upTo: search.at, isDone };
  };
}

/** A quote inside the value has more backslashes before it; one with fewer closes what is around the value. */
export function isClosing(backslashes: number, escapes: number): boolean {
  return backslashes < escapes || backslashes % (2 * escapes + 2) === escapes;
}
