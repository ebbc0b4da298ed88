import { ruleOf } from '../assignments/named-value.js';
import { type Finding, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { type DateParts, dateInLines, dateInObject } from './date-parts.js';
import { columnOf } from './line-column.js';

const TYPE = 'birth_date';
const MAX_NAME = 40;
/** What stands between the name and its value. */
const SEPARATOR = /["'\\]{0,4}\]?[ \t]{0,8}(?::|=>?)[ \t]{0,8}/y;
/** A year, a time in seconds, a day as a number; no smaller one, as lists of fields have. */
const NUMBER = whenNeeded(() => /[\\"']{0,4}(-?\d{4,19}(?:\.\d{1,9})?)(?![\p{L}\w./:-]|%(?:25)?2[0def]\d)/iuy);

/** `"dob": 641520000`, `"dob": {"year": 1990, …}`, `"dob": [1990, 5, 17]`: behind the name of a field only. */
export function matchBirthParts(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const nameEnd = runEnd(text, KIND.name, end, end + MAX_NAME);
  SEPARATOR.lastIndex = nameEnd;
  if (!SEPARATOR.test(text) || ruleOf(text, floor, nameStart, nameEnd)?.type !== TYPE) {
    return undefined;
  }
  const from = SEPARATOR.lastIndex;
  const sign = text.charAt(from);
  if (sign === '{' || sign === '[') {
    return verdictOf(dateInObject(window, from));
  }
  const column = isKind(text, from, KIND.lineEnd) ? columnOf(window, nameStart) : -1;
  return column < 0 ? matchNumber(window, from) : verdictOf(dateInLines(window, from, column));
}

function matchNumber(window: Window, from: number): Verdict | undefined {
  const pattern = NUMBER();
  pattern.lastIndex = from;
  const number = pattern.exec(window.text)?.[1] ?? '';
  if (number === '') {
    return undefined;
  }
  // The sign behind the number is in sight: so much was waited for.
  const end = pattern.lastIndex;
  return isPlaceholderAt(window, end) ? undefined : found(end - number.length, end, TYPE);
}

function verdictOf(parts: DateParts): Verdict | undefined {
  const [first, ...others] = parts.map(
    (part): Finding => ({ kind: 'found', start: part.start, end: part.end, type: TYPE }),
  );
  return first === undefined ? undefined : { ...first, others };
}
