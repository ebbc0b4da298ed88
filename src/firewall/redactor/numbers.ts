import { isKind, KIND, lettersBefore, runEnd } from './characters.js';
import { type Detector, MAX_LETTERS } from './detector.js';

/** Longer runs of digits are no number that any detector knows. */
export const MAX_DIGITS = 40;

/** Fewer digits are no number by themselves, only together with others behind a joint. */
const MIN_ALONE = 7;
const PLUS = 0x2b;
const NUMBER_PART = KIND.joint | KIND.digit;

/** The detectors of numbers, by letters before the digits and by how many digits there are. */
export type NumberTable = readonly (readonly (readonly Detector[])[])[];

const NO_DETECTORS: readonly Detector[] = [];

export function compileNumbers(detectors: readonly Detector[]): NumberTable {
  return Array.from({ length: MAX_LETTERS + 1 }, (_, letters) =>
    Array.from({ length: MAX_DIGITS + 1 }, (__, length) =>
      detectors.filter(
        ({ digitRuns }) =>
          digitRuns !== undefined && (digitRuns.letters ?? 0) === letters && digitRuns.lengths.includes(length),
      ),
    ),
  );
}

export function detectorsOf(table: NumberTable, letters: number, length: number): readonly Detector[] {
  return table[letters]?.[length] ?? NO_DETECTORS;
}

/**
 * Whether no detector has to be asked about the digits that begin here: most numbers are passed by in the scan.
 * Two digits behind a number and a joint go on with it, as in a date: nothing begins there.
 */
export function isPlainNumber(table: NumberTable, text: string, start: number, floor: number): boolean {
  const letters = lettersBefore(text, start, floor, MAX_LETTERS);
  if (letters < 0) {
    return true;
  }
  const end = runEnd(text, KIND.digit, start, start + MIN_ALONE);
  if (end === text.length || end - start === MIN_ALONE) {
    return false;
  }
  if (letters > 0) {
    return detectorsOf(table, letters, end - start).length === 0;
  }
  if (end - start === 2 && isKind(text, start - 1, KIND.joint) && isKind(text, start - 2, KIND.digit)) {
    return true;
  }
  const isJoined = isKind(text, end, KIND.joint) && (end + 1 === text.length || isKind(text, end + 1, NUMBER_PART));
  return !isJoined && text.charCodeAt(start - 1) !== PLUS;
}
