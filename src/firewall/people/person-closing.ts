import { beginsWithGivenName, isGivenName } from '../judge/given-person.js';
import type { Detector, Verdict, Window } from '../lex/detector.js';
import { isKind, isWordStart, KIND } from '../pattern/characters.js';
import { comingLetters, pattern } from '../pattern/coming-text.js';
import { onlyIf, personVerdict } from './person-field.js';
import { createWordTable } from './word-table.js';

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

/** Names of people who close a letter with them, and of those who say who they are. */
export const personClosing: Detector = {
  name: 'person-closing',
  group: 'personal',
  validates: 'the closing of a letter before, and a name of two words or a known given name that is all of its line',
  source: 'SPEC 4',
  ...createWordTable([
    [CLOSINGS, atLetterStart(matchClosing)],
    [TOLD, atLetterStart((window, _start, end) => givenName(window, end))],
  ]),
};

function atLetterStart(match: Detector['match']): Detector['match'] {
  return (window, start, end) =>
    isWordStart(window.text, start, window.floor) ? match(window, start, end) : undefined;
}

function matchClosing(window: Window, _start: number, end: number): Verdict | undefined {
  const { text } = window;
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
}

function nameOfLine(window: Window, from: number): Verdict | undefined {
  return onlyIf(personVerdict(window, from, 1), ({ start, end }) => {
    const name = window.text.slice(start, end);
    return LINE_ENDS.includes(window.text.charAt(end)) && (name.includes(' ') || isGivenName(name));
  });
}

function givenName(window: Window, from: number): Verdict | undefined {
  return isKind(window.text, from, KIND.upper)
    ? onlyIf(personVerdict(window, from, 1), ({ start, end }) => beginsWithGivenName(window.text.slice(start, end)))
    : undefined;
}
