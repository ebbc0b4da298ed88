import { createNotations } from '../bind/notation.js';
import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { loginStart } from '../lex/login.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { FULL_STOP, isKind, KIND } from '../pattern/characters.js';
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

/** In a shell or a program no password of a URL holds some signs as they are. */
const PASSWORD_SIGN = '[^\\s"<>@/?#\\\\`]';
const HOST_BEHIND =
  '(?:[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,6}|\\[[0-9a-f:.]{2,40}\\])(?::\\d{1,5})?(?=[/?#\\s"\'<>)\\]},;]|$)';
/** Ports and versions; what could be all of an e-mail address is left to that, which hides the host too. */
const OTHER = `(?!\\d{1,5}@|${PASSWORD_SIGN}{1,128}@\\d{1,9}(?:\\.\\d{1,9}){0,6}(?![\\w.-])|[\\w.%+\\x80-\\u1fff-]{1,128}@[\\w-]{1,63}\\.)`;

/** Passwords in URLs whose scheme is left out: `//ada:…@host/path`. */
export const urlWithoutScheme = createNotations({
  name: 'url-without-scheme',
  validates: 'a name and a colon right behind the slashes, and a host behind the `@`',
  source: 'RFC 3986 section 4.2',
  rows: [
    {
      literals: ['//'],
      before: /(?:^|[\s"'`(=<[,>])$/,
      behind: /[\w.%'+\x80-\u1fff-]{1,64}:/,
      value: new RegExp(`${OTHER}${PASSWORD_SIGN}{1,128}(?=@${HOST_BEHIND})`, 'i'),
      judge: (value) => isValue(value, BARE_DATA),
    },
  ],
});
