import type { Name } from './argument-value.js';
import type { Window } from './detector.js';
import { LONGEST_OPENING, openQuoted } from './opening.js';
import { type Found, MORE, NONE } from './until.js';
import type { Enclosure } from './value-enclosure.js';

const MAX_STATEMENT = 110;
/** What a statement of SQL calls the password of an account. */
const NAME = /^(?:password|identified by|\w{1,24}_password)$/i;
/** In capitals SQL is written, and little else: these words and the option before the first need no more around them. */
const IN_CAPITALS = /\bIDENTIFIED BY$|\b(?:WITH|ENCRYPTED|LOGIN|SUPERUSER|REPLICATION) PASSWORD$/;
const PLUGIN = /_password$/i;
const BY = 'by ';
const BEGINNING = /\b(?:create|alter)\s{1,8}(?:user|role|login|group)\s[^;]{1,96}$/i;
/** The longest option, and a space. */
const MAX_OPTION = 12;

/**
 * `ALTER USER bob WITH PASSWORD 'letmein'`, `IDENTIFIED BY 'dragon'`: a string behind these words of SQL is the password of
 * an account, whatever it looks like.
 */
export function ofAccount(window: Window, nameStart: number, nameEnd: number, quoted: Enclosure): Enclosure {
  const { close } = quoted;
  const isString = close === "'" || close === '"';
  return isString && isAccount(window, nameStart, nameEnd) ? { ...quoted, statement: undefined } : quoted;
}

/** `IDENTIFIED WITH 'mysql_native_password' BY 'dragon'`, where the name is that of a plugin. */
export function behindPlugin({ text, isFinal }: Window, { nameStart, nameEnd, spaced }: Name): Found<Enclosure> {
  const isPlugin = 'bB'.includes(text.charAt(spaced) || ' ') && PLUGIN.test(text.slice(nameStart, nameEnd));
  const behind = isPlugin ? text.slice(spaced, spaced + BY.length).toLowerCase() : '';
  if (!isPlugin || !BY.startsWith(behind)) {
    return NONE;
  }
  const start = spaced + BY.length;
  return start + LONGEST_OPENING > text.length && !isFinal ? MORE : (openQuoted(text, start) ?? NONE);
}

function isAccount({ text, floor }: Window, nameStart: number, nameEnd: number): boolean {
  return (
    NAME.test(text.slice(nameStart, nameEnd)) &&
    (IN_CAPITALS.test(text.slice(Math.max(floor, nameStart - MAX_OPTION), nameEnd)) ||
      BEGINNING.test(text.slice(Math.max(floor, nameStart - MAX_STATEMENT), nameStart)))
  );
}
