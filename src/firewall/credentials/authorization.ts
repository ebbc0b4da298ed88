import { matchValue } from '../bind/enclosed-value.js';
import { BARE_DATA, type ValueContext } from '../judge/field-rule.js';
import { isLikelySecret, isStatedSecret, isValue } from '../judge/secret-value.js';
import { behindColours } from '../lex/colours.js';
import type { Detector, Enclosure, Verdict, Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND, runEnd } from '../pattern/characters.js';
import { pattern, runOf, searched } from '../pattern/coming-text.js';
import {
  type HeaderList,
  isOfHeader,
  lineBelowName,
  matchHeader,
  matchHeaderList,
  nextLine,
  withFolds,
} from './header-value.js';

const MAX_SCHEME = 20;
const LEAST_LONG = 16;
const MAX_CELL = 255;
const SCHEMES =
  /^(?:basic|bearer|token|apikey|api-key|key|jwt|negotiate|ntlm|ssws|geniekey|splunk|dpop|bot|private-token)$/i;
/** The parameter that is the credential itself. */
const PARAMETER = pattern(/(?:(?:access|auth|api|app)_?)?(?:token|key|secret|credential)=/i);
/** A scheme with nothing behind it, and the header itself. */
const NAME_OF_IT = /^(?:token|bearer|basic|(?:proxy-)?authorization)$/i;
/** Schemes whose credentials are a list of parameters: the rest of the line. */
const LIST_SCHEMES = /^(?:digest|oauth|hawk|signature|aws4-hmac-sha256|mac|vapid|googlelogin)$/i;
/** A scheme and what follows it. */
const SCHEMED = /^([\w-]{1,20}):? ([^\r\n]{1,200})/;
/** The name of one, with nothing behind it. */
const HEADER = /^[\w-]{1,40}:/;
const ALONE = { ...BARE_DATA, isQuoted: false };
const LIST: HeaderList = { type: 'authorization', isCredential: isSchemed, isBareCredential: () => false };

/** The credentials of an `Authorization` header, in a request, in JSON or on a command line; the scheme stays. */
export const authorization: Detector = {
  name: 'authorization',
  group: 'secret',
  validates: 'a header name with a value that is no reference or plain word',
  source: 'RFC 9110 section 11.6.2',
  literals: ['authorization', 'x-auth'],
  match: (window, start, end) =>
    matchHeader(window, start, end, (enclosure) => matchCredentials(window, enclosure)) ??
    matchBelow(window, end) ??
    matchHeaderList(window, end, LIST) ??
    matchCell(window, end),
};

function matchCredentials(window: Window, enclosure: Enclosure): Verdict | undefined {
  return matchFolded(window, enclosure) ?? matchSchemed(window, enclosure);
}

function matchSchemed(window: Window, enclosure: Enclosure): Verdict | undefined {
  const word = readScheme(window.text, enclosure.start);
  const start = behindColours(window, word.next);
  if (isPlaceholderAt(window, start)) {
    return undefined;
  }
  const scheme = start > word.end ? word.scheme : '';
  const behindScheme = { ...enclosure, start };
  if (LIST_SCHEMES.test(scheme)) {
    return matchList(window, { ...behindScheme, stop: KIND.lineEnd });
  }
  if (SCHEMES.test(scheme)) {
    return matchOne(window, behindScheme);
  }
  const unknown = scheme === '' ? undefined : matchValue(window, behindScheme, 'authorization', isLikelySecret);
  return unknown ?? matchValue(window, enclosure, 'authorization', isCredential);
}

/** The word that begins here, where it ends, and where what stands behind it and some blanks begins. */
function readScheme(text: string, start: number): { scheme: string; end: number; next: number } {
  const end = runEnd(text, KIND.base64url, start, start + MAX_SCHEME);
  const scheme = text.slice(start, end);
  const behind = end + (text.charAt(end) === ':' && SCHEMES.test(scheme) ? 1 : 0);
  return { scheme, end, next: runEnd(text, KIND.space, behind, end + MAX_SCHEME) };
}

/** The credential on the line below its scheme. */
function matchFolded(window: Window, { start, close }: Enclosure): Verdict | undefined {
  const { scheme, end } = readScheme(window.text, start);
  const line = close === '' && SCHEMES.test(scheme) ? nextLine(window, end) : undefined;
  return line === undefined ? undefined : matchAlone(window, line.start);
}

/** The scheme and the credential, or the credential alone, on the line below the name of the header. */
function matchBelow(window: Window, nameEnd: number): Verdict | undefined {
  const line = lineBelowName(window, nameEnd);
  if (line === undefined) {
    return undefined;
  }
  const { scheme, next } = readScheme(window.text, line.start);
  const start = searched(window, next, next + 1);
  return LIST_SCHEMES.test(scheme)
    ? matchList(window, { start, close: '', escapes: 0, stop: KIND.lineEnd })
    : matchAlone(window, SCHEMES.test(scheme) ? start : line.start);
}

/** All of the rest of a line; what was replaced there stays as it is. */
function matchAlone(window: Window, start: number): Verdict | undefined {
  return isPlaceholderAt(window, start)
    ? { kind: 'skip', end: start }
    : matchValue(window, { start, close: '', escapes: 0, stop: KIND.pause }, 'authorization', isAlone);
}

function matchList(window: Window, enclosure: Enclosure): Verdict | undefined {
  return withFolds(window, enclosure, matchValue(window, enclosure, 'authorization', isParameters));
}

/** `| Authorization | Bot … |` */
function matchCell(window: Window, end: number): Verdict | undefined {
  const { text } = window;
  const bar = runOf(window, KIND.space, end, MAX_SCHEME);
  if (text.charAt(bar) !== '|') {
    return undefined;
  }
  const word = readScheme(text, runEnd(text, KIND.space, bar + 1, bar + 1 + MAX_SCHEME));
  const start = word.next;
  const stop = window.run(KIND.opaque, start, start + MAX_CELL);
  searched(window, stop, stop + 1);
  const value = { start, close: '', escapes: 0, stop: KIND.stop, end: stop };
  const isCell = word.scheme !== '' && start > word.end && stop < start + MAX_CELL;
  return isCell ? matchValue(window, value, 'authorization', isLong) : undefined;
}

function isLong(sample: string): boolean {
  return sample.length >= LEAST_LONG && isLikelySecret(sample, BARE_DATA);
}

/** Nothing follows in its line, and it is no header. */
function isAlone(sample: string, { after }: ValueContext): boolean {
  const isOwnLine = /^(?:[\r\n]|$)/.test(after) && !HEADER.test(sample);
  return isOwnLine && (isLong(sample) || isStatedSecret(sample, ALONE));
}

function matchOne(window: Window, enclosure: Enclosure): Verdict | undefined {
  const quoted = quotedCredential(window, enclosure);
  return quoted === undefined
    ? matchValue(window, enclosure, 'authorization', isOne)
    : matchValue(window, quoted, 'authorization', isOneWord);
}

/** `Token token="…"`, `Bearer "…"`, in a header that has no quotes around it. */
function quotedCredential(window: Window, { start, close }: Enclosure): Enclosure | undefined {
  return close === '' ? openQuoted(window, start + (PARAMETER.at(window, start)?.[0].length ?? 0)) : undefined;
}

function isOne(sample: string, context: ValueContext): boolean {
  return isOfHeader(sample, context) && isValue(sample, context);
}

/** Not a piece of code between two strings. */
function isOneWord(sample: string, context: ValueContext): boolean {
  return /^[^\s$<>{}]{6,}$/.test(sample) && isValue(sample, context);
}

/** Not a name alone, whose value is put together with it. */
function isParameters(sample: string, context: ValueContext): boolean {
  return !/^\w+=$/.test(sample) && isOne(sample, context);
}

/** Not the address of a page about it, nor a condition; in brackets no remark. */
function isCredential(sample: string, context: ValueContext): boolean {
  const isListed = context.statement === 'bracket' || context.statement === 'list';
  if (isListed && !isStatedSecret(sample, { ...context, isQuoted: false })) {
    return false;
  }
  return (
    !NAME_OF_IT.test(sample) &&
    !isWordOfSentence(sample, context) &&
    !sample.startsWith('http') &&
    !sample.startsWith('!') &&
    isOne(sample, context)
  );
}

/** `Authorization: Then, consider …` */
function isWordOfSentence(sample: string, { after }: ValueContext): boolean {
  return /^[A-Z]?[a-z]+,$/.test(sample)
    ? after.startsWith(' ')
    : /^[A-Z]?[a-z]+$/.test(sample) && /^, [a-z]/.test(after);
}

/** In a list of strings, of which none is a credential alone. */
function isSchemed(item: string): boolean {
  const [, scheme = '', value = ''] = SCHEMED.exec(item) ?? [];
  if (LIST_SCHEMES.test(scheme)) {
    return /=\\{0,7}["']?[\w+/.-]{6}/.test(value);
  }
  const word = value.replace(/["'\\\s].*$/s, '');
  return isLikelySecret(word, BARE_DATA);
}
