import { type Detector, found } from '../lex/detector.js';
import { MAX_LOCAL } from '../lex/local-part.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { KIND, runStart } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';

const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
];
const LOCAL = /[a-z0-9][\w.+-]*$/i;
/** At least one dot, spelt or not; then no spaces but those around a spelt one. */
const DOMAIN = pattern(
  / ?[a-z0-9][a-z0-9-]{0,62}(?:(?:\.| ?[([{]dot[)\]}] ?)[a-z0-9-]{1,63}){0,6}(?:\.| ?[([{]dot[)\]}] ?)[a-z]{2,24}/i,
);

/** Addresses written for people only: `alice (at) example (dot) com`, `alice[at]example.com`. */
export const speltEmail: Detector = {
  name: 'spelt-email',
  group: 'personal',
  validates: 'brackets around "at", a word before it, labels and a top-level domain of letters behind it',
  source: 'common practice on mailing lists',
  literals: BRACKETS.flatMap(([open, close]) => [`${open}at${close}`, ` ${open}at${close}`]),
  match: (window, start, end) => {
    const { text, floor } = window;
    const word = text.slice(runStart(text, KIND.local, start, Math.max(floor, start - MAX_LOCAL)), start);
    const local = LOCAL.exec(word);
    if (local === null) {
      return undefined;
    }
    const from = start - local[0].length;
    const domain = DOMAIN.at(window, end, from)?.[0];
    const to = end + (domain?.length ?? 0);
    return domain === undefined || isPlaceholderAt(window, to, from) ? undefined : found(from, to, 'email');
  },
};
