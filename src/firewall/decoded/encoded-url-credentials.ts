import { isValue } from '../judge/secret-value.js';
import { BARE_DATA } from '../judge/value-context.js';
import { type Detector, found } from '../lex/detector.js';
import { beginningOf, untilMark } from '../lex/long-value.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { KIND } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';

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
