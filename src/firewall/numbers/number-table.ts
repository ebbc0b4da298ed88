import { type Detector, type DigitRuns, MANY_LETTERS, MAX_LETTERS } from '../lex/detector.js';
import { FIRST_BEYOND_ASCII, isKind, KIND, kindAt } from '../pattern/characters.js';
import { type Cell, createCell, NO_CELL, type Wish } from './number-cells.js';
import { createWordIndex } from './words-before.js';

/** Longer runs of digits are no number that any detector knows. */
export const MAX_DIGITS = 40;
/** Fewer digits are no number by themselves, only together with others behind a joint. */
export const MIN_ALONE = 7;

/**
 * Where a number stands: behind so many letters or more than that, a plus, or a digit and a link, another joint, a colon,
 * or any other sign; behind anything else it is 0.
 */
export const BEHIND_PLUS = MAX_LETTERS + 1;
export const BEHIND_LINK = MAX_LETTERS + 2;
export const BEHIND_GAP = MAX_LETTERS + 3;
export const BEHIND_SIGN = MAX_LETTERS + 4;
export const BEHIND_COLON = MAX_LETTERS + 5;
export const BEHIND_MANY = MAX_LETTERS + 6;
const PLACES = MAX_LETTERS + 7;
/** The bits of places that are behind letters. */
export const LETTER_PLACES = (1 << BEHIND_PLUS) - 1;
const PLUS_PLACE = 1 << BEHIND_PLUS;
/** In place of bits that are not known yet. */
export const UNKNOWN = 1 << PLACES;

/** More digits behind a joint count as so many. */
export const MOST_SECOND = 14;
/** In place of their count: another joint stands behind the joint. */
export const SECOND_JOINT = 15;
const SECONDS = 16;

/** Whom to ask about a number, by what is told of it at a glance. It is put together as numbers are met. */
export interface NumberTable {
  /** By `rowOf`: the places in which somebody is to be asked, one bit each; `UNKNOWN` before `fill`. */
  readonly places: Uint16Array;
  readonly fill: (row: number) => number;
  readonly cell: (row: number, place: number, second: number) => Cell;
  /** Nothing of the last text is kept. */
  readonly forget: () => void;
}

/** One number for the length of a run, whether it begins with zero, and what follows it. */
export function rowOf(length: number, isZero: boolean, follower: number): number {
  return length * ROWS_OF_LENGTH + (isZero ? ZERO : 0) + follower;
}

const ROWS_OF_LENGTH = 16;
const ZERO = 8;
const FOLLOWER = 7;
const ROWS = (MAX_DIGITS + 1) * ROWS_OF_LENGTH;

function lengthOf(row: number): number {
  return Math.floor(row / ROWS_OF_LENGTH);
}

function isInRow({ followedBy, isZeroFirst }: DigitRuns, row: number): boolean {
  return isFollower(followedBy, row & FOLLOWER) && (isZeroFirst === undefined || isZeroFirst === ((row & ZERO) !== 0));
}

export function compileNumbers(detectors: readonly Detector[]): NumberTable {
  const places = new Uint16Array(ROWS).fill(UNKNOWN);
  const index = createWordIndex<Detector>();
  const byLength: Wish[][] = Array.from({ length: MAX_DIGITS + 1 }, () => []);
  // A number of 0 is not known yet; cell 1 is empty.
  const cells: Cell[] = [NO_CELL, NO_CELL];
  const numbers = new Uint16Array(ROWS * PLACES * SECONDS);
  for (const detector of detectors) {
    for (const runs of runsOf(detector)) {
      index.add(runs.words ?? [], detector);
      for (const length of runs.lengths) {
        byLength[length]?.push({ detector, runs });
      }
    }
  }

  const inRow = (row: number): readonly Wish[] =>
    (byLength[lengthOf(row)] ?? []).filter(({ runs }) => isInRow(runs, row));

  /** Returns the number of a new cell; those in which nobody is asked are one. */
  const add = (at: number, row: number, place: number, second: number): number => {
    const bit = 1 << place;
    const wishes = inRow(row).filter(({ runs }) => (placesOf(runs, row) & bit) !== 0 && isSecond(runs, row, second));
    const number = wishes.length === 0 ? 1 : cells.length;
    cells[number] = wishes.length === 0 ? NO_CELL : createCell(wishes, place < BEHIND_PLUS ? place : 0, index);
    numbers[at] = number;
    return number;
  };

  return {
    places,
    fill: (row) => {
      const bits = inRow(row).reduce((sum, { runs }) => sum | placesOf(runs, row), 0);
      places[row] = bits;
      return bits;
    },
    cell: (row, place, second) => {
      const at = (row * PLACES + place) * SECONDS + second;
      const number = numbers[at] || add(at, row, place, second);
      return cells[number] ?? NO_CELL;
    },
    forget: index.forget,
  };
}

export function runsOf({ digitRuns = [] }: Detector): readonly DigitRuns[] {
  return 'lengths' in digitRuns ? [digitRuns] : digitRuns;
}

/** The places in which a run is wanted, one bit each; a short one that nothing goes on with is wanted nowhere. */
function placesOf(runs: DigitRuns, row: number): number {
  const { letters = 0, isBehindPlus, isBehindWord, words } = runs;
  if (letters > 0) {
    return 1 << (letters === MANY_LETTERS ? BEHIND_MANY : letters);
  }
  const follower = row & FOLLOWER;
  if (lengthOf(row) < MIN_ALONE && follower === OTHER) {
    return 0;
  }
  if (isBehindPlus === true) {
    return PLUS_PLACE;
  }
  const first = PLUS_PLACE | 1;
  return isBehindWord === true || words !== undefined ? first : first | placesBehindDigits(runs, row, follower);
}

/** Two digits behind a number and a joint mostly go on with it, as in a date, or in the seconds of a time. */
function placesBehindDigits({ behindDigits }: DigitRuns, row: number, follower: number): number {
  const isPair = lengthOf(row) === 2;
  const isSeconds = isPair && FOLLOWERS.charAt(follower) === '.';
  const signs = (1 << BEHIND_SIGN) | (isSeconds ? 0 : 1 << BEHIND_COLON);
  return isPair && behindDigits !== 'linked' ? signs : signs | placesBehindJoints(behindDigits, follower);
}

function placesBehindJoints(behindDigits: DigitRuns['behindDigits'], follower: number): number {
  const gap = 1 << BEHIND_GAP;
  if (behindDigits === undefined) {
    return follower === SPACE ? 0 : gap;
  }
  return behindDigits === 'linked' ? gap | (1 << BEHIND_LINK) : gap;
}

function isSecond({ letters = 0, second: wanted }: DigitRuns, row: number, second: number): boolean {
  const follower = row & FOLLOWER;
  if (follower < SPACE) {
    return true;
  }
  const isShort = lengthOf(row) < MIN_ALONE && letters === 0;
  return wanted === undefined ? second !== 0 || !isShort : wanted.includes(second);
}

/**
 * What can follow a run of digits, as in `DigitRuns.followedBy`: the first stands for everything else, `A` for a letter,
 * `(` for any joint that is not named, such as those beyond ASCII, and for `_`, with which programs group digits.
 */
const FOLLOWERS = '$A -./+(';
const OTHER = 0;
const LETTER = 1;
/** From here on more digits can stand behind the follower. */
export const SPACE = 2;
const JOINT = 7;

const followers = Uint8Array.from({ length: FIRST_BEYOND_ASCII }, (_, code) =>
  followerOf(String.fromCharCode(code), 0),
);

/** Which of the followers stands at an index; the end of the text is something else. */
export function followerAt(text: string, index: number): number {
  if (index >= text.length) {
    return OTHER;
  }
  const code = text.charCodeAt(index);
  return code < FIRST_BEYOND_ASCII ? (followers[code] ?? OTHER) : followerOf(text, index);
}

/** Whether a run that asks for some followers asks for this one; `$` is everything but a letter. */
function isFollower(followedBy: string | undefined, follower: number): boolean {
  return (
    followedBy === undefined ||
    followedBy.includes(FOLLOWERS.charAt(follower)) ||
    (follower !== LETTER && followedBy.includes(FOLLOWERS.charAt(OTHER)))
  );
}

function followerOf(text: string, index: number): number {
  const kinds = kindAt(text, index);
  if ((kinds & KIND.alphanumeric) !== 0) {
    return LETTER;
  }
  if ((kinds & KIND.space) !== 0) {
    return text.charCodeAt(index) < FIRST_BEYOND_ASCII || (kinds & KIND.joint) === 0 ? SPACE : JOINT;
  }
  const named = FOLLOWERS.indexOf(text.charAt(index), SPACE);
  const isJoint = isKind(text, index, KIND.joint) || text.charAt(index) === '_';
  return named < 0 && isJoint ? JOINT : Math.max(OTHER, named);
}

/**
 * With other small letters than those that the words for streets in France begin with, a word begins of which few digits
 * before tell how many there are: `14 days`.
 */
const BEGINS_AMOUNT = Uint8Array.from({ length: FIRST_BEYOND_ASCII }, (_, code) =>
  Number(/[d-hj-os-z]/.test(String.fromCharCode(code))),
);

/** Whether such a word begins here. */
export function isAmountOf(text: string, index: number): boolean {
  return BEGINS_AMOUNT[text.charCodeAt(index)] === 1;
}
