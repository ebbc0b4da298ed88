import { createNotations, type Notation } from '../bind/notation.js';
import { type Detector, found, type Window } from '../lex/detector.js';
import { loginStart } from '../lex/login.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
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

const PGPASS: Omit<Notation, 'literals'> = {
  before: /(?:^|\n)(?:[\w.*-]{1,100}|\[[0-9a-f:]{2,40}\])$/i,
  behind: /[\w.*-]{1,63}:[\w.*@+-]{1,63}:(?=\S)/,
  stop: KIND.lineEnd,
  isWhole: true,
  judge: () => true,
};

/** The last member of a line of a PostgreSQL password file: `host:port:base:name:password`. */
export const pgpass = createNotations({
  name: 'pgpass',
  validates: 'five members of a line, of which the second is the port',
  source: 'postgresql.org/docs/current/libpq-pgpass.html',
  rows: [
    { ...PGPASS, literals: [':5432:', ':5433:', ':6432:'] },
    { ...PGPASS, literals: ['*:*:'], before: /(?:^|\n)[\w.*-]{0,99}$/ },
  ],
});

const ORACLE: Omit<Notation, 'judge'> = {
  literals: ['jdbc:oracle:thin:', 'jdbc:oracle:oci:', 'sqlplus ', 'sqlplus -s ', 'sqlplus -l '],
  behind: /(?:\[REDACTED:[\w:]{1,36}\]|[\w.@+-]{1,64})\/(?![/$])/,
  stop: KIND.pause,
  isWhole: true,
};
/** A longer login is withheld to its end. */
const LONG = 80;

/** The password in `name/password@host`, as Oracle's programs take it. */
export const oracleLogin = createNotations({
  name: 'oracle-login',
  validates: 'the program or scheme before, a slash, and an `@` behind the password',
  source: 'docs.oracle.com/en/database/oracle/oracle-database/jjdbc',
  rows: [
    { ...ORACLE, value: /[^\s<\\"'`]{1,128}(?=@)(?!@[^\s<\\"'`]{0,128}@)/, judge: () => true },
    { ...ORACLE, judge: (value) => value.length === LONG },
  ],
});
