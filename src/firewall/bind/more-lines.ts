import { type Enclosure, found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import type { Cell } from '../lex/table-row.js';
import { isKind, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

const MAX_LINES = 480;
/** A line with a name and a sign is none of a value. */
const ASSIGNMENT = /[\r\n]\s{0,40}["']?[\w.-]{1,40}["']?\s{0,8}[:=]\s/;
const BEFORE_QUOTE = /[^\s:=([{,]$/;
const AFTER_QUOTE = /^(?:[\s,;)}\]]|$)/;

/** A value in quotes that are not closed in its line goes on to where they are closed, if that can be told. */
export function withMoreLines(window: Window, enclosure: Enclosure, start: number, end: number, type: string): Verdict {
  const isLine = isOpenLine(window.text, enclosure, end);
  return found(start, isLine ? end + linesLength(window, { start, end }, enclosure.close) : end, type);
}

/** How many of the characters behind the line are a part of the value. */
function linesLength(window: Window, { start, end }: Cell, close: string): number {
  const rest = window.text.slice(end, end + MAX_LINES);
  const quote = rest.indexOf(close);
  const between = quote < 0 ? rest : rest.slice(0, quote);
  if (ASSIGNMENT.test(between)) {
    return 0;
  }
  const after = quote < 0 ? '' : rest.charAt(quote + 1);
  if (after === '') {
    needs(window, end, MAX_LINES, start);
  }
  const isClosed = quote >= 0 && BEFORE_QUOTE.test(between) && !between.includes(PLACEHOLDER_START);
  return isClosed && AFTER_QUOTE.test(after) ? quote : 0;
}

/** Whether a value in quotes ended with its line. */
function isOpenLine(text: string, { close, escapes, stop, statement }: Enclosure, end: number): boolean {
  const isQuoted = close.length === 1 && '"\'`'.includes(close) && escapes === 0 && stop === KIND.lineEnd;
  return isQuoted && statement === undefined && isKind(text, end, KIND.lineEnd);
}
