import { isKind, KIND, runEnd } from '../redactor/characters.js';
import { type Swallow, undecided, type Verdict, type Window } from '../redactor/detector.js';
import type { Enclosure } from '../redactor/value-enclosure.js';

const MAX_INDENT = 20;
const MAX_NAME = 64;
const COLON = 0x3a;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
/** More text is needed. */
const MORE = -1;
const LIST_GOES_ON = ',;';
/** What the next line of a list of parameters or cookies begins with. */
const MEMBER = /^[\w.!#$%&*+^|~-]{1,64}=/;
const MEMBER_BEGUN = /^[\w.!#$%&*+^|~-]{0,63}$/;

/** The beginning of a line below another one, and how far it is indented. */
export interface NextLine {
  readonly start: number;
  readonly isIndented: boolean;
}

/** The line below the one that ends at an index, but for spaces; nothing when that is no end, `undefined` when more text is needed. */
export function nextLine({ text, isFinal }: Window, at: number): NextLine | 'none' | undefined {
  const end = runEnd(text, KIND.space, at, at + MAX_INDENT);
  const start = behindBreak(text, end, isFinal);
  const content = start > end ? runEnd(text, KIND.space, start, start + MAX_INDENT) : start;
  if (content === MORE || (start > end && content === text.length && !isFinal)) {
    return undefined;
  }
  return start === end || content === text.length || isKind(text, content, KIND.lineEnd)
    ? 'none'
    : { start: content, isIndented: content > start };
}

/** The line below the colon behind the name of a header, as `nextLine` has it. */
export function lineBelowName(window: Window, nameEnd: number): NextLine | 'none' | undefined {
  const { text, isFinal } = window;
  if (nameEnd === text.length) {
    return isFinal ? 'none' : undefined;
  }
  return text.charCodeAt(nameEnd) === COLON ? nextLine(window, nameEnd + 1) : 'none';
}

/** What was found up to the end of a line, and the lines behind it that go on with the list. */
export function withFolds(
  { text, isFinal }: Window,
  { close }: Enclosure,
  verdict: Verdict | undefined,
): Verdict | undefined {
  if (close !== '' || verdict === undefined || verdict.kind === 'undecided' || verdict.kind === 'skip') {
    return verdict;
  }
  if (verdict.kind === 'open') {
    return { ...verdict, swallow: thenFolds(verdict.swallow) };
  }
  const { start, type } = verdict;
  const end = LIST_GOES_ON.includes(text.charAt(verdict.end)) ? verdict.end + 1 : verdict.end;
  const next = memberBelow(text, end, isFinal);
  if (next === MORE) {
    return undecided(start);
  }
  return next === end ? verdict : { kind: 'open', start, type, sampleEnd: end, swallow: whileFolds() };
}

/** First what is withheld anyway. */
function thenFolds(swallow: Swallow): Swallow {
  const folds = whileFolds();
  let isFirst = true;
  return (text, from, isFinal) => {
    const first = isFirst ? swallow(text, from, isFinal) : { upTo: from, isDone: true };
    isFirst = !first.isDone;
    return isFirst ? first : folds(text, first.upTo, isFinal);
  };
}

/** Takes lines as long as each goes on with the list of the one before. */
function whileFolds(): Swallow {
  // The text ended in such a line.
  let isInLine = false;
  return (text, from, isFinal) => {
    let at = isInLine ? endOfLine(text, from) : from;
    let next = memberBelow(text, at, isFinal);
    while (next > at) {
      at = endOfLine(text, next);
      next = memberBelow(text, at, isFinal);
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
function memberBelow(text: string, end: number, isFinal: boolean): number {
  if (end < text.length && !isKind(text, end, KIND.lineEnd)) {
    return end;
  }
  const line = behindBreak(text, end, isFinal);
  if (line === MORE || line === end) {
    return line;
  }
  const start = runEnd(text, KIND.space, line, line + MAX_INDENT);
  const member = text.slice(start, start + MAX_NAME + 1);
  const isCut = start === text.length || (start + member.length === text.length && MEMBER_BEGUN.test(member));
  if (isCut && !isFinal) {
    return MORE;
  }
  const isListed = LIST_GOES_ON.includes(text.charAt(end - 1));
  return isListed && start > line && MEMBER.test(member) ? start : end;
}

/** The index behind one line break, which may be two characters; the index itself without one. */
function behindBreak(text: string, at: number, isFinal: boolean): number {
  const feed = text.charCodeAt(at) === CARRIAGE_RETURN ? at + 1 : at;
  if (feed >= text.length) {
    return isFinal ? Math.min(feed, text.length) : MORE;
  }
  return text.charCodeAt(feed) === LINE_FEED ? feed + 1 : feed;
}
