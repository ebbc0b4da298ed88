import type { Enclosure, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND, LETTER, SEMICOLON } from '../pattern/characters.js';
import { needs, runOf } from '../pattern/coming-text.js';
import type { Name } from './argument-value.js';

const MAX_STATEMENT = 110;
/** What a statement of SQL calls the password of an account. */
const NAME = /^(?:password|identified by|\w{1,24}_password)$/i;
/** In capitals SQL is written, and little else: these words and the option before the first need no more around them. */
const IN_CAPITALS = /\bIDENTIFIED BY$|\b(?:WITH|ENCRYPTED|LOGIN|SUPERUSER|REPLICATION) PASSWORD$/;
const PLUGIN = /_password$/i;
const BY = 'by ';
const IDENTIFIED_BY = 'identified by';
const IN_SQL = 'IDENTIFIED BY';
const ELSEWHERE =
  /^(?:password|externally|globally|values|random|email|name|id|(?:new|old|your|my|the|a)(?:_?pass(?:word|wd)?)?)$/i;
const MAX_BARE = 64;
const BEGINNING = /\b(?:create|alter)\s{1,8}(?:user|role|login|group)\s[^;]{1,96}$/i;
/** The same with nothing but the name behind it. */
const OF_ACCOUNT =
  /\b(?:create|alter)\s{1,8}user\s{1,8}(?:if\s{1,8}(?:not\s{1,8})?exists\s{1,8})?[^\s;,]{1,48}\s{1,8}$/i;
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

/** `CREATE USER scott IDENTIFIED BY tiger`, as Oracle writes it: any word but those that say where the password is. */
export function bareAccount(window: Window, { nameStart, nameEnd, closed, spaced }: Name): Opened {
  const { text } = window;
  if (
    closed !== nameEnd ||
    spaced !== nameEnd + 1 ||
    !isKind(text, spaced, LETTER) ||
    !isIdentifiedBy(text, nameStart, nameEnd)
  ) {
    return NONE;
  }
  if (!OF_ACCOUNT.test(window.before(nameStart, MAX_STATEMENT))) {
    return NONE;
  }
  const end = runOf(window, KIND.word, spaced, MAX_BARE);
  // In small letters it could be a sentence.
  const isStatement = text.slice(nameStart, nameEnd) === IN_SQL || text.charCodeAt(end) === SEMICOLON;
  const isPassword = isStatement && end < spaced + MAX_BARE && !ELSEWHERE.test(text.slice(spaced, end));
  return isPassword ? { start: spaced, end, close: '', escapes: 0, stop: KIND.stop } : NONE;
}

function isIdentifiedBy(text: string, nameStart: number, nameEnd: number): boolean {
  return nameEnd - nameStart === IDENTIFIED_BY.length && text.slice(nameStart, nameEnd).toLowerCase() === IDENTIFIED_BY;
}

/** `IDENTIFIED WITH 'mysql_native_password' BY 'dragon'`, where the name is that of a plugin. */
export function behindPlugin(window: Window, { nameStart, nameEnd, spaced }: Name): Opened {
  const { text } = window;
  const isPlugin = 'bB'.includes(text.charAt(spaced) || ' ') && PLUGIN.test(text.slice(nameStart, nameEnd));
  const behind = isPlugin ? text.slice(spaced, spaced + BY.length).toLowerCase() : '';
  if (!isPlugin || !BY.startsWith(behind)) {
    return NONE;
  }
  needs(window, spaced, BY.length);
  return openQuoted(window, spaced + BY.length) ?? NONE;
}

function isAccount(window: Window, nameStart: number, nameEnd: number): boolean {
  const name = window.text.slice(nameStart, nameEnd);
  return (
    NAME.test(name) &&
    (IN_CAPITALS.test(window.before(nameStart, MAX_OPTION) + name) ||
      BEGINNING.test(window.before(nameStart, MAX_STATEMENT)))
  );
}
