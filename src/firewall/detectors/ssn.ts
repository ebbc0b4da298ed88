import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import {
  digitsOf,
  endOfShape,
  isDigit,
  isEndOpen,
  isNumberEnd,
  isNumberStart,
  readGroups,
} from '../redactor/digits.js';

/** US social security numbers: `123-45-6789`, with spaces, and without both behind a word that says so. */
export const ssn: Detector = {
  name: 'ssn',
  group: 'personal',
  pack: 'us',
  validates: 'one separator; no area 000, 666 or 900 and above, no group 00, no serial 0000',
  source: 'ssa.gov/employer/randomization.html',
  digitRuns: [
    { lengths: [3], followedBy: '- ', second: [2] },
    { lengths: [9], followedBy: '$', words: ['ssn', 'ssns', 'socialsecurity', 'socialsecuritynumber', 'socsec'] },
  ],
  match: (window, start, end) => (end - start === 9 ? matchBare(window, start, end) : matchGroups(window, start, end)),
};

function matchGroups(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor, isFinal } = window;
  const separator = text.charAt(end);
  if (end < text.length ? separator !== '-' && separator !== ' ' : isFinal) {
    return undefined;
  }
  const isTooShort = end + 3 < text.length && !(isDigit(text, end + 2) && text.charAt(end + 3) === separator);
  if (isTooShort || !isNumberStart(text, start, floor, '.-/ ')) {
    return undefined;
  }
  const groups = readGroups(text, start, end, 4);
  if ((groups.isCut && !isFinal) || isEndOpen(window, groups.ends.at(-1) ?? end)) {
    return undecided(start);
  }
  const last = endOfShape(groups, 0x324, separator === '-');
  return last > 0 && isNumberEnd(text, last, '.-/') && isSsn(text.slice(start, last))
    ? found(start, last, 'ssn')
    : undefined;
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
