import { createNotations } from '../bind/notation.js';
import { BARE_DATA, type FieldRule } from '../judge/field-rule.js';
import { isRandomValue } from '../judge/secret-value.js';
import { SPACE_CLASS } from '../pattern/characters.js';

const AUTHORIZATION: FieldRule = { type: 'authorization', value: 'any' };
/** What is longer is withheld to the end of its word. */
const LONG = 80;
const OPAQUE = /^[\w+/=~.-]{16,}$/;
const BASE64 = /^[A-Za-z\d+/=]+$/;
const MIXED = /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;
const SPACES = new RegExp(`${SPACE_CLASS}{1,4}`);

/** `Bearer` and an opaque credential, without a header around it. */
export const bearer = createNotations({
  name: 'bearer',
  validates: 'length, and a digit or mixed case: no sentence about bearers of news',
  source: 'RFC 6750',
  rows: [
    {
      literals: ['bearer'],
      behind: SPACES,
      value: /[\w+/=~.-]{15,254}[\w+/=~-](?!\.{0,9}[\w+/=~-])/,
      of: AUTHORIZATION,
      judge: (sample) => MIXED.test(sample),
    },
    // In quotes also names of things stand behind the word.
    {
      literals: ['bearer'],
      behind: SPACES,
      of: AUTHORIZATION,
      judge: (sample, { isQuoted }) =>
        OPAQUE.test(sample) && (isQuoted ? isRandomValue(sample, BARE_DATA) : sample.length === LONG),
    },
  ],
});

const CREDENTIALS = /^[\x20-\x7e]*:[\x20-\x7e]*$/;
/** Between the names and the password of a mail program. */
const NUL = '\0';

/** `Basic` or `AUTH PLAIN`, and base64 of a name and a password, without a header around it. */
export const basic = createNotations({
  name: 'basic',
  validates: 'base64 that decodes to `name:password`',
  source: 'RFC 7617, RFC 4616',
  rows: [
    {
      literals: ['basic', 'auth plain'],
      behind: SPACES,
      value: /[A-Za-z\d+/=]{8,255}(?![A-Za-z\d+/=])/,
      of: AUTHORIZATION,
      judge: (sample) => CREDENTIALS.test(decode(sample)),
    },
    {
      literals: ['basic', 'auth plain'],
      behind: SPACES,
      of: AUTHORIZATION,
      judge: (sample) => sample.length === LONG && BASE64.test(sample) && CREDENTIALS.test(decode(sample)),
    },
  ],
});

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1').replaceAll(NUL, ':');
}
