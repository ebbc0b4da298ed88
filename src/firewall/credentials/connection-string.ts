import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { loginStart } from '../lex/login.js';
import { matchUpTo } from '../lex/long-value.js';
import { holdsPlaceholder, withHiddenName } from '../lex/placeholder.js';
import { untilEnd } from '../lex/take-while.js';
import { isInString, isQuote } from '../lex/value-opening.js';
import { backslashesBefore, isKind, KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { endOfString } from './url-word.js';

const MAX_BEFORE = 96;
const STOPS: Readonly<Record<string, RegExp>> = { '"': /"/, "'": /'/, '`': /`/ };

/** The rest of the string that the name stands in, or of the line. */
export function inOwnString(window: Window, start: number, rest: string): string {
  const quote = ['"', "'", '`'].find((each) => rest.includes(each) && isInString(window, start, each));
  const end = quote === undefined ? null : new RegExp(`^(?:[^\\\\${quote}]|\\\\.)*`).exec(rest);
  return end === null ? rest : end[0];
}

/**
 * The rest of the string that the name stands in, where the nearest quote before it opens one: quotes within are a part of
 * it, as they have more backslashes before them.
 */
export function inNearestString({ text, floor, origin }: Window, start: number, rest: string): string | undefined {
  const lowest = Math.max(floor, start - MAX_BEFORE);
  let at = start - 1;
  while (at > lowest && !isQuote(text, at) && !isKind(text, at, KIND.lineEnd)) {
    at -= 1;
  }
  const stop = at > lowest || at === origin ? STOPS[text.charAt(at)] : undefined;
  const escapes = backslashesBefore(text, at, lowest);
  // Behind a letter a quote closes a string, or is an apostrophe.
  if (stop === undefined || isKind(text, at - escapes - 1, KIND.alphanumeric)) {
    return undefined;
  }
  const end = endOfString(rest, stop, escapes);
  return end < 0 ? rest : rest.slice(0, end - backslashesBefore(rest, end, 0));
}

const MAX_PASSWORD = 64;
const LOGIN = /^([\w.@-]{1,32}:)./;

/** The password in `name:password@tcp(host)/base`. */
export const goDataSource: Detector = {
  name: 'go-data-source',
  group: 'secret',
  validates: 'a name and a colon before the password',
  source: 'github.com/go-sql-driver/mysql#dsn-data-source-name',
  literals: ['@tcp(', '@unix(', '@tcp6('],
  match: ({ text, floor, origin }, start) => {
    const from = loginStart(text, start, floor, origin);
    const login = from < 0 ? '' : text.slice(from, start);
    const name = LOGIN.exec(login)?.[1];
    return name === undefined || holdsPlaceholder(login) ? undefined : found(from + name.length, start, 'password');
  },
};

/** Behind the brace another member follows, or the end of the string or line. */
const ENDED = '(?=;|["\'`<\\\\\\s)]|$)';
const BRACED = new RegExp(`^(?:[^}]|\\}\\})+\\}${ENDED}`);
/** Written by hand, with a brace in it that is not doubled. */
const LOOSELY_BRACED = new RegExp(`^[^}]*\\}.*?\\}${ENDED}`);
/** Names and expressions of templates, and objects. */
const NO_PASSWORD = /^(?:\{.*\}|\$\{.*\}|\w+: .*|\d{1,2})$/;
/** `{password!r}`, as Python prints it. */
const CONVERTED = /^[a-z_.]{1,60}![rsa]$/i;
const EXPRESSION = /^\$?[a-z_.()[\]]+$/i;
const NAME_OF_PASSWORD = /pass|pwd|pw|secret|cred/i;

/** The password in braces of ODBC: `PWD={a;b}}c}`, in which a closing brace is written twice. */
export const odbcPassword: Detector = {
  name: 'odbc-password',
  group: 'secret',
  validates: 'braces around the value, and another member or the end behind it',
  source: 'learn.microsoft.com/sql/odbc/reference/syntax/sqldriverconnect-function',
  literals: ['pwd={', 'password={'],
  match: (window, start, end) => {
    const limit = end + MAX_PASSWORD + 2;
    const stop = searched(window, window.next(KIND.lineEnd, end, limit), limit);
    const value = inOwnString(window, start, window.text.slice(end, stop));
    const close = value.includes('}') ? (BRACED.exec(value) ?? LOOSELY_BRACED.exec(value))?.[0].length : undefined;
    const password = value.slice(0, (close ?? 1) - 1);
    return close === undefined || holdsPlaceholder(password) || isTemplate(password)
      ? undefined
      : found(end, end + password.length, 'password');
  },
};

function isTemplate(password: string): boolean {
  return (
    NO_PASSWORD.test(password) ||
    CONVERTED.test(password) ||
    (EXPRESSION.test(password) && NAME_OF_PASSWORD.test(password))
  );
}

const PGPASS_BEFORE = /(?:^|\n)(?:[\w.*-]{1,100}|\[[0-9a-f:]{2,40}\])$/i;
const PGPASS_AFTER = /^[\w.*-]{1,63}:[\w.*@+-]{1,63}:/;
const MAX_NAMES = 128;

/** The last member of a line of a PostgreSQL password file: `host:port:base:name:password`. */
export const pgpass: Detector = {
  name: 'pgpass',
  group: 'secret',
  validates: 'five members of a line, of which the second is the port',
  source: 'postgresql.org/docs/current/libpq-pgpass.html',
  literals: [':5432:', ':5433:', ':6432:', '*:*:'],
  match: (window, start, end) => {
    const { text, floor, origin } = window;
    const lowest = Math.max(floor, start - MAX_BEFORE - 1);
    const before = text.slice(lowest, text.charAt(start) === '*' ? start + 1 : start);
    const isLine = PGPASS_BEFORE.test(before) && (before.includes('\n') || lowest === origin);
    return isLine ? matchLine(window, end) : undefined;
  },
};

function matchLine(window: Window, end: number): Verdict | undefined {
  const value = { start: end, most: MAX_NAMES + MAX_PASSWORD, type: 'password' };
  return matchUpTo(window, KIND.lineEnd, value, (sample) => {
    const names = PGPASS_AFTER.exec(sample)?.[0].length;
    const isBlank = names === undefined || names === sample.length || isKind(sample, names, KIND.space);
    return isBlank ? -1 : names;
  });
}

const ORACLE_LOGIN = /^[\w.@+-]{1,64}\/(?!\/)/;
const MAX_LOGIN = 68;

/** The password in `name/password@host`, as Oracle's programs take it. */
export const oracleLogin: Detector = {
  name: 'oracle-login',
  group: 'secret',
  validates: 'the program or scheme before, a slash, and an `@` behind the password',
  source: 'docs.oracle.com/en/database/oracle/oracle-database/jjdbc',
  literals: ['jdbc:oracle:thin:', 'jdbc:oracle:oci:', 'sqlplus ', 'sqlplus -s ', 'sqlplus -l '],
  match: (window, _start, end) => {
    const limit = end + MAX_LOGIN + MAX_PASSWORD;
    const stop = searched(window, window.next(KIND.pause, end, limit), limit);
    const login = withHiddenName(window.text.slice(end, stop));
    const start = ORACLE_LOGIN.exec(login)?.[0].length ?? 0;
    const at = login.lastIndexOf('@');
    if (start === 0 || holdsPlaceholder(login) || login.charAt(start) === '$') {
      return undefined;
    }
    if (stop === limit) {
      const swallow = untilEnd({ start: end, close: '', escapes: 0, stop: KIND.pause }, 0);
      return { kind: 'open', start: end + start, type: 'password', sampleEnd: stop, swallow };
    }
    return at > start ? found(end + start, end + at, 'password') : undefined;
  },
};
