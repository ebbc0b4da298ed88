import { type Detector, found } from '../lex/detector.js';
import { whileKind } from '../lex/take-while.js';
import { KIND } from '../pattern/characters.js';
import { runOf, searched } from '../pattern/coming-text.js';

const MAX_SPACES = 4;
const MIN_LENGTH = 8;
const MAX_LENGTH = 255;
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
    if (sample.length < MIN_LENGTH || !CREDENTIALS.test(decode(sample))) {
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
