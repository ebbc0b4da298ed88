import type { Window } from '../lex/detector.js';
import { isInString, isQuote } from '../lex/value-opening.js';
import { isKind, KIND } from '../pattern/characters.js';
import { backslashesBefore, endOfString } from './url-word.js';

const MAX_BEFORE = 96;
const STOPS: Readonly<Record<string, RegExp>> = { '"': /"/, "'": /'/, '`': /`/ };

/** The rest of the string that the name stands in, or of the line. */
export function inOwnString(window: Window, start: number, rest: string): string {
  const quote = ['"', "'", '`'].find((each) => rest.includes(each) && isInString(window, start, each));
  const end = quote === undefined ? null : new RegExp(`^(?:[^\\\\${quote}]|\\\\.)*`).exec(rest);
  return end === null ? rest : end[0];
}

/**
 * The rest of the string that the name stands in, where the nearest quote before it opens one: quotes within are a part of
 * it, as they have more backslashes before them.
 */
export function inNearestString({ text, floor, origin }: Window, start: number, rest: string): string | undefined {
  const lowest = Math.max(floor, start - MAX_BEFORE);
  let at = start - 1;
  while (at > lowest && !isQuote(text, at) && !isKind(text, at, KIND.lineEnd)) {
    at -= 1;
  }
  const stop = at > lowest || at === origin ? STOPS[text.charAt(at)] : undefined;
  const escapes = backslashesBefore(text, at, lowest);
  // Behind a letter a quote closes a string, or is an apostrophe.
  if (stop === undefined || isKind(text, at - escapes - 1, KIND.alphanumeric)) {
    return undefined;
  }
  const end = endOfString(rest, stop, escapes);
  return end < 0 ? rest : rest.slice(0, end - backslashesBefore(rest, end, 0));
}
