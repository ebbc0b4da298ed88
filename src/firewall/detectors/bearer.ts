import { KIND, runEnd } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { whileKind } from '../redactor/until.js';

const MAX_SPACES = 4;
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
    const { text, isFinal } = window;
    const from = runEnd(text, KIND.space, end, end + MAX_SPACES);
    if (from === end && from < text.length) {
      return undefined;
    }
    const stop = window.run(KIND.opaque, from, from + MAX_LENGTH + 1);
    if (stop === text.length && !isFinal && stop - from <= MAX_LENGTH) {
      return undecided(from);
    }
    const value = text.slice(from, stop).replace(/\.+$/, '');
    if (value.length < MIN_LENGTH || !/\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value)) {
      return undefined;
    }
    return stop - from > MAX_LENGTH
      ? { kind: 'open', start: from, type: 'authorization', sampleEnd: stop, swallow: whileKind(KIND.opaque) }
      : found(from, from + value.length, 'authorization');
  },
};
