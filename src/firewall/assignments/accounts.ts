import { type Enclosure, LOOK_BACK, type Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { isKind, KIND, LETTER, runStart, SEMICOLON } from '../pattern/characters.js';
import { runOf } from '../pattern/coming-text.js';
import type { Name } from './links.js';

const MAX_STATEMENT = 110;
/** What a statement of SQL calls the password of an account. */
const NAME = /^(?:password|identified by|\w{1,24}_password)$/i;
/** In capitals SQL is written, and little else: these words and the option before the first need no more around them. */
const IN_CAPITALS = /\bIDENTIFIED BY$|\b(?:WITH|ENCRYPTED|LOGIN|SUPERUSER|REPLICATION) PASSWORD$/;
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

function isAccount(window: Window, nameStart: number, nameEnd: number): boolean {
  const name = window.text.slice(nameStart, nameEnd);
  return (
    NAME.test(name) &&
    (IN_CAPITALS.test(window.before(nameStart, MAX_OPTION) + name) ||
      BEGINNING.test(window.before(nameStart, MAX_STATEMENT)))
  );
}

const MACHINE =
  /\b(?:machine\s{1,4}\S{1,64}|default)\s{1,8}(?:(?:login|account)\s{1,4}\S{1,32}\s{1,8}){1,2}password\s{1,4}$/;

/** Whether a password begins here as `.netrc` has it: `machine example.com login bob password hunter2`. */
export function isOfMachine(window: Window, start: number): boolean {
  if (!isBehindPassword(window.text, start, window.floor)) {
    return false;
  }
  const before = window.before(start, LOOK_BACK);
  return LOGIN.test(before) && MACHINE.test(before);
}

const LOGIN = /login|account/;
const MOST_BLANKS = 4;
const PASSWORD = 'password';

/** A cheap question before the pattern. */
function isBehindPassword(text: string, start: number, floor: number): boolean {
  const end = runStart(text, KIND.space | KIND.lineEnd, start, Math.max(floor, start - MOST_BLANKS));
  return end < start && text.startsWith(PASSWORD, end - PASSWORD.length);
}
