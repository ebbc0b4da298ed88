import { matchValue } from '../bind/enclosed-value.js';
import type { Detector } from '../lex/detector.js';
import { KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';

/** The rest of the path, whether it is sent over TLS only, when it ends, and the name. */
const FIELDS = pattern(/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,64}\t/);
const LEAST = 6;
const LEAST_OF_LETTERS = 16;

/** Values in the file in which curl, wget and exporters of browsers keep cookies: seven fields with tabs between them. */
export const cookieJar: Detector = {
  name: 'cookie-jar',
  group: 'secret',
  validates: 'all fields of the line; a value with a digit, or a long one',
  source: 'curl.se/docs/http-cookies.html',
  literals: ['\ttrue\t/', '\tfalse\t/'],
  match: (window, _start, end) => {
    const fields = FIELDS.at(window, end)?.[0];
    if (fields === undefined) {
      return undefined;
    }
    const enclosure = { start: end + fields.length, close: '', escapes: 0, stop: KIND.lineEnd, isData: true };
    return matchValue(window, enclosure, 'cookie', isCookie);
  },
};

function isCookie(value: string): boolean {
  return value.length >= (/\d/.test(value) ? LEAST : LEAST_OF_LETTERS);
}
