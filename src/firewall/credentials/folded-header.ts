import type { Swallow, Verdict, Window } from '../lex/detector.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { isKind, KIND, runEnd } from '../pattern/characters.js';
import { type ComingText, isCut, runOf, searched } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';

const MAX_INDENT = 20;
const COLON = 0x3a;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** More text is needed. */
const MORE = -1;
const LIST_GOES_ON = ',;';
/** What the next line of a list of parameters or cookies begins with. */
const MEMBER = pattern(/[\w.!#$%&*+^|~-]{1,64}=/);
const LINE_BREAK = pattern(/\r\n?|\n/);

/** The beginning of a line below another one, and how far it is indented. */
export interface NextLine {
  readonly start: number;
  readonly isIndented: boolean;
}

/** The line below the one that ends at an index, but for spaces; `undefined` when that is no end, or nothing stands in it. */
export function nextLine(window: Window, at: number): NextLine | undefined {
  const { text } = window;
  const start = lineBelow(window, runOf(window, KIND.space, at, MAX_INDENT));
  if (start === undefined) {
    return undefined;
  }
  const indented = runOf(window, KIND.space, start, MAX_INDENT);
  const content = searched(window, indented, indented + 1);
  return content === text.length || isKind(text, content, KIND.lineEnd)
    ? undefined
    : { start: content, isIndented: content > start };
}

/** Behind the line break that stands at an index. */
function lineBelow(window: Window, end: number): number | undefined {
  const lineBreak = LINE_BREAK.at(window, end)?.[0];
  return lineBreak === undefined ? undefined : end + lineBreak.length;
}

/** The line below the colon behind the name of a header, as `nextLine` has it. */
export function lineBelowName(window: Window, nameEnd: number): NextLine | undefined {
  const colon = searched(window, nameEnd, nameEnd + 1);
  return window.text.charCodeAt(colon) === COLON ? nextLine(window, colon + 1) : undefined;
}

/** What was found up to the end of a line, and the lines behind it that go on with the list. */
export function withFolds(window: Window, { close }: Enclosure, verdict: Verdict | undefined): Verdict | undefined {
  if (close !== '' || verdict === undefined || verdict.kind === 'undecided' || verdict.kind === 'skip') {
    return verdict;
  }
  if (verdict.kind === 'open') {
    return { ...verdict, swallow: thenFolds(verdict.swallow) };
  }
  const { start, type } = verdict;
  const end = searched(window, verdict.end, verdict.end + 1) + (isListSign(window.text, verdict.end) ? 1 : 0);
  return isListSign(window.text, end - 1) && isMemberBelow(window, end)
    ? { kind: 'open', start, type, sampleEnd: end, swallow: whileFolds() }
    : verdict;
}

function isListSign(text: string, at: number): boolean {
  return at < text.length && LIST_GOES_ON.includes(text.charAt(at));
}

function isMemberBelow(window: Window, end: number): boolean {
  const line = lineBelow(window, end);
  const start = line === undefined ? end : runOf(window, KIND.space, line, MAX_INDENT);
  return line !== undefined && start > line && MEMBER.fits(window, start);
}

/** First what is withheld anyway. */
function thenFolds(swallow: Swallow): Swallow {
  const folds = whileFolds();
  let isFirst = true;
  return (coming, from) => {
    const first = isFirst ? swallow(coming, from) : { upTo: from, isDone: true };
    isFirst = !first.isDone;
    return isFirst ? first : folds(coming, first.upTo);
  };
}

/** Takes lines as long as each goes on with the list of the one before. */
function whileFolds(): Swallow {
  // The text ended in such a line.
  let isInLine = false;
  return (coming, from) => {
    const { text } = coming;
    let at = isInLine ? endOfLine(text, from) : from;
    let next = memberBelow(coming, at);
    while (next > at) {
      at = endOfLine(text, next);
      next = memberBelow(coming, at);
    }
    isInLine = at === text.length && (isInLine || at > from);
    return { upTo: at, isDone: next !== MORE };
  };
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isKind(text, at, KIND.lineEnd)) {
    at += 1;
  }
  return at;
}

/** Where the next line begins when it goes on with the list of the one that ends at an index; the index when it does not. */
function memberBelow(coming: ComingText, end: number): number {
  const { text } = coming;
  if (end < text.length && !isKind(text, end, KIND.lineEnd)) {
    return end;
  }
  const line = behindBreak(coming, end);
  if (line === MORE || line === end) {
    return line;
  }
  const start = runEnd(text, KIND.space, line, line + MAX_INDENT);
  if (MEMBER.isOpen(coming, start)) {
    return MORE;
  }
  const isListed = LIST_GOES_ON.includes(text.charAt(end - 1));
  return isListed && start > line && MEMBER.fits(coming, start) ? start : end;
}

/** The index behind one line break, which may be two characters; the index itself without one. */
function behindBreak(coming: ComingText, at: number): number {
  const { text } = coming;
  const feed = text.charCodeAt(at) === CARRIAGE_RETURN ? at + 1 : at;
  if (feed >= text.length) {
    return isCut(coming, feed) ? MORE : Math.min(feed, text.length);
  }
  return text.charCodeAt(feed) === LINE_FEED ? feed + 1 : feed;
}
