import { KIND, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided } from '../redactor/detector.js';
import { MAX_LOCAL } from '../redactor/local-part.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];
const MAX_DOMAIN = 120;
const LOCAL = /[a-z0-9][\w.+-]*$/i;
/** At least one dot, spelt or not; then no spaces but those around a spelt one. */
const DOMAIN =
  /^ ?[a-z0-9][a-z0-9-]{0,62}(?:(?:\.| ?[([{]dot[)\]}] ?)[a-z0-9-]{1,63}){0,6}(?:\.| ?[([{]dot[)\]}] ?)[a-z]{2,24}/i;
const SEPARATOR = /\.| ?[([{]dot[)\]}] ?/i;
/** The beginning of one, where the text was cut. */
const CUT_SEPARATOR = / ?(?:[([{](?:d(?:ot?)?)?)?$/i;
const LABEL = /^[a-z0-9-]+$/i;

/** Addresses written for people only: `alice (at) example (dot) com`, `alice[at]example.com`. */
export const speltEmail: Detector = {
  name: 'spelt-email',
  group: 'personal',
  validates: 'brackets around "at", a word before it, labels and a top-level domain of letters behind it',
  source: 'common practice on mailing lists',
  literals: BRACKETS.flatMap(([open, close]) => [`${open}at${close}`, ` ${open}at${close}`]),
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    const word = text.slice(runStart(text, KIND.local, start, Math.max(floor, start - MAX_LOCAL)), start);
    const local = LOCAL.exec(word);
    if (local === null) {
      return undefined;
    }
    const from = start - local[0].length;
    const available = text.slice(end, end + MAX_DOMAIN);
    if (!isFinal && available.length < MAX_DOMAIN && isBegun(available)) {
      return undecided(from);
    }
    const domain = DOMAIN.exec(available);
    if (domain === null) {
      return undefined;
    }
    const to = end + domain[0].length;
    const isJoined = isBeforePlaceholder(text, to, isFinal);
    if (isJoined === undefined) {
      return undecided(from);
    }
    return isJoined ? undefined : found(from, to, 'email');
  },
};

/** Whether more text could make a domain of this one, or a longer one. */
function isBegun(text: string): boolean {
  const labels = text.replace(/^ /, '').replace(CUT_SEPARATOR, '').split(SEPARATOR);
  return labels.every((label, index) => LABEL.test(label) || (label === '' && index === labels.length - 1));
}
