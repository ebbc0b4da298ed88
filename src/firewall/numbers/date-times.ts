import { COLON, FULL_STOP, HYPHEN, isKind, KIND, PLUS, QUOTE, SPACE, ZERO } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';

const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;
const MILLISECONDS = 3;
const MICROSECONDS = 6;
const TO_MINUTES = 17;
const TO_SECONDS = 19;

/** A year and what stands where a time has it: these are copied where the text has not been. */
const LONGEST = 26;
const copy = new Uint16Array(LONGEST + 1);

/**
 * How far no detector wants a number of `2024-03-18T22:06:11.508Z`, whose year stands at an index; -1 when no such time
 * stands there as a whole, or the year begins with zero or goes on with what stands before it. `codes` are those of the
 * text, if they are at hand: a time is read from there in a quarter of the time.
 */
export function dateTimeEnd(coming: ComingText, year: number, floor: number, codes: Uint16Array | undefined): number {
  const { text } = coming;
  if (year + TO_MINUTES > text.length || text.charCodeAt(year + 13) !== COLON || goesOn(text, year, floor)) {
    return -1;
  }
  const source = codes ?? copied(text, year);
  const from = codes === undefined ? 0 : year;
  if (!isMinutes(source, from)) {
    return -1;
  }
  const length = toFraction(source, from, text.length - year);
  const isWhole = length > TO_MINUTES && isEnd(coming, year + length);
  return year + (isWhole ? length : TO_MINUTES);
}

function copied(text: string, from: number): Uint16Array {
  const length = Math.min(LONGEST + 1, text.length - from);
  for (let index = 0; index < length; index += 1) {
    copy[index] = text.charCodeAt(from + index);
  }
  return copy;
}

/** `2024-03-18T22:06:` */
function isMinutes(codes: Uint16Array, from: number): boolean {
  const parting = codes[from + 10];
  return (
    codes[from + 4] === HYPHEN &&
    codes[from + 7] === HYPHEN &&
    codes[from + 16] === COLON &&
    (parting === CAPITAL_T || parting === SPACE) &&
    codes[from] !== ZERO &&
    isPair(codes, from) &&
    isPair(codes, from + 2) &&
    isPair(codes, from + 5) &&
    isPair(codes, from + 8) &&
    isPair(codes, from + 11) &&
    isPair(codes, from + 14)
  );
}

/** The length of a time with seconds and what follows them; no more than to the minutes when these are none. */
function toFraction(codes: Uint16Array, from: number, left: number): number {
  if (TO_SECONDS > left || !isPair(codes, from + TO_MINUTES)) {
    return TO_MINUTES;
  }
  if (left === TO_SECONDS || codes[from + TO_SECONDS] !== FULL_STOP) {
    return TO_SECONDS;
  }
  const isLong = left > TO_SECONDS + 1 + MILLISECONDS && isDecimal(codes[from + TO_SECONDS + 1 + MILLISECONDS] ?? 0);
  const length = TO_SECONDS + 1 + (isLong ? MICROSECONDS : MILLISECONDS);
  if (length > left) {
    return TO_MINUTES;
  }
  for (let at = from + TO_SECONDS + 1; at < from + length; at += 1) {
    if (!isDecimal(codes[at] ?? 0)) {
      return TO_MINUTES;
    }
  }
  return length;
}

/** So many characters of a time decide what the scan expects behind it, as far as no literal could be in a time. */
export const TIME_TAIL = 5;
const FORM = 'dddd-dd-ddtdd:dd:dd.dddddd dddd-dd-dd dd:dd:dd.dddddd';
const DIGIT = /\d/g;
const BEGINNINGS = '0123456789d-t:. ';

/** Whether a literal, or one that begins like it, could stand in a time or go on behind it. */
export function couldBeInTime(literal: string): boolean {
  return BEGINNINGS.includes(literal.charAt(0)) && FORM.includes(literal.slice(0, TIME_TAIL).replace(DIGIT, 'd'));
}

/** Times are written with the digits of ASCII; what others write is no time to this search. */
function isDecimal(code: number): boolean {
  return (code - ZERO) >>> 0 < 10;
}

function isPair(codes: Uint16Array, index: number): boolean {
  return isDecimal(codes[index] ?? 0) && isDecimal(codes[index + 1] ?? 0);
}

function goesOn(text: string, year: number, floor: number): boolean {
  return year > floor && (text.charCodeAt(year - 1) === PLUS || isKind(text, year - 1, KIND.word));
}

/** `Z` at the end of a word, or a quote. */
function isEnd(coming: ComingText, index: number): boolean {
  const { text } = coming;
  const code = index < text.length ? text.charCodeAt(index) : 0;
  const isZone = code === CAPITAL_Z && !isCut(coming, index + 1);
  return code === QUOTE || (isZone && !isKind(text, index + 1, KIND.word));
}
