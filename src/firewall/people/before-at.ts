import type { Window } from '../lex/detector.js';
import { BACKSLASH, isKind, KIND, QUOTE } from '../pattern/characters.js';

/** What can stand behind a string, and what before one. */
const BEHIND = ' \t,:;)]}>=+\\';
const BEFORE = ' \t,:;([{<=+\\';
/** The most between the quotes of a name before an `@`. */
const MAX_QUOTED = 64;

/**
 * Where a name in quotes begins whose closing quote stands at an index: `"a b"`, in JSON `\"a b\"`, in CSV `""a b""`; -1
 * when none does.
 * What lies between the end of one string and the beginning of the next begins with what separates them.
 */
export function quotedStart(text: string, close: number, floor: number): number {
  const isEscaped = text.charCodeAt(close - 1) === BACKSLASH && close > floor;
  const isTwice = isQuoteBefore(text, close, floor);
  const end = isEscaped || isTwice ? close - 1 : close;
  const open = lastQuote(text, end, floor);
  if (isTwice && !isQuoteBefore(text, open, floor)) {
    return -1;
  }
  if (open < 0 || isEscaped !== isEscapedAt(text, open, floor)) {
    return -1;
  }
  const isName = end > open + 1 && !BEHIND.includes(text.charAt(open + 1)) && !BEFORE.includes(text.charAt(end - 1));
  return isName ? open - (isEscaped || isTwice ? 1 : 0) : -1;
}

/** A name in quotes that has begun, or that has ended just now, waits for the `@` that could follow it. */
export function holdQuoted(text: string, end: number, floor: number): number {
  const last = lastQuote(text, end, floor);
  const isLast = last >= 0 && last + 1 === end;
  const isPair = isEscapedAt(text, last, floor) || isQuoteBefore(text, last, floor);
  const open = isLast ? lastQuote(text, isPair ? last - 1 : last, floor) : last;
  const start = open < 0 ? last : open;
  return start < 0 ? end : start - (isEscapedAt(text, start, floor) || isQuoteBefore(text, start, floor) ? 1 : 0);
}

/** The last quote on the line before an index that is near enough; -1 when there is none. */
function lastQuote(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_QUOTED - 2);
  for (let index = end - 1; index >= lowest && !isKind(text, index, KIND.lineEnd); index -= 1) {
    if (text.charCodeAt(index) === QUOTE) {
      return index;
    }
  }
  return -1;
}

/** In the cells of CSV a quote is written twice. */
function isQuoteBefore(text: string, index: number, floor: number): boolean {
  return index > floor && text.charCodeAt(index - 1) === QUOTE;
}

function isEscapedAt(text: string, index: number, floor: number): boolean {
  return index > floor && text.charCodeAt(index - 1) === BACKSLASH;
}

/** Of any address but those that people are reached by. */
const SCHEME = /(?<![\w.])(?!mailto|sips?:|xmpp|acct|imaps?:|pop3?s?:|smtps?:|facetime)[a-z][a-z\d+.-]{1,14}:\/\/$/i;
const LONGEST_SCHEME = 19;
const ACCOUNT = /^[a-z][a-z_-]{0,23}\d{0,3}$/;
/** `$DB_PASSWORD@db.example.com`, behind the dollar. */
const VARIABLE = /^[A-Z_][A-Z\d_]{0,40}$/;

/**
 * `https://deploy@git.example.com/`: whether what stands before an `@` is an account of a server, or a variable that holds
 * one. A name with a full stop or capitals can be a person's, or a secret.
 */
export function isAccountOfServer({ text, floor }: Window, start: number, end: number): boolean {
  const before = start > floor ? text.charAt(start - 1) : '';
  if (before === '$') {
    return VARIABLE.test(text.slice(start, end));
  }
  return (
    before === '/' &&
    SCHEME.test(text.slice(Math.max(floor, start - LONGEST_SCHEME), start)) &&
    ACCOUNT.test(text.slice(start, end))
  );
}
