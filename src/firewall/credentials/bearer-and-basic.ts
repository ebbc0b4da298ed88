import { BARE_DATA } from '../judge/field-rule.js';
import { isRandomValue } from '../judge/secret-value.js';
import { type Detector, found } from '../lex/detector.js';
import { whileKind } from '../lex/take-while.js';
import { KIND } from '../pattern/characters.js';
import { runOf, searched } from '../pattern/coming-text.js';

const MAX_SPACES = 4;
const QUOTES = '"\'';
const MIN_LENGTH = 16;
const MAX_LENGTH = 255;

/** `Bearer` and an opaque credential, without a header around it. */
export const bearer: Detector = {
  name: 'bearer',
  group: 'secret',
  validates: 'length, and a digit or mixed case: no sentence about bearers of news',
  source: 'RFC 6750',
  literals: ['bearer'],
  match: (window, _start, end) => {
    const { text } = window;
    const spaced = runOf(window, KIND.space, end, MAX_SPACES);
    if (spaced === end) {
      return undefined;
    }
    const quote = QUOTES.includes(text.charAt(spaced)) ? text.charAt(spaced) : '';
    const from = spaced + quote.length;
    const limit = from + MAX_LENGTH + 1;
    const stop = searched(window, window.run(KIND.opaque, from, limit), limit);
    const value = text.slice(from, stop).replace(/\.+$/, '');
    if (value.length < MIN_LENGTH || !/\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value)) {
      return undefined;
    }
    // In quotes also names of things stand behind the word.
    if (quote !== '' && !(text.charAt(stop) === quote && isRandomValue(value, BARE_DATA))) {
      return undefined;
    }
    return stop - from > MAX_LENGTH
      ? { kind: 'open', start: from, type: 'authorization', sampleEnd: stop, swallow: whileKind(KIND.opaque) }
      : found(from, from + value.length, 'authorization');
  },
};

const MIN_BASIC = 8;
const CREDENTIALS = /^[\x20-\x7e]*:[\x20-\x7e]*$/;
/** Between the names and the password of a mail program. */
const NUL = '\0';
/** `Basic` or `AUTH PLAIN`, and base64 of a name and a password, without a header around it. */
export const basic: Detector = {
  name: 'basic',
  group: 'secret',
  validates: 'base64 that decodes to `name:password`',
  source: 'RFC 7617, RFC 4616',
  literals: ['basic', 'auth plain'],
  match: (window, _start, end) => {
    const { text } = window;
    const from = runOf(window, KIND.space, end, MAX_SPACES);
    if (from === end) {
      return undefined;
    }
    const limit = from + MAX_LENGTH + 1;
    const stop = searched(window, window.run(KIND.base64, from, limit), limit);
    const isLong = stop - from > MAX_LENGTH;
    const sample = text.slice(from, isLong ? from + 64 : stop);
    if (sample.length < MIN_BASIC || !CREDENTIALS.test(decode(sample))) {
      return undefined;
    }
    return isLong
      ? { kind: 'open', start: from, type: 'authorization', sampleEnd: stop, swallow: whileKind(KIND.base64) }
      : found(from, stop, 'authorization');
  },
};

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1').replaceAll(NUL, ':');
}
