import { matchValue } from '../bind/enclosed-value.js';
import { BARE_DATA, type ValueContext } from '../judge/field-rule.js';
import { isLikelySecret, isStatedSecret, isValue } from '../judge/secret-value.js';
import { behindColours } from '../lex/colours.js';
import type { Detector, Enclosure, Verdict, Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND, runEnd } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
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
const PARAMETER = /^(?:(?:access|auth|api|app)_?)?(?:token|key|secret|credential)$/i;
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
  const { text } = window;
  const schemeEnd = runEnd(text, KIND.base64url, enclosure.start, enclosure.start + MAX_SCHEME);
  const colon = text.charAt(schemeEnd) === ':' && SCHEMES.test(text.slice(enclosure.start, schemeEnd)) ? 1 : 0;
  const spaced = runEnd(text, KIND.space, schemeEnd + colon, schemeEnd + MAX_SCHEME);
  const valueStart = spaced > schemeEnd ? behindColours(window, spaced) : spaced;
  if (isPlaceholderAt(window, valueStart)) {
    return undefined;
  }
  const scheme = valueStart > schemeEnd ? text.slice(enclosure.start, schemeEnd) : '';
  const behindScheme = { ...enclosure, start: valueStart };
  if (LIST_SCHEMES.test(scheme)) {
    return matchList(window, { ...behindScheme, stop: KIND.lineEnd });
  }
  if (SCHEMES.test(scheme)) {
    return matchOne(window, behindScheme);
  }
  const unknown = scheme === '' ? undefined : matchValue(window, behindScheme, 'authorization', isOther);
  return unknown ?? matchValue(window, enclosure, 'authorization', isCredential);
}

/** The credential on the line below its scheme. */
function matchFolded(window: Window, enclosure: Enclosure): Verdict | undefined {
  const { text } = window;
  const schemeEnd = runEnd(text, KIND.base64url, enclosure.start, enclosure.start + MAX_SCHEME);
  if (enclosure.close !== '' || !SCHEMES.test(text.slice(enclosure.start, schemeEnd))) {
    return undefined;
  }
  const line = nextLine(window, schemeEnd);
  return line === undefined ? undefined : matchAlone(window, line.start);
}

/** The scheme and the credential, or the credential alone, on the line below the name of the header. */
function matchBelow(window: Window, nameEnd: number): Verdict | undefined {
  const line = lineBelowName(window, nameEnd);
  if (line === undefined) {
    return undefined;
  }
  const { text } = window;
  const schemeEnd = runEnd(text, KIND.base64url, line.start, line.start + MAX_SCHEME);
  const spaced = runEnd(text, KIND.space, schemeEnd, schemeEnd + MAX_SCHEME);
  const start = searched(window, spaced, spaced + 1);
  const scheme = start > schemeEnd ? text.slice(line.start, schemeEnd) : '';
  if (LIST_SCHEMES.test(scheme)) {
    return matchList(window, { start, close: '', escapes: 0, stop: KIND.lineEnd });
  }
  return matchAlone(window, SCHEMES.test(scheme) ? start : line.start);
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
  const spaced = runEnd(text, KIND.space, end, end + MAX_SCHEME);
  const bar = searched(window, spaced, spaced + 1);
  if (text.charAt(bar) !== '|') {
    return undefined;
  }
  const scheme = runEnd(text, KIND.space, bar + 1, bar + 1 + MAX_SCHEME);
  const schemeEnd = runEnd(text, KIND.base64url, scheme, scheme + MAX_SCHEME);
  const start = runEnd(text, KIND.space, schemeEnd, schemeEnd + MAX_SCHEME);
  const stop = window.run(KIND.opaque, start, start + MAX_CELL);
  searched(window, stop, stop + 1);
  const value = { start, close: '', escapes: 0, stop: KIND.stop, end: stop };
  const isCell = schemeEnd > scheme && start > schemeEnd && stop < start + MAX_CELL;
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
  const { text } = window;
  const wordEnd = close === '' ? runEnd(text, KIND.word, start, start + MAX_SCHEME) : start;
  const nameEnd = searched(window, wordEnd, wordEnd + 1);
  const isNamed = text.charAt(nameEnd) === '=' && PARAMETER.test(text.slice(start, nameEnd));
  const quote = isNamed ? nameEnd + 1 : start;
  const quoted = openQuoted(window, quote);
  return close === '' ? quoted : undefined;
}

function isOne(sample: string, context: ValueContext): boolean {
  return isOfHeader(sample, context) && isValue(sample, context);
}

function isOther(sample: string, context: ValueContext): boolean {
  return isOfHeader(sample, context) && isLikelySecret(sample, context);
}

/** Not a piece of code between two strings. */
function isOneWord(sample: string, context: ValueContext): boolean {
  return /^[^\s$<>{}]{6,}$/.test(sample) && /[^+.]/.test(sample) && isValue(sample, context);
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
  return !NAME_OF_IT.test(sample) && !sample.startsWith('http') && !sample.startsWith('!') && isOne(sample, context);
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
