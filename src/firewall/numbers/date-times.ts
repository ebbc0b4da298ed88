import { COLON, isKind, KIND, PLUS, QUOTE } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';

/** Up to the minutes, and the seconds with what follows them where these end as in JSON or with a zone. */
const TIME = /[1-9]\d{3}-\d\d-\d\d[T ]\d\d:\d\d:(?:\d\d(?:\.\d{3}(?:\d{3})?)?(?=[Z"]))?/y;
const TO_MINUTES = 17;

/**
 * How far no detector wants a number of `2024-03-18T22:06:11.508Z`, whose year stands at an index; -1 when no such time
 * stands there as a whole, or the year begins with zero or goes on with what stands before it.
 */
export function dateTimeEnd(coming: ComingText, year: number, floor: number): number {
  const { text } = coming;
  TIME.lastIndex = year;
  if (text.charCodeAt(year + 13) !== COLON || goesOn(text, year, floor) || !TIME.test(text)) {
    return -1;
  }
  const end = TIME.lastIndex;
  return isEnd(coming, end) ? end : year + TO_MINUTES;
}

function goesOn(text: string, year: number, floor: number): boolean {
  return year > floor && (text.charCodeAt(year - 1) === PLUS || isKind(text, year - 1, KIND.word));
}

/** A quote, or `Z` at the end of a word. */
function isEnd(coming: ComingText, index: number): boolean {
  const { text } = coming;
  return text.charCodeAt(index) === QUOTE || !(isCut(coming, index + 1) || isKind(text, index + 1, KIND.word));
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
