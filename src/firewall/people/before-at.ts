import type { Window } from '../lex/detector.js';

/** Of a name in quotes before an `@`: it begins with nothing that can stand behind a string, and ends with nothing that can stand before one. */
const NAME = String.raw`(?![ \t,:;)\]}>=+\\])[^"\r\n]{1,65}(?<![ \t,:;([{<=+\\])`;
const QUOTED = new RegExp(String.raw`(?:\\"${NAME}\\"|""${NAME}""|(?<!\\)"${NAME}")$`);
const BEGUN = /["\\]?"[^"\r\n]{0,65}(?:["\\]?")?$/;
/** With the quotes around it, and what stands before each. */
const LONGEST = 70;

/**
 * Where a name in quotes begins whose closing quote stands at an index: `"a b"`, in JSON `\"a b\"`, in CSV `""a b""`; -1
 * when none does.
 */
export function quotedStart(text: string, close: number, floor: number): number {
  return startOf(QUOTED, text, close + 1, floor);
}

/** A name in quotes that has begun, or that has ended just now, waits for the `@` that could follow it. */
export function holdQuoted(text: string, end: number, floor: number): number {
  const start = startOf(BEGUN, text, end, floor);
  return start < 0 ? end : start;
}

/** Where a pattern of the end of a text fits; -1 when it does not. */
function startOf(pattern: RegExp, text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - LONGEST);
  const length = text.slice(lowest, end).search(pattern);
  return length < 0 ? -1 : lowest + length;
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
