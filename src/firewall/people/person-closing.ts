import { isGivenName } from '../judge/given-names.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, isWordStart, KIND } from '../pattern/characters.js';
import { comingLetters } from '../pattern/coming-letters.js';
import { pattern } from '../pattern/pattern.js';
import { personVerdict } from './person-field.js';

/** With these a letter closes; letters may follow: `Grüßen`, `groeten`. */
const CLOSINGS =
  'regards|sincerely|faithfully|best wishes|cheers,|thanks,|best,|gr\u00fc\u00df|gru\u00df|gr\u00fcss|cordialement|' +
  'salutations|saludos|atentamente|saluti|groet|atenciosamente|pozdrawiam|h\u00e4lsningar|hilsen';
/** Before the name of somebody who tells it, or who did something: only a given name that hardly anything else has. */
const TOLD = "i am |i'm |i\u2019m |signed by |sent by |requested by |approved by |submitted by |reported by ";
/** What follows a closing up to the name below it; line ends may be written as in JSON, or as in HTML. */
const BELOW = pattern(/[a-z]{0,3}[,.!]?(?: ?(?:\r?\n|\\r\\n|\\n|<br ?\/?>)){1,3} {0,8}(?:[-–—] ?)?/);
/** Up to one beside it. */
const BESIDE = comingLetters(String.raw`[a-z]{0,3}, ?(?=\p{Lu})`);
/** What stands behind a name that is all of its line. */
const LINE_ENDS = ['', '\n', '\r', '\\', '<', '"', "'", '|', ','];

const closings = new Set(CLOSINGS.split('|'));

/** Names of people who close a letter with them, and of those who say who they are. */
export const personClosing: Detector = {
  name: 'person-closing',
  group: 'personal',
  validates: 'the closing of a letter before, and a name of two words or a known given name that is all of its line',
  source: 'SPEC 4',
  literals: `${CLOSINGS}|${TOLD}`.split('|'),
  match: (window, start, end) => {
    const { text, floor } = window;
    if (!isWordStart(text, start, floor)) {
      return undefined;
    }
    if (!closings.has(text.slice(start, end).toLowerCase())) {
      return isKind(text, end, KIND.upper) || end === text.length ? givenName(window, end) : undefined;
    }
    // A sentence that goes on is the commonest by far.
    if (text.charAt(end) === ' ' && isKind(text, end + 1, KIND.lower)) {
      return undefined;
    }
    const below = BELOW.at(window, end)?.[0].length;
    if (below !== undefined) {
      return nameOfLine(window, end + below);
    }
    const beside = BESIDE.at(window, end)?.[0].length ?? (text.charAt(end - 1) === ',' ? 1 : 0);
    return beside === 0 ? undefined : nameOfLine(window, end + beside);
  },
};

function nameOfLine(window: Window, from: number): Verdict | undefined {
  const verdict = personVerdict(window, from, 1);
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  const name = window.text.slice(verdict.start, verdict.end);
  const isWhole = LINE_ENDS.includes(window.text.charAt(verdict.end));
  return isWhole && (name.includes(' ') || isGivenName(name)) ? verdict : undefined;
}

function givenName(window: Window, from: number): Verdict | undefined {
  const verdict = personVerdict(window, from, 1);
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  const [first = ''] = window.text.slice(verdict.start, verdict.end).split(/[ -]/, 1);
  return isGivenName(first) ? verdict : undefined;
}
