import { found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit, isEndOpen, shapeAt } from '../lex/digits.js';
import { endsEscape, isKind, KIND, runEnd } from '../pattern/characters.js';
import { endsEarly, searched } from '../pattern/coming-text.js';
import { type CallingCode, callingCodeAt } from './calling-codes.js';
import { endOfExtension, firstOfNumber, readPhoneNumber } from './phone-number.js';

/** Digits of a number, the calling code included. */
const FEWEST = 8;
const MOST = 15;
/** So many digits behind the calling code are enough; what follows a space is another number. */
const COMPLETE = 11;
const LONGEST_RUN = 16;
const OPENING = 0x28;
const FULL_STOP = 0x2e;
/** `+2017-03-15 09:42`: a line of a log that a change adds. */
const DAY = /^(?:19|20)\d\d([-./])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** In North America the area code is sometimes left out. */
const LOCAL = 0x134;

/**
 * A number with `+` before it, or what stands for that: `mark` is where it begins, `digits` where the calling code
 * does.
 */
export function matchInternational(window: Window, mark: number, digits: number): Verdict | undefined {
  const { text, floor } = window;
  const start = mark > floor && text.charCodeAt(mark - 1) === OPENING ? mark - 1 : mark;
  const isWord =
    start > floor && isKind(text, start - 1, KIND.alphanumeric | KIND.dialling) && !endsEscape(text, start - 1, floor);
  return isWord ? undefined : matchCallingCode(window, start, digits);
}

/** A number that begins with a calling code. */
export function matchCallingCode(window: Window, start: number, digits: number): Verdict | undefined {
  const { text } = window;
  const group = runEnd(text, KIND.digit, digits, digits + LONGEST_RUN);
  searched(window, group, group + 1, start);
  const code = callingCodeAt(text, digits, group);
  if (code === undefined) {
    return undefined;
  }
  const most = Math.min(MOST, code.length + code.most + 1);
  const complete = code.length + Math.min(COMPLETE, code.most);
  let { end, count, isCut } = readPhoneNumber(text, digits, most, complete);
  if (isCut) {
    endsEarly(window, start);
  }
  if (isEndOpen(window, end)) {
    return undecided(start);
  }
  // Without its last groups it can be a number too: these may belong to the next one.
  while (count >= FEWEST && !isNumber(text, digits, end, code, count)) {
    ({ end, count } = readPhoneNumber(text, digits, count - 1, complete));
  }
  if (!isNumber(text, digits, end, code, count) || DAY.test(text.slice(digits, end))) {
    return undefined;
  }
  const last = endOfExtension(window, end, start);
  return last < 0 ? undecided(start) : found(firstOfNumber(text, start, end), last, 'phone');
}

function isNumber(text: string, digits: number, end: number, code: CallingCode, count: number): boolean {
  const first = nextDigit(text, digits + code.length);
  const national = count - code.length;
  if (national === 7 && code.most === 10 && shapeAt(text, digits, KIND.gap, 4) === LOCAL) {
    return digitAt(text, digits) === 1;
  }
  const isLong = count >= FEWEST || (count === FEWEST - 1 && code.length === 3 && first > digits + 3);
  const isNanp = digitAt(text, digits) === 1;
  // In some countries a zero belongs to the number; in others it is written though it is not dialled.
  const isTrunk = digitAt(text, first) === 0 && isLength(code, national - 1);
  return (
    isLong &&
    (isTrunk || isLength(code, national)) &&
    !(isNanp && digitAt(text, first) < 2) &&
    !isDecimal(text, digits, end) &&
    !isBeforeFraction(text, digits, end)
  );
}

function isLength({ fewest, most }: CallingCode, count: number): boolean {
  return count >= fewest && count <= most;
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isDigit(text, at)) {
    at += 1;
  }
  return at;
}

/** Nothing but digits around one full stop. */
function isDecimal(text: string, start: number, end: number): boolean {
  const point = runEnd(text, KIND.digit, start, end);
  return text.charCodeAt(point) === FULL_STOP && point < end && runEnd(text, KIND.digit, point + 1, end) === end;
}

/** Nothing but digits, and more of them behind a full stop. */
function isBeforeFraction(text: string, start: number, end: number): boolean {
  const isWhole = runEnd(text, KIND.digit, start, end) === end;
  return isWhole && text.charCodeAt(end) === FULL_STOP && isDigit(text, end + 1);
}
