import { isKind, KIND, runStart } from '../redactor/characters.js';
import { type Detector, undecided } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { findEnclosure, NONE } from '../redactor/enclosure.js';
import { MORE } from '../redactor/pair.js';
import { isLikelySecret, isValue, type ValueContext } from '../redactor/secret-value.js';

const MAX_NAME = 32;
const PAIR = /^\s*[\w.$!%*+^|~-]{1,64}=(.*)$/s;

/** The value of a `Cookie` or `Set-Cookie` header: the rest of the line or of the string. */
export const cookie: Detector = {
  name: 'cookie',
  group: 'secret',
  validates: 'a header name, and a name and a value behind it',
  source: 'RFC 6265',
  literals: ['cookie', 'cookies'],
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    if (isKind(text, end, KIND.name)) {
      return undefined;
    }
    const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
    const enclosure = end === text.length && !isFinal ? MORE : findEnclosure(window, nameStart, end);
    if (enclosure === MORE) {
      return undecided(text.length);
    }
    if (enclosure === NONE || enclosure.statement !== undefined) {
      return undefined;
    }
    const stop = enclosure.close === '' ? KIND.lineStop : enclosure.stop;
    return matchValue(window, { ...enclosure, stop }, 'cookie', isCookie);
  },
};

function isCookie(sample: string, context: ValueContext): boolean {
  const value = PAIR.exec(sample)?.[1];
  return value === undefined ? isLikelySecret(sample, context) : isValue(value.replace(/;.*$/s, ''), context);
}
