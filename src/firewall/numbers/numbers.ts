import { MANY_LETTERS, MAX_LETTERS, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { behindHexDigits, digitsEnd, isDigitCode } from '../lex/digits.js';
import {
  COLON,
  HYPHEN,
  isKind,
  KIND,
  kindAt,
  lettersBefore,
  PERCENT,
  PLUS,
  SMALL_U,
  SMALL_X,
  UNDERSCORE,
} from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';
import { dateTimeEnd } from './date-times.js';
import { isNearEscape } from './escapes-before.js';
import { type Cell, NO_CELL } from './number-cells.js';
import {
  BEHIND_COLON,
  BEHIND_GAP,
  BEHIND_LINK,
  BEHIND_MANY,
  BEHIND_PLUS,
  BEHIND_SIGN,
  followerAt,
  isAmountOf,
  LETTER_PLACES,
  MAX_DIGITS,
  MIN_ALONE,
  MOST_SECOND,
  type NumberTable,
  rowOf,
  SECOND_JOINT,
  SPACE,
  UNKNOWN,
} from './number-table.js';
import { type NumberTrace, outsideUuid } from './number-trace.js';
import { holdAddress } from './words-before.js';

const LETTER = KIND.upper | KIND.lower;
const DIGITS_OF_YEAR = 4;
const ASCII = 0x80;
const NOWHERE = -1;
const MANY_PLACE = 1 << BEHIND_MANY;
const CUT = -1;
const OVER = -2;
const MOST_DECIMALS = 3;
const GOES_ON = KIND.joint | KIND.space | KIND.word;

/** Whether no detector has to be asked about the digits that begin here: most numbers are passed by in the scan. */
export function isPlainNumber(table: NumberTable, view: NumberView, first: number): boolean {
  // What is passed by most often is asked about first, in a function small enough to become a part of the scan.
  const { time } = view.numbers;
  const isKnown = first < time.end && first > time.from && view.text === time.text && view.floor === time.floor;
  if (isKnown) {
    view.numbers.isBeforeLetter = false;
  }
  return isKnown || isPlain(table, view, first);
}

function isPlain(table: NumberTable, view: NumberView, first: number): boolean {
  const { text, floor, numbers } = view;
  const end = digitsEnd(text, first, first + MAX_DIGITS + 1);
  if (isCut(view, end)) {
    return false;
  }
  if (end - first === DIGITS_OF_YEAR && end < text.length && text.charCodeAt(end) === HYPHEN) {
    const timeEnd = dateTimeEnd(view, first, floor);
    if (timeEnd > 0) {
      const { time } = numbers;
      time.text = text;
      time.floor = floor;
      time.from = first;
      time.end = timeEnd;
      numbers.isBeforeLetter = false;
      return true;
    }
  }
  numbers.isBeforeLetter = isKind(text, end, LETTER);
  const start = first > floor && isBehindEscape(text, first) ? behindHexDigits(text, first, end, floor) : first;
  const cell = cellAt(table, view, start, end);
  return cell === NO_CELL || (cell !== undefined && !cell.mayMatch(text, start, end, floor));
}

/** A window with what its scan has found out about numbers. */
export interface NumberView extends Window {
  readonly numbers: NumberTrace;
}

/** The end of the time that begins with a number that was just passed by; the index if none does. */
export function behindTime({ text, floor, numbers: { time } }: NumberView, index: number): number {
  const isKnown = time.from === index && text === time.text && floor === time.floor;
  return isKnown ? time.end : index;
}

/**
 * Whether the number that was just passed by is a part of a word in which no escape ends behind its first digit: nothing
 * in the rest of it is the beginning of a number or a word.
 */
export function isInWord({ text, numbers }: NumberView, first: number): boolean {
  return numbers.isBeforeLetter && text.charCodeAt(first) < ASCII && !isNearEscape(text, first);
}

/** A quick no for nearly all numbers: before the digits of an escape stands one of three signs. */
function isBehindEscape(text: string, first: number): boolean {
  const code = text.charCodeAt(first - 1);
  return code === PERCENT || code === SMALL_X || code === SMALL_U;
}

/** Asks those who may want the digits that begin at an anchor. */
export function askAboutDigits(table: NumberTable, view: NumberView, first: number): Verdict | undefined {
  const { text, floor } = view;
  const end = digitsEnd(text, first, first + MAX_DIGITS + 1);
  if (end - first <= MAX_DIGITS && isCut(view, end)) {
    return undecided(holdAddress(text, floor, first));
  }
  const start = behindHexDigits(text, first, end, floor);
  return askCell(cellAt(table, view, start, end), view, start, end);
}

function askCell(cell: Cell | undefined, window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  if (cell === undefined) {
    return undecided(holdAddress(text, floor, start));
  }
  for (const detector of cell.asked) {
    const verdict = outsideUuid(window, detector.match(window, start, end));
    if (verdict?.kind === 'undecided') {
      // The detectors behind this one may claim what stands before the number.
      return undecided(Math.min(verdict.from, holdAddress(text, floor, start)));
    }
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return undefined;
}

/** Whom to ask about a run of digits; `undefined` when more text is needed to say so. */
function cellAt(table: NumberTable, view: Window, start: number, end: number): Cell | undefined {
  const { text, floor } = view;
  if (end - start > MAX_DIGITS) {
    return NO_CELL;
  }
  const follower = followerAt(text, end);
  const row = rowOf(end - start, digitAt(text, start) === 0, follower);
  const known = table.places[row] ?? 0;
  const places = known === UNKNOWN ? table.fill(row) : known;
  const place = places === 0 ? NOWHERE : placeOf(text, start, floor, places);
  if (place < 0 || ((places >> place) & 1) === 0) {
    return NO_CELL;
  }
  if (place === 0 && follower === SPACE && end - start < MIN_ALONE && isAmountOf(text, end + 1)) {
    return NO_CELL;
  }
  const second = follower < SPACE ? 0 : secondAt(view, start, end);
  if (second < 0) {
    return second === CUT ? undefined : NO_CELL;
  }
  return table.cell(row, place, second);
}

/** Where a number stands; behind letters only when this is one of the places that are asked for. */
function placeOf(text: string, start: number, floor: number, places: number): number {
  if (start <= floor) {
    return 0;
  }
  const code = text.charCodeAt(start - 1);
  const before = kindAt(text, start - 1);
  if ((before & KIND.word) !== 0) {
    return behindLetters(text, start, floor, places);
  }
  if (code === PLUS) {
    return BEHIND_PLUS;
  }
  if (start - 2 < floor || !isDigitCode(text.charCodeAt(start - 2))) {
    return 0;
  }
  if ((before & KIND.joint) !== 0) {
    return (before & KIND.link) !== 0 ? BEHIND_LINK : BEHIND_GAP;
  }
  // A letter beyond ASCII may be the end of a word.
  return code === COLON ? BEHIND_COLON : code < ASCII ? BEHIND_SIGN : 0;
}

/** The place behind letters, if any such place is asked for. */
function behindLetters(text: string, start: number, floor: number, places: number): number {
  const most = (places & MANY_PLACE) !== 0 ? MANY_LETTERS : 31 - Math.clz32(places & LETTER_PLACES);
  const count = most < 0 ? NOWHERE : lettersBefore(text, start, floor, most);
  return count > MAX_LETTERS ? BEHIND_MANY : count;
}

/** Whether neither digits nor what joins them to others follow: few digits that end so are an amount, or a day. */
function isNumberOver(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return index === text.length || (code < ASCII && code !== PLUS && !isKind(text, index, GOES_ON));
}

/** What stands behind the character that follows a run, when that joins it to more. */
function secondAt(view: Window, start: number, joint: number): number {
  const { text } = view;
  const code = text.charCodeAt(joint);
  const isSign = code === PLUS || code === UNDERSCORE;
  if (!isSign && !isKind(text, joint, KIND.joint)) {
    return 0;
  }
  const end = digitsEnd(text, joint + 1, joint + 1 + MOST_SECOND);
  if (end - joint <= MOST_SECOND && isCut(view, end)) {
    return CUT;
  }
  if (end > joint + 1) {
    const isShort = end - start <= MIN_ALONE && end - joint <= MOST_DECIMALS + 1;
    return isShort && isNumberOver(text, end) ? OVER : end - joint - 1;
  }
  return !isSign && isKind(text, end, KIND.joint) ? SECOND_JOINT : 0;
}
