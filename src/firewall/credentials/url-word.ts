import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import type { Window } from '../lex/detector.js';
import { isClosing } from '../lex/take-while.js';
import { isInString } from '../lex/value-opening.js';
import { BACKSLASH, backslashesBefore, isKind, KIND } from '../pattern/characters.js';

const QUOTES = '"\'`';
const ENDS = [/[\s"]/, /[\s']/, /[\s`]/];
const MAX_ESCAPES = 7;
const MAX_BEFORE = 48;
/** A quote, and behind it neither a letter nor a sign that would be odd behind a string. */
const END_OF_STRING = /["'`](?=[,;:)\]}+.&|?%])/g;
const ANY_QUOTE = /["'`]/g;

/** The word that a URL is in. */
export interface UrlWord {
  /** What stands behind the `://` of it, as far as it was looked at. */
  readonly text: string;
  /** A blank or a quote ends it; otherwise more of it may come, or it is too long. */
  readonly isEnded: boolean;
  /** It is a string of its own, or the end of one: no quote within is its end. */
  readonly isString: boolean;
}

/** Up to a blank, or to the quote that closes the string in which nothing but a name stands before the URL. */
export function urlWord({ text, floor }: Window, schemeStart: number, behind: string): UrlWord {
  const start = beginning(text, schemeStart, Math.max(floor, schemeStart - MAX_BEFORE));
  const opener = start > floor ? QUOTES.indexOf(text.charAt(start - 1)) : -1;
  if (opener < 0 || (start - 2 >= floor && isKind(text, start - 2, KIND.alphanumeric))) {
    const blank = behind.search(/\s/);
    return { text: blank < 0 ? behind : behind.slice(0, blank), isEnded: blank >= 0, isString: false };
  }
  const escapes = backslashesBefore(text, start - 1, Math.max(floor, start - 1 - MAX_ESCAPES));
  const end = endOfString(behind, ENDS[opener] ?? /\s/, escapes);
  return { text: end < 0 ? behind : behind.slice(0, end), isEnded: end >= 0, isString: true };
}

/** `jdbc:postgres://`, `DATABASE_URL=postgres://`: what a string begins with too. */
function beginning(text: string, schemeStart: number, lowest: number): number {
  let start = schemeStart;
  while (start > lowest && (isKind(text, start - 1, KIND.name) || ':='.includes(text.charAt(start - 1)))) {
    start -= 1;
  }
  return start;
}

/** A string within a string has backslashes before its quotes, and more of them before those in it. */
export function endOfString(behind: string, stop: RegExp, escapes: number): number {
  let from = 0;
  for (;;) {
    const next = behind.slice(from).search(stop);
    const at = from + next;
    if (next < 0 || !QUOTES.includes(behind.charAt(at))) {
      return next < 0 ? next : at;
    }
    if (isClosing(backslashesBefore(behind, at, 0), escapes)) {
      return at;
    }
    from = at + 1;
  }
}

/**
 * Whether a quote in what would be a password can close a string that began before the URL; with any sign behind it where
 * the host is not sure.
 */
export function mayEndString(window: Window, schemeStart: number, password: string, isSure: boolean): boolean {
  for (const { 0: quote, index } of password.matchAll(isSure ? END_OF_STRING : ANY_QUOTE)) {
    if (password.charCodeAt(index - 1) === BACKSLASH || isInString(window, schemeStart, quote)) {
      return true;
    }
  }
  return false;
}

const HAS_PASSWORD = /^[^:@/?#]{0,64}:/;
/** The parameters of a query, another URL, the end of a string. */
const NO_PASSWORD = /[?&#;,][\w.-]{1,40}=|:\/\/|["'`<>]/;
const MAX_HOST = 128;
const HOST_WITH_PORT = /^@(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\]):\d{2,5}(?![\w.:@-])/i;
/** With a port, a path, or the end behind it. */
const ANY_HOST =
  /^@(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,6}|\[[0-9a-f:.]{2,40}\])(?::\d{2,5}(?![\w.:@-])|(?=[/?),;\]}]|$))/i;
/** What can stand between the first `@` and the path: a host, or what a template calls one. */
const FIRST_HOST =
  /^(?:[\w.\u0080-\uffff-]+|\[[0-9a-fA-F:.]+\]|\$\{?\w+\}?|\{{1,2}[ \w.]+\}{1,2}|%s|<\w+>)(?::[^@]*)?$/;
/** One name without a port, such as `ss` in `p@ss/w#rd@db`. */
const ONE_NAME = /^[\w-]+$/;
/** An address, or a name that ends in letters. */
const WHOLE_HOST =
  /^@(?:\d{1,3}(?:\.\d{1,3}){3}|(?:[\w-]{1,63}\.){1,6}[a-z]{2,24})(?:(?=[/?]|$)|:\d{2,5}(?![\w.:@-]))/i;
/** `p@ss/rd@db/x`, but not the version in `pkg@v1/x`. */
const BEFORE_PATH = /^@(?:[a-uw-z]|v[a-z])[\w-]{0,62}\//i;
/** Not in the paths of such a host. */
const NO_PATH = /[#?!$^*|\\{}()[\]]/;
/** Of URLs in which an `@` stands in paths and fragments too. */
export const WITH_FRAGMENTS = /http|^wss?$|git|ssh|ftp|svn|hg|docker|oci|npm|file|pkg/i;

/**
 * The last `@` behind the first path with a host behind it, if what stands before it holds no query: all of
 * `Tr0@ub/4:dor#3@db.internal:5432/` up to it is the password. -1 without one.
 */
export function laterAt(candidates: string, path: number, scheme: string): number {
  const first = candidates.indexOf('@');
  const isStrict = WITH_FRAGMENTS.test(scheme);
  if (first < 0 || (isStrict && first >= path) || !HAS_PASSWORD.test(candidates)) {
    return -1;
  }
  const firstHost = candidates.slice(candidates.lastIndexOf('@', path - 1) + 1, path);
  const isName = ONE_NAME.test(firstHost) && firstHost !== 'localhost';
  const host =
    isStrict && FIRST_HOST.test(firstHost) && !(isName && /[A-Z]/.test(firstHost)) ? HOST_WITH_PORT : ANY_HOST;
  const query = candidates.slice(path).search(NO_PASSWORD);
  const limit = query < 0 ? candidates.length : path + query;
  for (let at = candidates.lastIndexOf('@', limit - 1); at > path; at = candidates.lastIndexOf('@', at - 1)) {
    const behind = candidates.slice(at, at + MAX_HOST);
    if (host.test(behind) || (isName && isBeyond(behind, candidates.slice(path, at)))) {
      return at;
    }
  }
  return -1;
}

/** Whether an `@` behind the path of a host of one name still ends the password. */
function isBeyond(behind: string, path: string): boolean {
  const isHost = WHOLE_HOST.test(behind) || (BEFORE_PATH.test(behind) && !path.endsWith('/'));
  return isHost || (NO_PATH.test(path) && /^@[a-z[]/i.test(behind) && ANY_HOST.test(behind));
}

/** `$(3gw`, `./x+P`: what would be a reference or a path elsewhere, and is neither closed nor a place in a URL. */
const OPEN_REFERENCE = /^(?:[$#%]?[{(][^)}]*$|\.{1,2}\/|~\/)/;
const IN_BRACKETS = /^(?:\{[^{}]+\}|<[^<>]+>)$/;
/** What a template calls a value. */
const TEMPLATE = /^[{<][\s_.a-z-]*\d{0,2}[}>]$/i;

/** Whether what stands between a colon and an `@` is a password, not what a template or a shell puts there. */
export function isUrlPassword(password: string): boolean {
  return isValue(password, BARE_DATA) || OPEN_REFERENCE.test(password) || isNoTemplate(password);
}

/** The same of what only its brackets could make a template. */
export function mayBePassword(password: string): boolean {
  return !IN_BRACKETS.test(password) || isNoTemplate(password);
}

/** `{s9p}`, `<Kd83hf>`, `{Kd&x}`: brackets around what nobody would call a value. */
function isNoTemplate(password: string): boolean {
  return (
    IN_BRACKETS.test(password) && !TEMPLATE.test(password) && (/^.\w+.$/.test(password) || /[&^~!;#]/.test(password))
  );
}
