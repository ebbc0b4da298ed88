import { BACKSLASH, isKind, KIND, QUOTE } from '../pattern/characters.js';

/** What can stand behind a string, and what before one. */
const BEHIND = ' \t,:;)]}>=+\\';
const BEFORE = ' \t,:;([{<=+\\';
/** The most between the quotes of a name before an `@`. */
const MAX_QUOTED = 64;

/**
 * Where a name in quotes begins whose closing quote stands at an index: `"a b"`, in JSON `\"a b\"`, in CSV `""a b""`; -1
 * when none does.
 * What lies between the end of one string and the beginning of the next begins with what separates them.
 */
export function quotedStart(text: string, close: number, floor: number): number {
  const isEscaped = text.charCodeAt(close - 1) === BACKSLASH && close > floor;
  const isTwice = isQuoteBefore(text, close, floor);
  const end = isEscaped || isTwice ? close - 1 : close;
  const open = lastQuote(text, end, floor);
  if (isTwice && !isQuoteBefore(text, open, floor)) {
    return -1;
  }
  if (open < 0 || isEscaped !== isEscapedAt(text, open, floor)) {
    return -1;
  }
  const isName = end > open + 1 && !BEHIND.includes(text.charAt(open + 1)) && !BEFORE.includes(text.charAt(end - 1));
  return isName ? open - (isEscaped || isTwice ? 1 : 0) : -1;
}

/** A name in quotes that has begun, or that has ended just now, waits for the `@` that could follow it. */
export function holdQuoted(text: string, end: number, floor: number): number {
  const last = lastQuote(text, end, floor);
  const isLast = last >= 0 && last + 1 === end;
  const isPair = isEscapedAt(text, last, floor) || isQuoteBefore(text, last, floor);
  const open = isLast ? lastQuote(text, isPair ? last - 1 : last, floor) : last;
  const start = open < 0 ? last : open;
  return start < 0 ? end : start - (isEscapedAt(text, start, floor) || isQuoteBefore(text, start, floor) ? 1 : 0);
}

/** The last quote on the line before an index that is near enough; -1 when there is none. */
function lastQuote(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_QUOTED - 2);
  for (let index = end - 1; index >= lowest && !isKind(text, index, KIND.lineEnd); index -= 1) {
    if (text.charCodeAt(index) === QUOTE) {
      return index;
    }
  }
  return -1;
}

/** In the cells of CSV a quote is written twice. */
function isQuoteBefore(text: string, index: number, floor: number): boolean {
  return index > floor && text.charCodeAt(index - 1) === QUOTE;
}

function isEscapedAt(text: string, index: number, floor: number): boolean {
  return index > floor && text.charCodeAt(index - 1) === BACKSLASH;
}
