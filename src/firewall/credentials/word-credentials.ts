import { found, type Verdict, type Window } from '../lex/detector.js';
import { holdsPlaceholder, PLACEHOLDER_START } from '../lex/placeholder.js';
import { isKind, KIND, runEnd } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import type { Places } from './odd-credentials.js';
import { isUrlPassword, mayEndString, urlWord, WITH_FRAGMENTS } from './url-word.js';

/** So long can be what stands behind `://`, up to the `@`. */
const MAX_WORD = 160;
const USER = /^[^\s:@/?#"'`<>\\[\](){}]{0,64}:/;
/** A port, which a host stands before. */
const PORT = /^\d{2,5}(?:[/?,#]|$)/;
const MAX_PORT = 5;
/** Of a password, not of what goes on behind a port. */
const BEHIND_DIGITS = '!$*~^@';
/** Another URL, a tag. */
const OTHERS = /:\/\/|<(?:\/|[a-z]{1,10}\/?>)/i;
/** These end a URL where the host behind them is not sure. */
const ODD = /<[a-z!]|>$|\\[nrtux]/i;
/** Without one of these, URLs of the Web are left to others. */
const WEB_SIGN = /["'`<\\]/;
/** Behind a quote that closes no string. */
const GOES_ON = /[\w!#^*~@{[-]/;
const CLOSED = /["'`](?![\w!#^*~@{[-])/;
/** Line ends and the like in a string. */
const ESCAPE = /(?:^|[^\\])\\(?:\\\\){0,8}[nrtu]/;
/** Before a path: what would be a port, or stands for one. */
const NO_LOGIN = /^(?:[\w.-]*$|[$<{]|%[sdA-Z({])/;
/** The same before a query or fragment. */
const NO_LOGIN_OF_QUERY = /^(?:port$|[$<{]|%[sdA-Z({])/i;
const IN_QUOTES = /^(?:\\?["'`])(.*?)(?:\\?["'`])$/;
const HOST = /^@(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]{2,40}\])(?::\d{1,5}(?:,[\w.-]+(?::\d{1,5})?)*)?(?=[/?]|$)/i;
const NO_URL = /["'`<>\\^|]/;
/** The end of a name of several parts. */
const DOMAIN = /[.][a-z]{2,24}$/i;

/**
 * Credentials in a URL that has a colon in it, with any characters but blanks in the password: it ends before the first
 * `@` behind which a host stands and nothing else. Where that is doubtful, others decide; so they do in URLs of the Web, in
 * which an `@` stands in paths too, but for passwords with signs that end such URLs elsewhere.
 */
export function wordCredentials(window: Window, { schemeStart, start, end, stop }: Places): Verdict | undefined {
  const { text } = window;
  const isWeb = WITH_FRAGMENTS.test(text.slice(schemeStart, start));
  // Up to a blank there is none of the signs without which these are left to others.
  if (isWeb && (isKind(text, stop, KIND.space | KIND.lineEnd) || isWebPort(text, text.indexOf(':', end)))) {
    return undefined;
  }
  const behind = text.slice(end, end + MAX_WORD);
  const from = passwordStart(behind, isWeb);
  if (from === 0) {
    return undefined;
  }
  const word = urlWord(window, schemeStart, behind);
  if (!word.isEnded) {
    searched(window, text.length, end + MAX_WORD);
  }
  const host = firstHost(word.text);
  if (host === undefined) {
    const isClosed = isWeb || !word.isString;
    return isClosed ? undefined : beyondString(window, end, { behind, from, stringEnd: word.text.length });
  }
  const password = word.text.slice(from, host.at);
  const isPassword =
    isWhole(password, host) &&
    (word.isString || !mayEndString(window, schemeStart, password, host.isSure)) &&
    (!isWeb || isOfWeb(password, host));
  return isPassword ? found(end + from, end + host.at, 'password') : undefined;
}

/** Behind the name and the colon; 0 when there are none, or a port follows. */
function passwordStart(behind: string, isWeb: boolean): number {
  const from = USER.exec(behind)?.[0].length ?? 0;
  return from > 0 && !isWeb && PORT.test(behind.slice(from)) ? 0 : from;
}

interface Beyond {
  readonly behind: string;
  /** Where the password begins. */
  readonly from: number;
  readonly stringEnd: number;
}

/** Quotes that nobody escaped, in a string: behind each of them it goes on as no code does, up to a host that is sure. */
function beyondString(window: Window, end: number, { behind, from, stringEnd }: Beyond): Verdict | undefined {
  if (stringEnd + 1 < behind.length && !GOES_ON.test(behind.charAt(stringEnd + 1))) {
    return undefined;
  }
  const blank = behind.search(/\s/);
  if (blank < 0) {
    searched(window, window.text.length, end + MAX_WORD);
  }
  const word = blank < 0 ? behind : behind.slice(0, blank);
  const host = firstHost(word);
  if (host?.isSure !== true || host.at <= stringEnd || CLOSED.test(word.slice(from, host.at + 1))) {
    return undefined;
  }
  return isWhole(word.slice(from, host.at), host) ? found(end + from, end + host.at, 'password') : undefined;
}

/** A cheap question, as most colons behind hosts are before a port. */
function isWebPort(text: string, colon: number): boolean {
  const port = runEnd(text, KIND.digit, colon + 1, colon + 1 + MAX_PORT);
  return port > colon + 1 && !isKind(text, port, KIND.word) && !BEHIND_DIGITS.includes(text.charAt(port) || ' ');
}

function isWhole(password: string, { isSure }: Host): boolean {
  const isDoubtful = OTHERS.test(password) || (!isSure && ODD.test(password));
  return !isDoubtful && !holdsPlaceholder(password) && isUrlPassword(IN_QUOTES.exec(password)?.[1] ?? password);
}

/** With a sign that no URL holds, and no path behind a port. */
function isOfWeb(password: string, { isSure }: Host): boolean {
  const path = password.search(/[/?#]/);
  const noLogin = password.charAt(path) === '/' ? NO_LOGIN : NO_LOGIN_OF_QUERY;
  const isLogin = path < 0 || !noLogin.test(password.slice(0, path));
  return isSure && isLogin && WEB_SIGN.test(password) && !ESCAPE.test(password);
}

interface Host {
  readonly at: number;
  /** It has a port, or a name of several parts that ends in letters. */
  readonly isSure: boolean;
}

/**
 * The first `@` with a host behind it. One that is not sure has to be the last, and nothing behind it may be replaced: but
 * for one behind which signs stand that no URL holds, which is no host.
 */
function firstHost(word: string): Host | undefined {
  for (let at = word.indexOf('@'); at >= 0; at = word.indexOf('@', at + 1)) {
    const host = HOST.exec(word.slice(at))?.[0] ?? '';
    if (host.includes(':') || DOMAIN.test(host)) {
      return { at, isSure: true };
    }
    const next = host === '' ? at : word.indexOf('@', at + 1);
    if (next < 0) {
      return word.includes(PLACEHOLDER_START, at) ? undefined : { at, isSure: false };
    }
    if (next > at && !NO_URL.test(word.slice(at, next))) {
      return undefined;
    }
  }
  return undefined;
}
