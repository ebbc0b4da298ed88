import { fieldRule } from '../judge/field-names.js';
import { BARE_DATA } from '../judge/field-rule.js';
import { isLikelySecret, isSurelySecret, isValue } from '../judge/secret-value.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { beginningOf, untilMark } from '../lex/long-value.js';
import { holdsPlaceholder } from '../lex/placeholder.js';
import { KIND, runStart } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';

const MAX_NAME = 48;
const MAX_VALUE = 256;
/** A space and a quote. */
const OPENING = pattern(/(?: |%20|\+)?(\\{1,2}u0022|\\{1,2}u0027|&#34;|&#x22;|&#39;|%22|%27|\\{0,8}["'])?/i);
/** What is left of an encoded quote before the name. */
const QUOTE_BEFORE = /^(?:u00(?:22|27)|22|27)/i;

/** Assignments whose equals sign or quotes are encoded as in JSON, HTML or a URL: `password\u003dhunter2`. */
export const encodedAssignment: Detector = {
  name: 'encoded-assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type or blank',
  source: 'RFC 8259 section 7, HTML section 13.5, RFC 3986 section 2.1',
  literals: '\\u003d|\\u0022:|\\u0027:|&#61;|&#x3d;|&#34;:|&#x22;:|&#39;:|%22%3a|%27%3a'.split('|'),
  match: (window, start, end) => {
    const { text, floor } = window;
    const rule = fieldRule(nameBefore(text, start, floor));
    if (rule === undefined) {
      return undefined;
    }
    const [whole = '', quote = ''] = OPENING.at(window, end) ?? [];
    const isSecret = rule.value === 'any' ? isValue : rule.value === 'lenient' ? isLikelySecret : isSurelySecret;
    return matchValue(window, end + whole.length, quote, rule.type, (value) => isSecret(value, BARE_DATA));
  },
};

function nameBefore(text: string, end: number, floor: number): string {
  const start = runStart(text, KIND.name, end, Math.max(floor, end - MAX_NAME));
  const name = text.slice(start, end);
  return start > floor && '\\%'.includes(text.charAt(start - 1)) ? name.replace(QUOTE_BEFORE, '') : name;
}

function matchValue(
  window: Window,
  start: number,
  quote: string,
  type: string,
  isSecret: (value: string) => boolean,
): Verdict | undefined {
  const { text } = window;
  const kind = quote === '' ? KIND.stop : KIND.lineStop;
  const limit = start + MAX_VALUE;
  const stop = window.next(kind, start, limit);
  const value = text.slice(start, stop);
  const mark = quote.toLowerCase();
  const close = quote === '' ? -1 : value.toLowerCase().indexOf(mark);
  if (close < 0) {
    searched(window, stop, limit);
  }
  const sample = close < 0 ? value : value.slice(0, close);
  if (holdsPlaceholder(sample) || !isSecret(sample)) {
    return undefined;
  }
  if (close >= 0 || stop < limit) {
    return found(start, start + sample.length, type);
  }
  const marks = quote === '' ? [] : [mark];
  const sampleEnd = start + beginningOf(value.toLowerCase(), marks);
  return { kind: 'open', start, type, sampleEnd, swallow: untilMark(marks, kind) };
}
