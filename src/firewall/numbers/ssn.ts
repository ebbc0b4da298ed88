import { type Detector, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitsOf } from '../lex/digit-value.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../lex/digits.js';
import { isKind, KIND } from '../pattern/characters.js';
import { endsEarly } from '../pattern/coming-text.js';

const WORDS = ['ssn', 'ssns', 'socialsecurity', 'socialsecuritynumber', 'socsec'];
/** Where the separators stand, and how long all is. */
const FIRST_GAP = 3;
const SECOND_GAP = 6;
const LENGTH = 11;
const FULL_STOP = 0x2e;
const UNDERSCORE = 0x5f;
const NO = -1;
const MORE = -2;

/** US social security numbers: `123-45-6789`, with spaces, and in any other way behind a word that says so. */
export const ssn: Detector = {
  name: 'ssn',
  group: 'personal',
  pack: 'us',
  validates: 'one separator; no area 000, 666 or 900 and above, no group 00, no serial 0000',
  source: 'ssa.gov/employer/randomization.html',
  digitRuns: [
    { lengths: [3], followedBy: '- (', second: [2], mayMatch: mayHaveGroups },
    { lengths: [3], followedBy: '-', second: [2], behindDigits: 'linked', mayMatch: mayHaveGroups },
    { lengths: [3], followedBy: '-. (', second: [2], words: WORDS, mayMatch: mayHaveGroups },
    { lengths: [9], followedBy: '$', words: WORDS },
  ],
  match: (window, start, end, isNamed) =>
    end - start === 9 ? matchBare(window, start, end) : matchGroups(window, start, isNamed === true),
};

/** Prices and versions have no third group. */
function mayHaveGroups(text: string, start: number): boolean {
  return endOfGroups(text, start, true) !== NO;
}

function matchGroups(window: Window, start: number, isNamed: boolean): Verdict | undefined {
  const { text, floor } = window;
  // Behind another number and a space, groups with hyphens are a number of their own; groups with spaces may go on from it.
  const isSpaced = isKind(text, start + FIRST_GAP, KIND.space);
  if (!isNumberStart(text, start, floor, isSpaced ? '.-/ ' : '.-')) {
    return undefined;
  }
  const end = endOfGroups(text, start, isNamed);
  if (end === MORE) {
    endsEarly(window);
  }
  if (end > 0 && isEndOpen(window, end)) {
    return undecided(start);
  }
  return end > 0 && isNumberEnd(text, end, '.-/') && isSsn(text.slice(start, end))
    ? found(start, end, 'ssn')
    : undefined;
}

/** Without a word before the number, the same character stands between its groups, and it is no full stop. */
function endOfGroups(text: string, start: number, isNamed: boolean): number {
  const separator = text.charCodeAt(start + FIRST_GAP);
  for (let index = 0; index < LENGTH; index += 1) {
    const at = start + index;
    if (at >= text.length) {
      return MORE;
    }
    const isGap = index === FIRST_GAP || index === SECOND_GAP;
    if (isGap ? !isGapAt(text, at, isNamed) : !isKind(text, at, KIND.digit)) {
      return NO;
    }
    if (isGap && !isNamed && (separator === FULL_STOP || text.charCodeAt(at) !== separator)) {
      return NO;
    }
  }
  return isDigit(text, start + LENGTH) ? NO : start + LENGTH;
}

/** Behind a word also what some forms write between the groups. */
function isGapAt(text: string, at: number, isNamed: boolean): boolean {
  return isKind(text, at, KIND.gap) || (isNamed && text.charCodeAt(at) === UNDERSCORE);
}

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  if (!isNumberStart(text, start, floor, '.-') || !isSsn(text.slice(start, end))) {
    return undefined;
  }
  if (isEndOpen(window, end)) {
    return undecided(start);
  }
  return isNumberEnd(text, end, '.-') ? found(start, end, 'ssn') : undefined;
}

function isSsn(text: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digitsOf(text));
}
