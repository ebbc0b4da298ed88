import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { isQuote, openQuoted } from '../lex/value-opening.js';
import { BLANK, KIND, runEnd, runStart } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';

const MAX_WORD = 24;
/** Spaces behind the bracket of a call. */
const MAX_PADDING = 3;
const ITEM = pattern(/\r?\n[ \t]{0,40}- /);
const GETTER =
  /(?:^|\.)(?:get|is|has|check|validate|verify|generate|fetch|find|read|load|hash|encode|encrypt|decrypt|decode|test|ask|prompt|show|require|assert|expect|reset|forgot|lookup|delete|remove|resolve|label)/i;

/** A call that gives a constant or a variable of the environment its value, up to the name. */
const SETTER = /(?:^|[^\w.>])(?:define|setenv|SetEnvironmentVariable) ?\(\s{0,3}["']$/;
const MAX_SETTER = 32;

/** A name, and where its closing quote and the space behind it end. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly closed: number;
  readonly spaced: number;
}

/** `define('DB_PASSWORD', 'hunter2')`, `["--password", "hunter2"]`: the argument behind the name. */
export function secondArgument(window: Window, { nameStart, nameEnd, spaced }: Name): Opened {
  const { text, floor } = window;
  const bracket = text.charAt(
    runStart(text, KIND.space, nameStart - 1, Math.max(floor, nameStart - 1 - MAX_PADDING)) - 1,
  );
  const isOption = text.startsWith('--', nameStart);
  const isHeader = bracket !== '(' && !isOption && text.slice(nameStart, nameEnd).includes('-');
  if (bracket !== '(' && bracket !== '[' && !isOption && !(isHeader && bracket === ',')) {
    return NONE;
  }
  const start = runEnd(text, isOption ? BLANK : KIND.space, spaced + 1, spaced + MAX_WORD);
  if (bracket === '(' || isOption) {
    const isSetting = bracket === '(' && SETTER.test(window.before(nameStart, MAX_SETTER));
    return openQuoted(window, start, isSetting ? undefined : 'call') ?? NONE;
  }
  const item = openQuoted(window, start, 'apart');
  return item === undefined || item.close.length !== 1 || item.escapes > 0
    ? NONE
    : isHeader
      ? item
      : { ...item, endTag: `${item.close}]` };
}

/** `- --password` and the value as the next item of the list. */
export function nextItem(window: Window, { nameStart, closed }: Name): Opened {
  const { text, floor } = window;
  const isItem =
    text.startsWith('--', nameStart) && /-\s["']?$/.test(text.slice(Math.max(floor, nameStart - 3), nameStart));
  if (!isItem) {
    return NONE;
  }
  const start = closed + (ITEM.at(window, closed)?.[0].length ?? 0);
  if (start === closed || text.charAt(start) === '-') {
    return NONE;
  }
  const quoted = openQuoted(window, start);
  return quoted ?? (start < text.length ? { start, close: '', escapes: 0, stop: KIND.pause, isLine: true } : NONE);
}

/** `setPassword("hunter2")`, `PASSWORD('hunter2')` */
export function onlyArgument(window: Window, { nameStart, nameEnd, closed }: Name): Opened {
  const { text } = window;
  const quoted = openQuoted(window, closed + 1, 'call');
  const isCall = isQuote(text, closed + 1) || isQuote(text, closed + 2);
  return quoted !== undefined && isCall && !GETTER.test(text.slice(nameStart, nameEnd)) ? quoted : NONE;
}

const BEFORE = ' ? ';
const BEHIND = ' : ';
const MAX_NAME = 40;

/** `isOpen ? SECRET : PASSWORD`: behind the colon stands the name of another variable, without digits. */
export function chosenName(
  window: Window,
  { nameStart, nameEnd }: Name,
  separated: number,
  start: number,
): typeof NONE | undefined {
  const { text, floor } = window;
  const from = nameStart - BEFORE.length;
  const isChoice = separated === nameEnd + 2 && text.startsWith(BEHIND, nameEnd) && text.startsWith(BEFORE, from);
  if (!isChoice || from < floor) {
    return undefined;
  }
  const end = runOf(window, KIND.name, start, MAX_NAME);
  return window.next(KIND.digit, start, end) < end ? undefined : NONE;
}
