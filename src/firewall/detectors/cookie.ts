import { isKind, KIND, runEnd } from '../redactor/characters.js';
import type { Detector } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { isLikelySecret, isValue, type ValueContext } from '../redactor/secret-value.js';
import { isOfHeader, matchHeader } from './header-value.js';

const COLON = 0x3a;
const MAX_WORD = 40;
const PAIR = /^\s*[\w.$!%*+^|~-]{1,64}=(.*)$/s;

/** The value of a `Cookie` or `Set-Cookie` header: the rest of the line or of the string. */
export const cookie: Detector = {
  name: 'cookie',
  group: 'secret',
  validates: 'a header name, and a name and a value behind it',
  source: 'RFC 6265',
  literals: ['cookie', 'cookies'],
  match: (window, start, end) =>
    isWords(window.text, end)
      ? undefined
      : matchHeader(window, start, end, (enclosure) => {
          const stop = enclosure.close === '' ? KIND.lineStop : enclosure.stop;
          return matchValue(window, { ...enclosure, stop }, 'cookie', isCookie);
        }),
};

/** A colon, and a word with a space or another colon behind it: no cookie begins so, and most texts about them do. */
function isWords(text: string, end: number): boolean {
  if (text.charCodeAt(end) !== COLON || !isKind(text, end + 1, KIND.space)) {
    return false;
  }
  const stop = runEnd(text, KIND.alphanumeric, end + 2, end + MAX_WORD);
  const behind = text.charCodeAt(stop) === COLON ? stop + 1 : stop;
  return stop > end + 2 && isKind(text, behind, KIND.space);
}

function isCookie(sample: string, context: ValueContext): boolean {
  const value = PAIR.exec(sample)?.[1];
  const isTold = value === undefined || context.statement !== undefined ? isLikelySecret : isValue;
  return isOfHeader(sample, context) && isTold((value ?? sample).replace(/;.*$/s, ''), context);
}
