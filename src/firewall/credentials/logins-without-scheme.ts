import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { loginStart } from '../lex/login.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { COLON, FULL_STOP, isKind, KIND, runEnd } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';

const HOST = pattern(/(?:\d{1,3}\.){3}\d{1,3}(?![\w.-])/);
const HOST_SIGN = KIND.alphanumeric | KIND.name;
const LONGEST_NAME = 63;
/** Of a database, or before a path. */
const PORT = pattern(/:(?:\d{2,5}\/[A-Za-z_]|(?:5432|3306|6379|27017|1433|1521|5672|9042|9200|26257)(?![\w.:@-]))/);
/** A name and a password, without the signs of addresses and paths. */
const LOGIN = /^([a-z_][\w.-]{0,31}:)([^:/\s[\]<>"'`][^/\s<>"'`]{2,63})$/i;
/** A port, a version. */
const NO_PASSWORD = /^v?\d{1,5}(?:\.\d{1,5}){0,3}$/;
/** With a digit, a sign or a capital in it; a plain word is a group or a tag, unless the name is that of an account. */
const PASSWORD = /\d|[^\w.-]|[a-z][A-Z]/;
const ACCOUNT = /^(?:root|admin|administrator|postgres|sa):$/i;

/** `admin:hunter2@10.0.0.1`: a login before the address of a machine in numbers, which is none of an e-mail. */
export const loginAtHost: Detector = {
  name: 'login-at-host',
  group: 'secret',
  validates: 'a name, a colon and a word before; four numbers below 1000, or a name with a port, behind',
  source: 'own',
  literals: ['@'],
  match: (window, start, end) => {
    const isNumber = runOf(window, KIND.digit, end, 1) > end;
    if (isNumber) {
      return HOST.fits(window, end) ? matchLogin(window, start) : undefined;
    }
    return isKind(window.text, end, KIND.alphanumeric) ? matchName(window, start, end) : undefined;
  },
};

/** `app:hunter2@db:5432/shop`: a host of one name, with the port of a database or a path behind its port. */
function matchName(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  // Nearly all are the domains of addresses: these are left at their first full stop.
  const label = runOf(window, KIND.alphanumeric, end, LONGEST_NAME);
  if (text.charCodeAt(label) === FULL_STOP) {
    return undefined;
  }
  const colon = runOf(window, HOST_SIGN, label, end + LONGEST_NAME - label);
  return PORT.fits(window, colon) ? matchLogin(window, start) : undefined;
}

function matchLogin({ text, floor, origin }: Window, start: number): Verdict | undefined {
  const from = loginStart(text, start, floor, origin);
  const [, name = '', password = ''] = from < 0 ? [] : (LOGIN.exec(text.slice(from, start)) ?? []);
  const isLogin = PASSWORD.test(password) || (password !== '' && ACCOUNT.test(name));
  const isSecret = isLogin && !NO_PASSWORD.test(password) && !holdsPlaceholder(password);
  return isSecret && isValue(password, BARE_DATA) ? found(from + name.length, start, 'password') : undefined;
}

const MAX_USER = 64;
/** What can stand before a reference without a scheme, besides white space. */
const BEFORE = '"\'`(=<[,>';
/** In a shell or a program no password of a URL holds some signs as they are. */
const CREDENTIALS = pattern(
  /([^\s"<>@/?#\\`]{1,128})@([\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\])(?::\d{1,5})?(?=[/?#\s"'<>)\]},;]|$)/i,
);
const VERSION = /^\d+(?:\.\d+)*$/;
const PORT_BEHIND = /^\d{1,5}$/;

/** Passwords in URLs whose scheme is left out: `//ada:…@host/path`. */
export const urlWithoutScheme: Detector = {
  name: 'url-without-scheme',
  group: 'secret',
  validates: 'a name and a colon right behind the slashes, and a host behind the `@`',
  source: 'RFC 3986 section 4.2',
  literals: ['//'],
  match: (window, start, end) => {
    const { text, floor } = window;
    if (isKind(text, end, KIND.space | KIND.lineEnd) || !isBegun(text, start, floor)) {
      return undefined;
    }
    const user = runOf(window, KIND.local, end, MAX_USER);
    return user === end || text.charCodeAt(user) !== COLON ? undefined : matchPassword(window, user + 1);
  },
};

function isBegun(text: string, start: number, floor: number): boolean {
  return (
    start <= floor || isKind(text, start - 1, KIND.space | KIND.lineEnd) || BEFORE.includes(text.charAt(start - 1))
  );
}

/** What could be all of an e-mail address is left to that, which hides the host too. */
function matchPassword(window: Window, from: number): Verdict | undefined {
  const [, password = '', host = ''] = CREDENTIALS.at(window, from) ?? [];
  if (password === '' || holdsPlaceholder(password) || VERSION.test(host) || PORT_BEHIND.test(password)) {
    return undefined;
  }
  const isLocal = runEnd(password, KIND.local, 0, password.length) === password.length && !password.includes("'");
  const isAddress = isLocal && host.includes('.');
  return !isAddress && isValue(password, BARE_DATA) ? found(from, from + password.length, 'password') : undefined;
}
