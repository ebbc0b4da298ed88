import { KIND, runEnd, runStart } from './characters.js';
import type { Window } from './detector.js';
import { type Found, MORE, NONE } from './take-while.js';
import type { Enclosure } from './value-enclosure.js';
import { couldOpen, isQuote, LONGEST_OPENING, openQuoted } from './value-opening.js';

const MAX_WORD = 24;
const BLANK = KIND.space | KIND.lineEnd;
/** Spaces behind the bracket of a call. */
const MAX_PADDING = 3;
const MAX_ITEM = 64;
const ITEM = /^\r?\n[ \t]{0,40}- /;
const ITEM_PART = /^\r?(?:\n[ \t]{0,40}-?)?$/;
const GETTER =
  /(?:^|\.)(?:get|is|has|check|validate|verify|generate|fetch|find|read|load|hash|encode|encrypt|decrypt|decode|test|ask|prompt|show|require|assert|expect|reset|forgot|lookup|delete|remove|resolve|label)/i;

/** A name, and where its closing quote and the space behind it end. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly closed: number;
  readonly spaced: number;
}

/** `define('DB_PASSWORD', 'hunter2')`, `["--password", "hunter2"]`: the argument behind the name. */
export function secondArgument(window: Window, { nameStart, nameEnd, spaced }: Name): Found<Enclosure> {
  const { text, floor, isFinal } = window;
  const bracket = text.charAt(
    runStart(text, KIND.space, nameStart - 1, Math.max(floor, nameStart - 1 - MAX_PADDING)) - 1,
  );
  const isOption = text.startsWith('--', nameStart);
  const isHeader = bracket !== '(' && !isOption && text.slice(nameStart, nameEnd).includes('-');
  if (bracket !== '(' && bracket !== '[' && !isOption && !(isHeader && bracket === ',')) {
    return NONE;
  }
  const start = runEnd(text, isOption ? BLANK : KIND.space, spaced + 1, spaced + MAX_WORD);
  if (start + LONGEST_OPENING > text.length && !isFinal && couldOpen(text, start)) {
    return MORE;
  }
  if (bracket === '(' || isOption) {
    return openQuoted(text, start, 'call') ?? NONE;
  }
  const item = openQuoted(text, start, 'apart');
  return item === undefined || item.close.length !== 1 || item.escapes > 0
    ? NONE
    : isHeader
      ? item
      : { ...item, endTag: `${item.close}]` };
}

/** `- --password` and the value as the next item of the list. */
export function nextItem({ text, floor, isFinal }: Window, { nameStart, closed }: Name): Found<Enclosure> {
  const isItem =
    text.startsWith('--', nameStart) && /-\s["']?$/.test(text.slice(Math.max(floor, nameStart - 3), nameStart));
  if (!isItem) {
    return NONE;
  }
  const behind = text.slice(closed, closed + MAX_ITEM);
  const start = closed + (ITEM.exec(behind)?.[0].length ?? 0);
  if (start === closed) {
    return behind.length < MAX_ITEM && !isFinal && ITEM_PART.test(behind) ? MORE : NONE;
  }
  if (start + LONGEST_OPENING > text.length && !isFinal && couldOpen(text, start)) {
    return MORE;
  }
  if (start >= text.length || text.charAt(start) === '-') {
    return NONE;
  }
  return openQuoted(text, start) ?? { start, close: '', escapes: 0, stop: KIND.pause, isLine: true };
}

/** `setPassword("hunter2")`, `PASSWORD('hunter2')` */
export function onlyArgument(window: Window, { nameStart, nameEnd, closed }: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  if (closed + 1 + LONGEST_OPENING > text.length && !isFinal && couldOpen(text, closed + 1)) {
    return MORE;
  }
  const isCall = isQuote(text, closed + 1) || isQuote(text, closed + 2);
  return isCall && !GETTER.test(text.slice(nameStart, nameEnd)) ? (openQuoted(text, closed + 1, 'call') ?? NONE) : NONE;
}
