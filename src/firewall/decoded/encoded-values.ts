import { fieldRule } from '../judge/field-names.js';
import { BARE_DATA } from '../judge/field-rule.js';
import { isLikelySecret, isSurelySecret, isValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { decode } from '../lex/escapes.js';
import { beginningOf, untilMark } from '../lex/long-value.js';
import { holdsPlaceholder, isPlaceholderAt } from '../lex/placeholder.js';
import { isCardNumber } from '../numbers/card-numbers.js';
import { isKind, KIND, PERCENT, runStart } from '../pattern/characters.js';
import { needs, pattern, searched } from '../pattern/coming-text.js';

/** Of longer ones, what follows the colon is withheld to their end. */
const MAX_AUTHORITY = 512;
const AUTHORITY_END = /%(?:2f|3f|23)/i;
const AUTHORITY_ENDS = ['%2f', '%3f', '%23'];
const AFTER_LIMIT = untilMark(AUTHORITY_ENDS, KIND.stop);

const COLON = '%3a';
const AT = '%40';

/** Passwords in URLs that are a part of another URL: `postgres%3A%2F%2Fuser%3Apassword%40host`. */
export const encodedUrlCredentials: Detector = {
  name: 'encoded-url-credentials',
  group: 'secret',
  validates: 'an encoded `@` before the path, and an encoded colon before it',
  source: 'RFC 3986 sections 2.1 and 3.2.1',
  literals: ['%3a%2f%2f'],
  match: (window, _start, end) => {
    const { text } = window;
    const limit = end + MAX_AUTHORITY;
    const stop = window.next(KIND.stop, end, limit);
    const rest = text.slice(end, stop);
    const close = rest.search(AUTHORITY_END);
    if (close < 0) {
      searched(window, stop, limit);
    }
    const shown = close < 0 ? rest : rest.slice(0, close);
    const authority = shown.toLowerCase();
    const at = authority.lastIndexOf(AT);
    const colon = authority.indexOf(COLON);
    const from = colon + COLON.length;
    if (colon < 0 || holdsPlaceholder(shown)) {
      return undefined;
    }
    if (close < 0 && stop === limit) {
      const sampleEnd = end + beginningOf(authority, AUTHORITY_ENDS);
      return { kind: 'open', start: end + from, type: 'password', sampleEnd, swallow: AFTER_LIMIT };
    }
    return at > colon && isValue(shown.slice(from, at), BARE_DATA)
      ? found(end + from, end + at, 'password')
      : undefined;
  },
};

/** The longest have less than half as many characters. */
const LONGEST = 512;
const SHORTEST = 20;
const SLASH = /^%2f/i;
const LONGEST_ESCAPE = 3;

/** Addresses of webhooks that are a part of another URL: `redirect=https%3A%2F%2Fhooks.slack.com%2Fservices%2F…`. */
export const encodedWebhook: Detector = {
  name: 'encoded-webhook',
  group: 'secret',
  validates: 'host and path before; letters, digits and encoded slashes, a digit among them, of length',
  source: 'RFC 3986 section 2.1, api.slack.com, discord.com/developers',
  literals: [
    'hooks.slack.com%2fservices%2f',
    'hooks.slack.com%2fworkflows%2f',
    'discord.com%2fapi%2fwebhooks%2f',
    'discordapp.com%2fapi%2fwebhooks%2f',
  ],
  match: (window, start, from) => {
    const { text } = window;
    let end = from;
    while (end < from + LONGEST && isPart(text, end)) {
      end += text.charCodeAt(end) === PERCENT ? LONGEST_ESCAPE : 1;
    }
    needs(window, end, LONGEST_ESCAPE);
    if (isPlaceholderAt(window, end) || end - from < SHORTEST || !/\d/.test(text.slice(from, end))) {
      return undefined;
    }
    const type = text.charAt(start).toLowerCase() === 'h' ? 'slack_webhook' : 'discord_webhook';
    return found(from, end, type);
  },
};

function isPart(text: string, index: number): boolean {
  return text.charCodeAt(index) === PERCENT
    ? SLASH.test(text.slice(index, index + LONGEST_ESCAPE))
    : isKind(text, index, KIND.base64url);
}

const LONGEST_SIGN = 6;
/** Digits, and what may part their groups. */
const RUN = pattern(/(?:%3\d|%20|%2[dD]){1,50}|(?:&#(?:x3\d|5[0-7]|4[589]|32);){1,30}/);
const PARTING = /[ -]/g;
const NUMBER = /^\d+$/;
const LAST_PARTING = /[ -]+$/;

/** Numbers of payment cards of which each digit is written as an escape of URLs or of HTML. */
export const encodedCard: Detector = {
  name: 'encoded-card',
  group: 'financial',
  validates: 'network prefix with length, Luhn, each digit an escape',
  source: 'RFC 3986, HTML',
  // The first digits of cards, and what begins the next.
  literals: [...'23456'].flatMap((digit) => [`%3${digit}%3`, `&#5${Number(digit) - 2};&#`, `&#x3${digit};&#`]),
  match: (window, start) => {
    const run = isBehindDigit(window, start) ? undefined : RUN.at(window, start)?.[0];
    if (run === undefined) {
      return undefined;
    }
    const decoded = decode(run);
    const meant = decoded.text.replace(LAST_PARTING, '');
    const digits = meant.replace(PARTING, '');
    return NUMBER.test(digits) && isCardNumber(digits, 0, digits.length)
      ? found(start, start + decoded.endOf(meant.length - 1), 'card')
      : undefined;
  },
};

/** The run began before. */
function isBehindDigit({ text, floor }: Window, start: number): boolean {
  return /(?:%3\d|&#(?:x3\d|5[0-7]|4[89]);)$/.test(text.slice(Math.max(floor, start - LONGEST_SIGN), start));
}

const MAX_NAME = 48;
const MAX_VALUE = 256;
/** A space and a quote. */
const OPENING = pattern(/(?: |%20|\+)?(\\{1,2}u0022|\\{1,2}u0027|&#34;|&#x22;|&#39;|%22|%27|\\{0,8}["'])?/i);
/** What is left of an encoded quote before the name. */
const QUOTE_BEFORE = /^(?:u00(?:22|27)|22|27)/i;

/** Assignments whose equals sign or quotes are encoded as in JSON, HTML or a URL: `password\u003dhunter2`. */
export const encodedAssignment: Detector = {
  name: 'encoded-assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type or blank',
  source: 'RFC 8259 section 7, HTML section 13.5, RFC 3986 section 2.1',
  literals: '\\u003d|\\u0022:|\\u0027:|&#61;|&#x3d;|&#34;:|&#x22;:|&#39;:|%22%3a|%27%3a'.split('|'),
  match: (window, start, end) => {
    const { text, floor } = window;
    const rule = fieldRule(nameBefore(text, start, floor));
    if (rule === undefined) {
      return undefined;
    }
    const [whole = '', quote = ''] = OPENING.at(window, end) ?? [];
    const isSecret = rule.value === 'any' ? isValue : rule.value === 'lenient' ? isLikelySecret : isSurelySecret;
    return matchValue(window, end + whole.length, quote, rule.type, (value) => isSecret(value, BARE_DATA));
  },
};

function nameBefore(text: string, end: number, floor: number): string {
  const start = runStart(text, KIND.name, end, Math.max(floor, end - MAX_NAME));
  const name = text.slice(start, end);
  return start > floor && '\\%'.includes(text.charAt(start - 1)) ? name.replace(QUOTE_BEFORE, '') : name;
}

function matchValue(
  window: Window,
  start: number,
  quote: string,
  type: string,
  isSecret: (value: string) => boolean,
): Verdict | undefined {
  const { text } = window;
  const kind = quote === '' ? KIND.stop : KIND.lineStop;
  const limit = start + MAX_VALUE;
  const stop = window.next(kind, start, limit);
  const value = text.slice(start, stop);
  const mark = quote.toLowerCase();
  const close = quote === '' ? -1 : value.toLowerCase().indexOf(mark);
  if (close < 0) {
    searched(window, stop, limit);
  }
  const sample = close < 0 ? value : value.slice(0, close);
  if (holdsPlaceholder(sample) || !isSecret(sample)) {
    return undefined;
  }
  if (close >= 0 || stop < limit) {
    return found(start, start + sample.length, type);
  }
  const marks = quote === '' ? [] : [mark];
  const sampleEnd = start + beginningOf(value.toLowerCase(), marks);
  return { kind: 'open', start, type, sampleEnd, swallow: untilMark(marks, kind) };
}
