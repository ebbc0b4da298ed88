import { createNotations } from '../bind/notation.js';
import { BARE_DATA, SECRET } from '../judge/field-rule.js';
import { isLikelySecret, isRandomValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isDigit } from '../lex/digits.js';
import { holdsPlaceholder, withHiddenName } from '../lex/placeholder.js';
import { untilEnd } from '../lex/take-while.js';
import { isKind, KIND, runStart } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { oddCredentials, type Places } from './odd-credentials.js';
import { isUrlPassword, laterAt } from './url-word.js';
import { wordCredentials } from './word-credentials.js';

const MAX_SCHEME = 20;
/** Longer credentials are withheld to the end of the word. */
const MAX_USERINFO = 512;
const WEB = /^(?:https?|wss?)$/i;
/** An `@`, hosts with their ports, a path, and what ends it. */
const PATH = /@(?:\[[0-9a-f:.]+\]|[^/@?#:[])[^/@?#:[]*(?::\d{1,5},[^/@?#:]*)*(?::\d{1,5})?\/[^@?#]*[?#]/i;
/** The same without a host. */
const SOCKET_PATH = /@\/[^@?#]*[?#](?=[\w.-]{1,40}=)/;

/** Passwords in URLs and connection strings, whatever their characters; user and host stay. */
export const urlCredentials: Detector = {
  name: 'url-credentials',
  group: 'secret',
  validates: 'the last `@` before the path, a colon before it, and that the colon does not begin a port',
  source: 'RFC 3986 section 3.2.1',
  literals: ['://', ':\\/\\/'],
  match: (window, start, end) => {
    const { text, floor } = window;
    const schemeStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_SCHEME));
    if (start - schemeStart < 2) {
      return undefined;
    }
    const limit = end + MAX_USERINFO;
    // Nothing is walked over twice: most URLs have a path, or an `@` and then a path.
    const first = window.next(KIND.userinfo, end, limit);
    const path = window.next(KIND.authority, first, limit);
    const stop = window.next(KIND.pause, path, limit);
    const places = { schemeStart, start, end, path, stop };
    // The next URL has a colon too: the search comes to an end there.
    const colon = text.indexOf(':', end);
    const word = colon >= 0 && colon < first ? wordCredentials(window, places) : undefined;
    if (word !== undefined) {
      return word;
    }
    if (stop === text.length && (path === stop || mayGoOn(text, places))) {
      searched(window, stop, limit);
    }
    const firstAt = first < path ? first : window.next(KIND.at, path, stop);
    if (path < limit && firstAt === stop) {
      return oddCredentials(window, places);
    }
    return matchAuthority(window, places);
  },
};

/** Without an open end the authority decides alone. */
function matchAuthority({ text }: Window, places: Places): Verdict | undefined {
  const { end, path, stop } = places;
  const limit = end + MAX_USERINFO;
  const at = openAt(text, places);
  if (at < 0 && stop < limit) {
    return undefined;
  }
  // Something in the authority or before the `@` was replaced already: then these were judged without it. Only a name
  // that begins it is still a name, where no port and path can be meant: that would be a hidden host.
  const judged = text.slice(end, Math.max(path, at));
  if (holdsPlaceholder(at < path ? withHiddenName(judged) : judged)) {
    return undefined;
  }
  return at < 0 ? overlong(text, end, path, limit) : matchUserinfo(text, end, at);
}

/** Whether what stands before the first slash can be the beginning of credentials with a slash in the password. */
function mayGoOn(text: string, { schemeStart, start, end, path, stop }: Places): boolean {
  const authority = text.slice(end, path);
  const colon = authority.indexOf(':');
  if (colon < 0 || !isWeb(text, schemeStart, start)) {
    return colon >= 0;
  }
  return authority.includes('@') || !isWebPort(text.slice(end + colon + 1, Math.min(path + 1, stop)));
}

function isWeb(text: string, schemeStart: number, start: number): boolean {
  return WEB.test(text.slice(schemeStart, start));
}

function openAt(text: string, places: Places): number {
  const { schemeStart, start, end, path, stop } = places;
  const later = laterAt(text.slice(end, stop), path - end, text.slice(schemeStart, start));
  return Math.max(later < 0 ? later : end + later, lastAt(text, places));
}

/** The `@` that ends the credentials, or -1. */
function lastAt(text: string, places: Places): number {
  const { schemeStart, start, end, path, stop } = places;
  const candidates = mayGoOn(text, places)
    ? upToSlash(text.slice(end, stop), isWeb(text, schemeStart, start) ? path - end : 0)
    : text.slice(end, path);
  const query = queryStart(candidates);
  const last = (query < 0 ? candidates : candidates.slice(0, query)).lastIndexOf('@');
  return last < 0 ? -1 : end + last;
}

/** Without what follows the first slash, if there is an `@` before the path. */
function upToSlash(candidates: string, path: number): string {
  const slash = candidates.indexOf('/');
  return slash >= 0 && candidates.slice(0, path).includes('@') ? candidates.slice(0, slash) : candidates;
}

/** Behind `user:` a password may hold `?` and `#`; there a query begins only after an `@`, a host and a slash. */
function queryStart(candidates: string): number {
  const first = candidates.search(/[:?#]/);
  if (candidates[first] !== ':') {
    return first;
  }
  const withPath = PATH.exec(candidates) ?? SOCKET_PATH.exec(candidates);
  return withPath === null ? -1 : withPath.index + withPath[0].length - 1;
}

function matchUserinfo(text: string, start: number, at: number): Verdict | undefined {
  const userinfo = withHiddenName(text.slice(start, at));
  const colon = userinfo.indexOf(':');
  const user = colon < 0 ? userinfo : userinfo.slice(0, colon);
  const isUserSecret = user.length >= 20 && isLikelySecret(user, BARE_DATA);
  if (colon < 0) {
    return isUserSecret ? found(start, at, 'secret') : undefined;
  }
  const password = userinfo.slice(colon + 1);
  if (user.includes('/') || isPort(user, password) || !isUrlPassword(password)) {
    return undefined;
  }
  const isUserPersonal = user.includes('@') || user.includes('%40');
  return found(isUserSecret || isUserPersonal ? start : start + colon + 1, at, 'password');
}

/** No end within the limit: withheld when there is a colon that begins no port, and no slash behind it. */
function overlong(text: string, start: number, path: number, limit: number): Verdict | undefined {
  const colon = text.slice(start, limit).indexOf(':');
  if (path < limit || colon < 0 || isKind(text, start + colon + 1, KIND.path)) {
    return undefined;
  }
  const enclosure = { start, close: '', escapes: 0, stop: KIND.pause };
  return {
    kind: 'open',
    start: start + colon + 1,
    type: 'password',
    sampleEnd: limit,
    swallow: untilEnd(enclosure, 0),
  };
}

/** With what follows it. */
const WEB_PORT = /^(?:\d{1,5}(?:\/|$)|(?:\d{3,5}|2[0-5]|53|8[0-9])[?#:,;.)\]}|&\\])/;
/** `localhost:5432,bob@…`: the `@` belongs to what follows the URL, members or a plain word. */
const PORT =
  /^(?:\d{4,5}|2[0-5]|53|8[0-9]|110|143|389|443|465|587|636|99[0-9])(?:[,;][A-Za-z ]{1,32}=|(?:[,;)\]}]|\/\w*[,;])[{\w.+%-]*(?:[=:][\w.+%-]*)?$)/;
/** The same behind what is a host by its full stop. */
const ANY_PORT = /^\d{1,5}(?:[,;)\]}]|\/\w*[,;])/;
/** The parameters of a driver, one of which can be the password: `3306/shop?user=app&password=a@b`. */
const PORT_AND_QUERY = /^\d{2,5}\/[\w.-]{0,64}\?[\w.-]{1,40}=/;
/** Further hosts behind the first. */
const PORT_OF_MANY = /^\d{2,5}[,;](?:[a-z]{2,16}:\/\/)?[\w.-]{1,64}:\d{2,5}/i;

/** Whether what follows the colon of a web address begins with a port; the text ends behind the sign that follows it. */
function isWebPort(text: string): boolean {
  return WEB_PORT.test(text);
}

/** Whether what would be a password is the port of a host, and something else behind it up to an `@`. */
function isPort(user: string, password: string): boolean {
  // Most passwords begin with no digit.
  return (
    isDigit(password, 0) &&
    ((user.includes('.') ? ANY_PORT : PORT).test(password) ||
      PORT_OF_MANY.test(password) ||
      PORT_AND_QUERY.test(password))
  );
}

const ESCAPES = /%[0-9a-f]{2}/gi;
const LONG_PART = /[A-Za-z0-9]{14}/;
const SEGMENT = /^[\w%~.-]+/;

/** The secret part of a link that lets its reader in: `/reset-password/<secret>`, `?code=<secret>`. */
export const linkSecret = createNotations({
  name: 'link-secret',
  validates: 'the words before, and a long value of several kinds of characters that is mostly without words',
  source: 'RFC 6749 section 4.1.2; OWASP Forgot Password Cheat Sheet',
  rows: [
    {
      literals:
        '?code=|&code=|/reset-password/|/password-reset/|/password/reset/|/reset_password/|/password_reset/|/reset/|/verify-email/|/confirm-email/|/magic-link/|/invite/|/invitations/|/activate/|/confirm/'.split(
          '|',
        ),
      isWhole: true,
      of: SECRET,
      judge: isLinkSecret,
    },
  ],
});

/** Words of a title are parted by hyphens, and short. */
function isLinkSecret(sample: string): boolean {
  const plain = (SEGMENT.exec(sample)?.[0] ?? '').replace(ESCAPES, '-').replaceAll(/[.~]/g, '');
  return LONG_PART.test(plain) && isRandomValue(plain, BARE_DATA);
}
