import { type Detector, found } from '../lex/detector.js';
import { digitsOf } from '../lex/digit-value.js';
import { endsNumber, isNumberStart } from '../lex/digits.js';
import { isKind, KIND } from '../pattern/characters.js';
import { endsEarly } from '../pattern/coming-text.js';
import { createForm, endOfShape, MORE, NO } from './number-form.js';

const WORDS = ['ssn', 'ssns', 'socialsecurity', 'socialsecuritynumber', 'socsec'];
/** Without a word before the number, one and the same character stands between its groups, and it is no full stop. */
const ALONE = ['999-99-9999', '999 99 9999'].map((shape) => createForm(shape, false));
/** Behind a word also what some forms write between the groups. */
const NAMED = [createForm('999~99~9999', true)];
const FIRST_GAP = 3;
const SECOND_GAP = 6;
const BARE = 9;

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
  match: (window, start, end, isNamed) => {
    const { text, floor } = window;
    const isBare = end - start === BARE;
    // Behind another number and a space, groups with hyphens are a number of their own; groups with spaces may go on from it.
    const isSpaced = !isBare && isKind(text, start + FIRST_GAP, KIND.space);
    if (!isNumberStart(text, start, floor, isSpaced ? '.-/ ' : '.-')) {
      return undefined;
    }
    const last = isBare ? end : endOfGroups(text, start, isNamed === true);
    if (last === MORE) {
      endsEarly(window);
    }
    const isWhole =
      last > 0 && isSsn(text.slice(start, last)) && endsNumber(window, last, isBare ? '.-' : '.-/', start);
    return isWhole ? found(start, last, 'ssn') : undefined;
  },
};

/** Prices and versions have no third group. */
function mayHaveGroups(text: string, start: number): boolean {
  return endOfGroups(text, start, true) !== NO;
}

function endOfGroups(text: string, start: number, isNamed: boolean): number {
  for (const form of isNamed ? NAMED : ALONE) {
    const end = endOfShape(text, start, form);
    const isOne = isNamed || end < 0 || text.charAt(start + FIRST_GAP) === text.charAt(start + SECOND_GAP);
    if (end !== NO) {
      return isOne ? end : NO;
    }
  }
  return NO;
}

function isSsn(text: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digitsOf(text));
}
