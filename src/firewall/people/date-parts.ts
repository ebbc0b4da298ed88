import { firstOf, KIND, runEnd } from '../pattern/characters.js';
import { type ComingText, needs, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';

/** A part of a date, and where it stands. */
export interface DatePart {
  readonly start: number;
  readonly end: number;
}

/** Empty, unless a date is all that stands there. */
export type DateParts = readonly DatePart[];

interface Segment extends DatePart {
  readonly text: string;
}

/** More of an object is not read. */
const MAX_OBJECT = 320;
const MOST_LINES = 6;
const LONGEST_LINE = 80;
const NONE: readonly DatePart[] = [];
/** What stands between the brackets, the commas and the ends of lines of an object. */
const SEGMENT = /[^{}[\],\r\n]+/g;
const KEY = /^[ \t\\"']{0,60}([$\w]{1,24})[\\"']{0,4}[ \t]{0,4}:/;
const DATE_KEY =
  /^(?:years?|months?|days?|yyyy|yy|mm|dd|[ymd]|jahr|monat|tag|annee|mois|jour|ano|mes|dia|anno|mese|giorno|date|value|time|timestamp|epoch|iso|_?seconds|_?nanos|_?nanoseconds|millis|milliseconds|ms|hours?|minutes?|tz|timezone|offset|calendar|era|precision|\$(?:date|numberlong|numberint|numberdouble))$/i;
const MONTH_KEY = /^(?:month|monat|mois|mes|mese)$/i;
const NUMBER = /^-?\d{1,19}(?:\.\d{1,9})?$/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]{1,32})?$/;
const WORD = letterPattern(String.raw`^\p{L}{3,10}\.?$`);
/** A year, or more than that: lists of small numbers are no dates. */
const LARGE = /\d{4}/;
const ITEM = /^[ \t]{0,40}-[ \t]{1,4}/;
const BEFORE_VALUE = /^[ \t\\"']{1,320}/;
const BEHIND_VALUE = /[ \t\\"']{1,320}$/;

/** The parts of a date in the object or the list that opens at an index: `{"year": 1990, …}`, `[1990, 5, 17]`. */
export function dateInObject(coming: ComingText, from: number): DateParts {
  const { text } = coming;
  const end = closingBracket(text, from);
  if (end < 0) {
    needs(coming, from, MAX_OBJECT);
    return NONE;
  }
  const segments = [...text.slice(from, end).matchAll(SEGMENT)].map((match) => segmentAt(match[0], from + match.index));
  return partsOf(segments);
}

/** The same in the lines behind the end of one, which are further indented than a column, or items of a list there. */
export function dateInLines(coming: ComingText, lineEnd: number, column: number): DateParts {
  const { text } = coming;
  const segments: Segment[] = [];
  let at = lineEnd;
  while (segments.length < MOST_LINES && at < text.length) {
    const start = text.startsWith('\r\n', at) ? at + 2 : at + 1;
    const end = firstOf(text, KIND.lineEnd, start, start + LONGEST_LINE);
    searched(coming, end, start + LONGEST_LINE);
    const line = text.slice(start, end);
    const item = ITEM.exec(line)?.[0] ?? '';
    const indent = runEnd(text, KIND.space, start, end) - start;
    if (indent < column || (indent === column && item === '') || indent === line.length) {
      break;
    }
    segments.push(segmentAt(line.slice(item.length), start + item.length));
    at = end;
  }
  return partsOf(segments);
}

function segmentAt(text: string, start: number): Segment {
  return { text, start, end: start + text.length };
}

/** Behind the bracket that closes the one at an index; -1 when none does. */
function closingBracket(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_OBJECT);
  let depth = 0;
  for (let at = from; at < limit; at += 1) {
    const sign = text.charAt(at);
    depth += sign === '{' || sign === '[' ? 1 : sign === '}' || sign === ']' ? -1 : 0;
    if (depth === 0) {
      return at + 1;
    }
  }
  return -1;
}

function partsOf(segments: readonly Segment[]): readonly DatePart[] {
  const parts: DatePart[] = [];
  let hasLarge = false;
  for (const { text, start } of segments) {
    const [head = '', key = ''] = KEY.exec(text) ?? [];
    const value = trimmed(text, head.length);
    const isPart = isPartOfDate(key, value.text);
    if ((key !== '' && !DATE_KEY.test(key)) || (key === '' && value.text !== '' && !isPart)) {
      return NONE;
    }
    if (isPart) {
      parts.push({ start: start + value.start, end: start + value.end });
      hasLarge ||= LARGE.test(value.text);
    }
  }
  return hasLarge ? parts : NONE;
}

function isPartOfDate(key: string, value: string): boolean {
  return NUMBER.test(value) || DATE.test(value) || (MONTH_KEY.test(key) && WORD.test(value));
}

/** Without the blanks and quotes around it. */
function trimmed(text: string, from: number): Segment {
  const behind = text.slice(from).replace(BEFORE_VALUE, '');
  return segmentAt(behind.replace(BEHIND_VALUE, ''), text.length - behind.length);
}
