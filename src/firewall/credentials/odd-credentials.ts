import { found, type Verdict, type Window } from '../lex/detector.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { BACKSLASH, isKind, KIND } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { mayBePassword } from './url-word.js';

/** Where the parts of a URL begin, and where the word that it is in ends. */
export interface Places {
  readonly schemeStart: number;
  readonly start: number;
  readonly end: number;
  readonly path: number;
  readonly stop: number;
}

/** So long can be a password that is not one word. */
const MAX_ODD = 128;
/** A name, a colon, and what begins no port, blank or reference. */
const ODD_START = /^[^\s:@"'<[\]]{0,64}:(?!\d{2,5}$|port\b)(?:[^\s"'$<{%([]|%[0-9a-f]{2})/i;
const BEFORE_BRACKET = /^[^\s:@"'<[\]]{0,64}:$/;
/** A quote or backslash, and behind it neither the end nor what goes on with code. */
const QUOTE_IN_PASSWORD = pattern(/["'`][^\s,;:)\]}+.&|?]|\\[^nrt"'`/]/);
/** The same, and nothing before it behind which a string begins. */
const SIGN_BEHIND_PATH = pattern(/[^\s,;:([{=+](?:["'`][^\s,;:)\]}+.&|?<>/]|<[^\s/!?]|\\[^nrt"'`/])/);
const TAG = /^<[a-z]{1,10}\/?>/i;
const HOST = /@(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:.]{2,40}\])(?::\d{1,5})?(?=[/?"']|$)/gi;
const ADDRESS = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}:/i;
/** A quote with nothing in it before it, behind which another string begins. */
const END_OF_STRING = /(?:^|[,;:([{=+])["'`]$/;
const ODD_SIGN = /["'`<>\\]/;

/** Spaces in the password, or quotes and the like: it goes on to an `@` and a host, in the same line and string. */
export function oddCredentials(window: Window, places: Places): Verdict | undefined {
  const { text } = window;
  const { schemeStart, end: start, path, stop } = places;
  const limit = start + MAX_ODD;
  if (window.next(KIND.at, start, limit) === limit) {
    return undefined;
  }
  const head = text.slice(start, stop);
  if (!isOdd(window, places, head)) {
    return undefined;
  }
  const end = searched(window, window.next(KIND.lineEnd, start, limit), limit);
  if (window.next(KIND.at, start, end) === end) {
    return undefined;
  }
  const line = text.slice(start, end);
  const opener = text.charAt(schemeStart - 1);
  const close = schemeStart > window.floor && '"\'`'.includes(opener) ? closeOf(line, text, schemeStart - 1) : -1;
  const at = hostAt(close < 0 ? line : line.slice(0, close), close >= 0 && path === stop);
  const from = start + head.indexOf(':') + 1;
  return at < 0 || !mayEnd(line.slice(head.length, at), head, path === stop) || holdsPlaceholder(line.slice(0, at))
    ? undefined
    : found(from, start + at, 'password');
}

/** Whether what the URL holds up to where others end can be the beginning of credentials. */
function isOdd(window: Window, places: Places, head: string): boolean {
  const { text } = window;
  const { schemeStart, path, stop } = places;
  if (isKind(text, stop, KIND.lineEnd) || ADDRESS.test(head)) {
    return false;
  }
  const isBracket = text.charAt(stop) === '<' && BEFORE_BRACKET.test(head);
  return path === stop
    ? isBracket || ODD_START.test(head) || isSignFirst(window, schemeStart, head, stop)
    : isSignBehindPath(window, places);
}

/** Whether a password can go on so behind the first odd sign: with no tag, and no template alone. */
function mayEnd(behind: string, head: string, isWithoutPath: boolean): boolean {
  const isBracket = behind.startsWith('<') && BEFORE_BRACKET.test(head);
  return isBracket ? isBracketed(behind) : isWithoutPath || !TAG.test(behind);
}

/** Where the string ends that begins at the quote: a quote behind a backslash only ends one that began so. */
function closeOf(line: string, text: string, opener: number): number {
  const quote = text.charAt(opener);
  const isEscaped = text.charCodeAt(opener - 1) === BACKSLASH;
  let at = line.indexOf(quote);
  while (!isEscaped && at > 0 && line.charCodeAt(at - 1) === BACKSLASH) {
    at = line.indexOf(quote, at + 1);
  }
  return at;
}

/** A password that begins with a quote, which is not the one that the URL stands in, or with a backslash. */
function isSignFirst(window: Window, schemeStart: number, head: string, stop: number): boolean {
  const { text, floor } = window;
  const isOwn = schemeStart <= floor || text.charAt(schemeStart - 1) !== text.charAt(stop);
  return isOwn && BEFORE_BRACKET.test(head) && QUOTE_IN_PASSWORD.fits(window, stop);
}

/** `k2/m<Qz9`: a sign that ends other URLs behind one that begins a path, a query or a fragment in others. */
function isSignBehindPath(window: Window, { end, path, stop }: Places): boolean {
  const head = window.text.slice(end, path);
  return (ODD_START.test(head) || BEFORE_BRACKET.test(head)) && SIGN_BEHIND_PATH.fits(window, stop - 1);
}

/** `<x>|y^z9`, but not `<password>`. */
function isBracketed(password: string): boolean {
  return !/[\s/]/.test(password) && mayBePassword(password);
}

/** Where the first `@` with a host behind it stands, if all before it can be one password. */
function hostAt(line: string, isString: boolean): number {
  for (const { index } of line.matchAll(HOST)) {
    const before = line.slice(0, index);
    const isOneWord = !/\s/.test(before);
    const isPassword = isOneWord || isString || !ODD_SIGN.test(before);
    const isEnd = isOneWord ? END_OF_STRING.test(before) : /[\s"'`]$/.test(before);
    return isPassword && !isEnd && !before.includes('://') ? index : -1;
  }
  return -1;
}
