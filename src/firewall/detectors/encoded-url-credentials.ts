import { KIND } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { PLACEHOLDER_START } from '../redactor/placeholder.js';
import { isValue } from '../redactor/secret-value.js';

/** Longer ones are no URL that a program has encoded. */
const MAX_AUTHORITY = 512;
const AUTHORITY_END = /%(?:2f|3f|23)/i;
const IN_URL = {
  isQuoted: true,
  isData: true,
  isSpoken: false,
  isSpaced: false,
  statement: undefined,
  after: '',
  name: '',
};

/** Passwords in URLs that are a part of another URL, and so encoded: `postgres%3A%2F%2Fuser%3Apassword%40host`. */
export const encodedUrlCredentials: Detector = {
  name: 'encoded-url-credentials',
  group: 'secret',
  validates: 'an encoded `@` before the path, and an encoded colon before it',
  source: 'RFC 3986 sections 2.1 and 3.2.1',
  literals: ['%3a%2f%2f'],
  match: (window, _start, end) => {
    const { text, isFinal } = window;
    const limit = end + MAX_AUTHORITY;
    const stop = window.next(KIND.stop, end, limit);
    const rest = text.slice(end, stop);
    const close = rest.search(AUTHORITY_END);
    if (close < 0 && stop === text.length && stop < limit && !isFinal) {
      return undecided(end);
    }
    const authority = (close < 0 ? rest : rest.slice(0, close)).toLowerCase();
    const at = authority.lastIndexOf('%40');
    const colon = authority.indexOf('%3a');
    if (colon < 0 || at < colon || rest.includes(PLACEHOLDER_START)) {
      return undefined;
    }
    const password = rest.slice(colon + 3, at);
    return isValue(password, IN_URL) ? found(end + colon + 3, end + at, 'password') : undefined;
  },
};
