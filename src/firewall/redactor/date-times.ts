import { isKind, KIND } from './characters.js';

const HYPHEN = 0x2d;
const COLON = 0x3a;
const PLUS = 0x2b;
const FULL_STOP = 0x2e;
const ZERO = 0x30;
const QUOTE = 0x22;
const SPACE = 0x20;
const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;
const MILLISECONDS = 3;
const MICROSECONDS = 6;

/**
 * How far no detector wants a number of `2024-03-18T22:06:11.508Z`, whose year stands at an index; -1 when no such time
 * stands there as a whole, or the year begins with zero or goes on with what stands before it.
 */
export function dateTimeEnd(text: string, year: number, floor: number, isFinal: boolean): number {
  const isTime =
    year + 17 <= text.length &&
    text.charCodeAt(year + 4) === HYPHEN &&
    text.charCodeAt(year + 7) === HYPHEN &&
    text.charCodeAt(year + 13) === COLON &&
    text.charCodeAt(year + 16) === COLON &&
    (text.charCodeAt(year + 10) === CAPITAL_T || text.charCodeAt(year + 10) === SPACE) &&
    isFirstDigit(text.charCodeAt(year)) &&
    isPair(text, year + 5) &&
    isPair(text, year + 8) &&
    isPair(text, year + 11) &&
    isPair(text, year + 14);
  return isTime && !goesOn(text, year, floor) ? secondsEnd(text, year + 17, isFinal) : -1;
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

/**
 * Times are written with the digits of ASCII; what others write is no time to this search. Only asked where there is a
 * character: it takes no code for zero, and to look beyond a text once makes all further looks slower.
 */
function isDecimal(code: number): boolean {
  return (code - ZERO) >>> 0 < 10;
}

function isFirstDigit(code: number): boolean {
  return code > ZERO && code < ZERO + 10;
}

function isPair(text: string, index: number): boolean {
  return isDecimal(text.charCodeAt(index)) && isDecimal(text.charCodeAt(index + 1));
}

function goesOn(text: string, year: number, floor: number): boolean {
  return year > floor && (text.charCodeAt(year - 1) === PLUS || isKind(text, year - 1, KIND.word));
}

/** With what ends the time, unless another number could begin with the seconds or with a part of them. */
function secondsEnd(text: string, seconds: number, isFinal: boolean): number {
  const end = seconds + 2;
  if (end > text.length || !isPair(text, seconds)) {
    return seconds;
  }
  if (text.charCodeAt(end) !== FULL_STOP) {
    return isEnd(text, end, isFinal) ? end : seconds;
  }
  const isLong = end + 1 + MILLISECONDS < text.length && isDecimal(text.charCodeAt(end + 1 + MILLISECONDS));
  const fractionEnd = end + 1 + (isLong ? MICROSECONDS : MILLISECONDS);
  for (let at = end + 1; at < fractionEnd; at += 1) {
    if (at >= text.length || !isDecimal(text.charCodeAt(at))) {
      return seconds;
    }
  }
  return isEnd(text, fractionEnd, isFinal) ? fractionEnd : seconds;
}

/** `Z` at the end of a word, or a quote. */
function isEnd(text: string, index: number, isFinal: boolean): boolean {
  const code = index < text.length ? text.charCodeAt(index) : 0;
  const isZone = code === CAPITAL_Z && (index + 1 < text.length || isFinal);
  return code === QUOTE || (isZone && !isKind(text, index + 1, KIND.word));
}
