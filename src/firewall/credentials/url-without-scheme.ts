import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { COLON, isKind, KIND, runEnd } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';

const MAX_USER = 64;
/** What can stand before a reference without a scheme, besides white space. */
const BEFORE = '"\'`(=<[,>';
/** In a shell or a program no password of a URL holds some signs as they are. */
const CREDENTIALS = pattern(
  /([^\s"<>@/?#\\`]{1,128})@([\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\])(?::\d{1,5})?(?=[/?#\s"'<>)\]},;]|$)/i,
);
const VERSION = /^\d+(?:\.\d+)*$/;
const PORT = /^\d{1,5}$/;

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
  if (password === '' || holdsPlaceholder(password) || VERSION.test(host) || PORT.test(password)) {
    return undefined;
  }
  const isLocal = runEnd(password, KIND.local, 0, password.length) === password.length && !password.includes("'");
  const isAddress = isLocal && host.includes('.');
  return !isAddress && isValue(password, BARE_DATA) ? found(from, from + password.length, 'password') : undefined;
}
