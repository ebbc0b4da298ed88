import { isKind, KIND, kindAt, lettersBefore, runEnd } from './characters.js';
import { type Detector, type DigitRuns, MAX_LETTERS, type Verdict, type Window } from './detector.js';
import { createWordIndex, isBehindWord, type WordIndex } from './words-before.js';

/** Longer runs of digits are no number that any detector knows. */
export const MAX_DIGITS = 40;

/** Fewer digits are no number by themselves, only together with others behind a joint. */
const MIN_ALONE = 7;
const PLUS = 0x2b;
const NUMBER_PART = KIND.joint | KIND.digit;

/** Whom to ask about a run of digits. */
interface Asked extends Pick<Detector, 'match'> {
  readonly mayMatch: DigitRuns['mayMatch'];
}

/** The detectors of numbers. */
export interface NumberTable {
  /** By letters before the digits and by how many digits there are. */
  readonly rows: readonly (readonly (readonly Asked[])[])[];
  /** By how many digits there are: whether a letter can follow. */
  readonly isBeforeLetter: readonly boolean[];
}

const NO_DETECTORS: readonly Asked[] = [];

export function compileNumbers(detectors: readonly Detector[]): NumberTable {
  const rows = Array.from({ length: MAX_LETTERS + 1 }, () =>
    Array.from({ length: MAX_DIGITS + 1 }, (): Cell => ({ asked: [], named: undefined })),
  );
  const isBeforeLetter = new Array<boolean>(MIN_ALONE).fill(false);
  const index = createWordIndex<Detector>();
  for (const detector of detectors) {
    for (const runs of runsOf(detector)) {
      index.add(runs.words ?? [], detector);
      for (const length of runs.lengths) {
        put(rows[runs.letters ?? 0]?.[length], detector, runs, index);
        isBeforeLetter[length] ||= runs.isBeforeLetter === true;
      }
    }
  }
  return { rows: rows.map((row) => row.map(({ asked }) => asked)), isBeforeLetter };
}

function runsOf({ digitRuns }: Detector): readonly DigitRuns[] {
  if (digitRuns === undefined) {
    return [];
  }
  return 'lengths' in digitRuns ? [digitRuns] : digitRuns;
}

interface Cell {
  readonly asked: Asked[];
  /** Those that want a word before the number: they are asked together, in the place of the first. */
  named: Set<Detector> | undefined;
}

function put(cell: Cell | undefined, detector: Detector, runs: DigitRuns, index: WordIndex<Detector>): void {
  if (runs.words === undefined) {
    cell?.asked.push({ match: detector.match, mayMatch: runs.mayMatch });
  } else if (cell?.named !== undefined) {
    cell.named.add(detector);
  } else if (cell !== undefined) {
    cell.named = new Set([detector]);
    cell.asked.push(createNamed(cell.named, runs.letters ?? 0, index));
  }
}

/** Asks those detectors whose words stand before the number, the nearest word's first. */
function createNamed(detectors: ReadonlySet<Detector>, letters: number, index: WordIndex<Detector>): Asked {
  return {
    mayMatch: (text, start, _, floor) => isBehindWord(text, start - letters, floor),
    match: (window: Window, start: number, end: number): Verdict | undefined => {
      const { text, floor } = window;
      for (const detector of index.before(text, start - letters, floor)) {
        const verdict = detectors.has(detector) ? detector.match(window, start, end, true) : undefined;
        if (verdict !== undefined) {
          return verdict;
        }
      }
      return undefined;
    },
  };
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
