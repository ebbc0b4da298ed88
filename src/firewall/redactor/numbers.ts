import { isKind, KIND, kindAt, lettersBefore, runEnd } from './characters.js';
import { type Detector, type DigitRuns, MAX_LETTERS } from './detector.js';
import { type Asked, createCell, type Wish } from './number-cells.js';
import { createWordIndex } from './words-before.js';

/** Longer runs of digits are no number that any detector knows. */
export const MAX_DIGITS = 40;

/** Fewer digits are no number by themselves, only together with others behind a joint. */
const MIN_ALONE = 7;
const PLUS = 0x2b;
const NUMBER_PART = KIND.joint | KIND.digit;

/** The detectors of numbers. */
export interface NumberTable {
  /** By letters before the digits and by how many digits there are. */
  readonly rows: readonly (readonly (readonly Asked[])[])[];
  /** By how many digits there are: whether a letter can follow. */
  readonly isBeforeLetter: readonly boolean[];
}

const NO_DETECTORS: readonly Asked[] = [];

export function compileNumbers(detectors: readonly Detector[]): NumberTable {
  const cells = Array.from({ length: MAX_LETTERS + 1 }, () => Array.from({ length: MAX_DIGITS + 1 }, (): Wish[] => []));
  const isBeforeLetter = new Array<boolean>(MIN_ALONE).fill(false);
  const index = createWordIndex<Detector>();
  for (const detector of detectors) {
    for (const runs of runsOf(detector)) {
      index.add(runs.words ?? [], detector);
      for (const length of runs.lengths) {
        cells[runs.letters ?? 0]?.[length]?.push({ detector, runs });
        isBeforeLetter[length] ||= runs.followedBy?.includes('A') === true;
      }
    }
  }
  return { rows: cells.map((row, letters) => row.map((wishes) => createCell(wishes, letters, index))), isBeforeLetter };
}

function runsOf({ digitRuns }: Detector): readonly DigitRuns[] {
  if (digitRuns === undefined) {
    return [];
  }
  return 'lengths' in digitRuns ? [digitRuns] : digitRuns;
}

export function detectorsOf(table: NumberTable, letters: number, length: number): readonly Asked[] {
  return table.rows[letters]?.[length] ?? NO_DETECTORS;
}

/**
 * Whether no detector has to be asked about the digits that begin here: most numbers are passed by in the scan.
 * Two digits behind a number and a joint go on with it, as in a date: nothing begins there.
 */
export function isPlainNumber(table: NumberTable, text: string, start: number, floor: number): boolean {
  const before = start > floor ? kindAt(text, start - 1) : 0;
  const letters = (before & KIND.word) === 0 ? 0 : lettersBefore(text, start, floor, MAX_LETTERS);
  if (letters < 0) {
    return true;
  }
  const end = runEnd(text, KIND.digit, start, start + MAX_DIGITS + 1);
  if (end === text.length) {
    return false;
  }
  const length = end - start;
  if (letters === 0 && length < MIN_ALONE && isByItself(table, text, start, end)) {
    return true;
  }
  for (const { mayMatch } of detectorsOf(table, letters, length)) {
    if (mayMatch?.(text, start, end, floor) !== false) {
      return false;
    }
  }
  return true;
}

/** Whether a short number does not go on behind it, and no number goes on here. */
function isByItself(table: NumberTable, text: string, start: number, end: number): boolean {
  if (end - start === 2 && isKind(text, start - 1, KIND.joint) && isKind(text, start - 2, KIND.digit)) {
    return true;
  }
  const isPlus = start > 0 && text.charCodeAt(start - 1) === PLUS;
  if (isKind(text, end, KIND.alphanumeric)) {
    return table.isBeforeLetter[end - start] !== true && !isPlus;
  }
  const isJoined = isKind(text, end, KIND.joint) && (end + 1 === text.length || isKind(text, end + 1, NUMBER_PART));
  return !isJoined && !isPlus;
}
