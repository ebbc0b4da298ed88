import type { Window } from '../lex/detector.js';
import { isClosing } from '../lex/take-while.js';
import { isInString } from '../lex/value-opening.js';
import { BACKSLASH, backslashesBefore, isKind, KIND } from '../pattern/characters.js';

const QUOTES = '"\'`';
const ENDS = [/[\s"]/, /[\s']/, /[\s`]/];
const MAX_ESCAPES = 7;
const MAX_BEFORE = 48;
/** A quote, and behind it neither a letter nor a sign that would be odd behind a string. */
const END_OF_STRING = /["'`](?=[,;:)\]}+.&|?%])/g;
const ANY_QUOTE = /["'`]/g;

/** The word that a URL is in. */
export interface UrlWord {
  /** What stands behind the `://` of it, as far as it was looked at. */
  readonly text: string;
  /** A blank or a quote ends it; otherwise more of it may come, or it is too long. */
  readonly isEnded: boolean;
  /** It is a string of its own, or the end of one: no quote within is its end. */
  readonly isString: boolean;
}

/** Up to a blank, or to the quote that closes the string in which nothing but a name stands before the URL. */
export function urlWord({ text, floor }: Window, schemeStart: number, behind: string): UrlWord {
  const start = beginning(text, schemeStart, Math.max(floor, schemeStart - MAX_BEFORE));
  const opener = start > floor ? QUOTES.indexOf(text.charAt(start - 1)) : -1;
  if (opener < 0 || (start - 2 >= floor && isKind(text, start - 2, KIND.alphanumeric))) {
    const blank = behind.search(/\s/);
    return { text: blank < 0 ? behind : behind.slice(0, blank), isEnded: blank >= 0, isString: false };
  }
  const escapes = backslashesBefore(text, start - 1, Math.max(floor, start - 1 - MAX_ESCAPES));
  const end = endOfString(behind, ENDS[opener] ?? /\s/, escapes);
  return { text: end < 0 ? behind : behind.slice(0, end), isEnded: end >= 0, isString: true };
}

/** `jdbc:postgres://`, `DATABASE_URL=postgres://`: what a string begins with too. */
function beginning(text: string, schemeStart: number, lowest: number): number {
  let start = schemeStart;
  while (start > lowest && (isKind(text, start - 1, KIND.name) || ':='.includes(text.charAt(start - 1)))) {
    start -= 1;
  }
  return start;
}

/** A string within a string has backslashes before its quotes, and more of them before those in it. */
export function endOfString(behind: string, stop: RegExp, escapes: number): number {
  let from = 0;
  for (;;) {
    const next = behind.slice(from).search(stop);
    const at = from + next;
    if (next < 0 || !QUOTES.includes(behind.charAt(at))) {
      return next < 0 ? next : at;
    }
    if (isClosing(backslashesBefore(behind, at, 0), escapes)) {
      return at;
    }
    from = at + 1;
  }
}

/**
 * Whether a quote in what would be a password can close a string that began before the URL; with any sign behind it where
 * the host is not sure.
 */
export function mayEndString(window: Window, schemeStart: number, password: string, isSure: boolean): boolean {
  for (const { 0: quote, index } of password.matchAll(isSure ? END_OF_STRING : ANY_QUOTE)) {
    if (password.charCodeAt(index - 1) === BACKSLASH || isInString(window, schemeStart, quote)) {
      return true;
    }
  }
  return false;
}
