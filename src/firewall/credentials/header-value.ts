import { findEnclosure } from '../assignments/enclosure.js';
import { isPathInCode } from '../assignments/named-value.js';
import type { ValueContext } from '../judge/field-rule.js';
import type { Enclosure, Verdict, Window } from '../lex/detector.js';
import { NONE } from '../lex/take-while.js';
import { isQuote, openQuoted, skipCloser } from '../lex/value-opening.js';
import { COMMA, isKind, KIND, kindAt, runEnd, runStart, TAB } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';

const MAX_NAME = 32;
const MAX_BLANK = 24;
const BLANK = KIND.space | KIND.lineEnd;
const BETWEEN_PARTS = /[\s=,;"']+/;
const LEAST_PART = 6;

/** The value of a header whose name stands before `end`, in a request, in JSON or on a command line. */
export function matchHeader(
  window: Window,
  start: number,
  end: number,
  matchEnclosed: (enclosure: Enclosure) => Verdict | undefined,
): Verdict | undefined {
  const { text, floor } = window;
  if ((kindAt(text, end) & KIND.name) !== 0) {
    return undefined;
  }
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  if (isSentence(text, nameStart, end) || isOfType(text, nameStart, floor) || isPathInCode(window, nameStart, end)) {
    return undefined;
  }
  const enclosure = findEnclosure(window, nameStart, searched(window, end, end + 1));
  if (enclosure !== NONE && (enclosure.statement === undefined || enclosure.close === ']')) {
    return matchEnclosed(enclosure);
  }
  const listed = text.charCodeAt(end) === TAB ? openBehindTab(text, end) : openListed(window, nameStart, end);
  return listed === undefined ? undefined : matchEnclosed(listed);
}

/** `"AWS::Config::AggregationAuthorization"` */
function isOfType(text: string, nameStart: number, floor: number): boolean {
  return nameStart - 2 >= floor && text.startsWith('::', nameStart - 2);
}

/** Whether a value may be that of a header: without a sign between them it has to look like a credential. */
export function isOfHeader(value: string, { statement }: ValueContext): boolean {
  return statement === undefined || value.split(BETWEEN_PARTS).some(isMixed);
}

function isMixed(part: string): boolean {
  return part.length >= LEAST_PART && /\d/.test(part) && /[a-z]/i.test(part);
}

/** The next string of a list or a call: `["authorization", "Key …"]`, `headers.set("Cookie", "a=…")`. */
function openListed(window: Window, nameStart: number, end: number): Enclosure | undefined {
  const { text } = window;
  const closed = isQuote(text, nameStart - 1) ? skipCloser(text, end) : end;
  return closed > end && text.charCodeAt(searched(window, closed, closed + 1)) === COMMA
    ? openQuoted(window, runEnd(text, BLANK, closed + 1, closed + 1 + MAX_BLANK), 'call')
    : undefined;
}

/** The name, a space and a word, where the name is no option: the cheapest question comes first. */
function isSentence(text: string, nameStart: number, end: number): boolean {
  return (
    isKind(text, end, KIND.space) &&
    isKind(text, end + 1, KIND.alphanumeric) &&
    text.charCodeAt(end) !== TAB &&
    !text.startsWith('--', nameStart)
  );
}

function openBehindTab(text: string, end: number): Enclosure {
  const start = runEnd(text, KIND.space, end, end + MAX_BLANK);
  return { start, close: '', escapes: 0, stop: KIND.stop, statement: 'space' };
}
