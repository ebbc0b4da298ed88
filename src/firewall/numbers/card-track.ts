import { found, type Verdict, type Window } from '../lex/detector.js';
import { isEndOpen, isNumberEnd } from '../lex/digits.js';
import { EQUALS, isKind, KIND, runEnd } from '../pattern/characters.js';
import { runOf, searched } from '../pattern/coming-text.js';

const CARET = 0x5e;
const QUESTION_MARK = 0x3f;
const LETTER_D = 0x44;
const LETTER_F = 0x46;
/** Makes a letter upper case. */
const UPPER = 0xdf;
/** No card number has more digits. */
const MOST_DIGITS = 19;
const LONGEST_FIRST = 100;
/** Expiry date and service code. */
const FEWEST_DATA = 7;
const MOST_DATA = 40;

/** `%B`, the number, `^`, the name, `^` and more digits up to `?`: all of it, or up to the end of the line. */
export function matchFirstTrack(
  window: Window,
  start: number,
  isCard: (text: string, start: number, end: number) => boolean,
): Verdict | undefined {
  const { text } = window;
  const digits = start + 2;
  const caret = runOf(window, KIND.digit, digits, MOST_DIGITS + 1);
  if (text.charCodeAt(caret) !== CARET || !isCard(text, digits, caret)) {
    return undefined;
  }
  const limit = caret + LONGEST_FIRST;
  let end = caret;
  while (
    end < limit &&
    end < text.length &&
    text.charCodeAt(end) !== QUESTION_MARK &&
    !isKind(text, end, KIND.lineStop)
  ) {
    end += 1;
  }
  searched(window, end, limit);
  return found(start, text.charCodeAt(end) === QUESTION_MARK ? end + 1 : end, 'card');
}

/**
 * What follows the number on the second track: `=` or `D`, more digits, and `?` or the letter F that fills up a byte.
 * Returns the index behind it; 0 when something else follows, and -1 when more text is needed.
 */
export function endOfSecondTrack(window: Window, from: number): number {
  const { text } = window;
  const code = from < text.length ? text.charCodeAt(from) : 0;
  if (code !== EQUALS && (code & UPPER) !== LETTER_D) {
    return 0;
  }
  const data = from + 1;
  const end = runEnd(text, KIND.digit, data, data + MOST_DATA);
  searched(window, text.length, end + 2);
  const isFilled = text.charCodeAt(end) === QUESTION_MARK || (text.charCodeAt(end) & UPPER) === LETTER_F;
  const last = isFilled ? end + 1 : end;
  if (end - data < FEWEST_DATA) {
    return 0;
  }
  if (isEndOpen(window, last)) {
    return -1;
  }
  return isNumberEnd(text, last, '') ? last : 0;
}
