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
  /** Whom to ask about a run by letters before the digits and by how many digits there are; put together when asked. */
  readonly asked: (letters: number, length: number) => readonly Asked[];
  /** By how many digits there are, when these are few: whether a letter can follow. */
  readonly isBeforeLetter: readonly boolean[];
}

const NO_DETECTORS: readonly Asked[] = [];

export function compileNumbers(detectors: readonly Detector[]): NumberTable {
  const wishes: Wish[] = [];
  const isBeforeLetter = new Array<boolean>(MIN_ALONE).fill(false);
  const index = createWordIndex<Detector>();
  for (const detector of detectors) {
    for (const runs of runsOf(detector)) {
      wishes.push({ detector, runs });
      index.add(runs.words ?? [], detector);
      if (runs.followedBy?.includes('A') === true) {
        for (const length of runs.lengths.filter((each) => each < MIN_ALONE)) {
          isBeforeLetter[length] = true;
        }
      }
    }
  }
  const cells: (readonly Asked[])[] = [];
  const makeCell = (letters: number, length: number): readonly Asked[] => {
    const wanted = wishes.filter(({ runs }) => (runs.letters ?? 0) === letters && runs.lengths.includes(length));
    return createCell(wanted, letters, index);
  };
  return {
    asked: (letters, length) => {
      if (letters < 0 || letters > MAX_LETTERS || length > MAX_DIGITS) {
        return NO_DETECTORS;
      }
      const at = letters * (MAX_DIGITS + 1) + length;
      cells[at] ??= makeCell(letters, length);
      return cells[at] ?? NO_DETECTORS;
    },
    isBeforeLetter,
  };
}

function runsOf({ digitRuns }: Detector): readonly DigitRuns[] {
  if (digitRuns === undefined) {
    return [];
  }
  return 'lengths' in digitRuns ? [digitRuns] : digitRuns;
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
  if (letters === 0 && length < MIN_ALONE && isByItself(table, text, start, end, floor)) {
    return true;
  }
  for (const { mayMatch } of table.asked(letters, length)) {
    if (mayMatch?.(text, start, end, floor) !== false) {
      return false;
    }
  }
  return true;
}

/** Whether a short number does not go on behind it, and no number goes on here. */
function isByItself(table: NumberTable, text: string, start: number, end: number, floor: number): boolean {
  const isBehindDigit =
    start - 2 >= floor && isKind(text, start - 1, KIND.joint) && isKind(text, start - 2, KIND.digit);
  if (isBehindDigit && end - start === 2) {
    return true;
  }
  const isPlus = start > 0 && text.charCodeAt(start - 1) === PLUS;
  if (isKind(text, end, KIND.alphanumeric)) {
    return table.isBeforeLetter[end - start] !== true && !isPlus;
  }
  const isJoined = isKind(text, end, KIND.joint) && (end + 1 === text.length || isKind(text, end + 1, NUMBER_PART));
  return !isJoined && !isPlus;
}
