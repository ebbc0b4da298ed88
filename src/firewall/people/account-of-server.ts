import type { Window } from '../lex/detector.js';

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
