import { type Detector, found } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf } from '../pattern/coming-text.js';

const MAX_HASH = 240;
const ENDED = /[\s"'<>;:\\]/;
/** The names of old schemes, with their dollars, are so short that other texts are full of them. */
const SHORT = 6;
const PHC_VALUE = '[A-Za-z0-9+/=.,]';
const HASH = new RegExp(
  [
    '\\$2[abxy]\\$\\d\\d\\$[./A-Za-z0-9]{53}',
    '\\$(?:1|apr1)\\$[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{22}',
    '\\$5\\$(?:rounds=\\d{1,9}\\$)?[^$:\\s]{1,16}\\$[./A-Za-z0-9]{43}',
    '\\$6\\$(?:rounds=\\d{1,9}\\$)?[^$:\\s]{1,16}\\$[./A-Za-z0-9]{86}',
    '\\$[89]\\$[./A-Za-z0-9]{14}\\$[./A-Za-z0-9]{43}',
    '\\$(?:y|gy|7)\\$[./A-Za-z0-9]{2,8}\\$[./A-Za-z0-9]{1,86}\\$[./A-Za-z0-9]{43}',
    `\\$argon2(?:id|i|d)\\$v=\\d{1,2}\\$[mtp=,\\d]{5,40}\\$${PHC_VALUE}{8,64}\\$${PHC_VALUE}{20,90}`,
    `pbkdf2_sha(?:1|256|512)\\$\\d{1,8}\\$${PHC_VALUE}{1,40}\\$${PHC_VALUE}{27,90}`,
    '\\{SSHA(?:256|384|512)?\\}[A-Za-z0-9+/]{20,120}={0,2}',
    '\\{SHA\\}[A-Za-z0-9+/]{27}=',
    '\\{S?MD5\\}[A-Za-z0-9+/]{20,40}={1,2}',
  ].join('|'),
  'y',
);
/** Whatever follows could still be part of the hash. */
const GOES_ON = /^[A-Za-z0-9+/=.,$]/;

/** Hashes of passwords: they can be guessed at leisure by whoever has them. */
export const passwordHash: Detector = {
  name: 'password-hash',
  group: 'secret',
  validates: 'scheme, cost, salt and the exact length of the hash',
  source: 'crypt(5), passlib.readthedocs.io modular_crypt_format',
  literals: [
    ...['$2a$', '$2b$', '$2x$', '$2y$', '$1$', '$apr1$', '$5$', '$6$', '$y$', '$gy$', '$7$', '$8$', '$9$'],
    ...['$argon2i', '$argon2d', 'pbkdf2_sha', '{ssha}', '{sha}', '{md5}', '{smd5}', '{ssha256}', '{ssha512}'],
  ],
  match: (window, start, end) => {
    const { text } = window;
    if (end < text.length && end - start <= SHORT && !isKind(text, end, afterName(text, start))) {
      return undefined;
    }
    const sample = partOf(window, start, MAX_HASH, ENDED);
    HASH.lastIndex = 0;
    const hash = HASH.exec(sample)?.[0];
    if (hash === undefined || GOES_ON.test(sample.slice(hash.length))) {
      return undefined;
    }
    const stop = start + hash.length;
    // What was replaced behind it could have been a part of it.
    return isPlaceholderAt(window, stop) ? undefined : found(start, stop, 'password_hash');
  },
};

/** A cost of two digits, or a salt. */
function afterName(text: string, start: number): number {
  return text.charAt(start + 1) === '2' ? KIND.digit : KIND.dotted;
}
