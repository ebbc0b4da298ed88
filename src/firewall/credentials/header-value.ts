import { findEnclosure } from '../assignments/enclosure.js';
import { isPathInCode } from '../assignments/named-value.js';
import type { ValueContext } from '../judge/field-rule.js';
import type { Enclosure, Swallow, Verdict, Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE } from '../lex/take-while.js';
import { isQuote, openQuoted, skipCloser } from '../lex/value-opening.js';
import { BLANK, COMMA, firstOf, isKind, KIND, kindAt, runEnd, runStart, TAB } from '../pattern/characters.js';
import { type ComingText, partOf, pattern, searched } from '../pattern/coming-text.js';
import { matchContainer, openContainer } from './container.js';

const MAX_NAME = 32;
const MAX_BLANK = 24;
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

/** So much of a list has to be seen to tell that it holds credentials. */
const MAX_SAMPLE = 240;
/** Where a string begins. */
const CLOSING = /\]/;
const OPENING = /[\s,[]\\{0,7}["']/;

/** What a list of strings has to hold; both are asked about texts that go on behind it. */
export interface HeaderList {
  readonly type: string;
  /** A string begins with a credential. */
  readonly isCredential: (item: string) => boolean;
  /** The same of a list without quotes. */
  readonly isBareCredential: (item: string) => boolean;
}

/** All of the list of strings that is the value of a header whose name ends at `end`, when one of them is a credential. */
export function matchHeaderList(window: Window, end: number, list: HeaderList): Verdict | undefined {
  const { text } = window;
  const container = isKind(text, end, KIND.name) ? NONE : openContainer(window, end);
  if (container === NONE || text.charAt(container.start) !== '[') {
    return undefined;
  }
  const seen = partOf(window, container.start, MAX_SAMPLE, CLOSING);
  const closing = seen.indexOf(']');
  const sample = closing < 0 ? seen : seen.slice(0, closing);
  // A list with a placeholder in it was judged before something in it was replaced.
  if (sample.includes(PLACEHOLDER_START)) {
    return undefined;
  }
  if (sample.split(OPENING).slice(1).some(list.isCredential)) {
    return matchContainer(window, { ...container, isQuoted: true, isOfStrings: true }, list.type);
  }
  return list.isBareCredential(sample.slice(1)) ? matchContainer(window, container, list.type) : undefined;
}

const LIST_GOES_ON = ',;';
const SPACE = '[ \\t\\u00a0\\u3000\\u2000-\\u200a]';
const LINE_BREAK = '(?:\\r\\n?|\\n)';
/** The end of a line, but for spaces, and the indentation of one below in which something stands. */
const LINE_BELOW = pattern(new RegExp(`${SPACE}{0,20}${LINE_BREAK}(${SPACE}{0,20})(?=[^\\n\\r\\u2028\\u2029])`));
/** The same behind the colon of a header. */
const BELOW_NAME = pattern(new RegExp(`:${SPACE}{0,20}${LINE_BREAK}(${SPACE}{0,20})(?=[^\\n\\r\\u2028\\u2029])`));
/** The same, and what the next line of a list of parameters or cookies begins with. */
const FOLD = pattern(new RegExp(`${LINE_BREAK}${SPACE}{1,20}(?=[\\w.!#$%&*+^|~-]{1,64}=)`));
/** More text is needed. */
const MORE = -1;

/** The beginning of a line below another one, and how far it is indented. */
interface NextLine {
  readonly start: number;
  readonly isIndented: boolean;
}

/** The line below the one that ends at an index, but for spaces; `undefined` when that is no end, or nothing stands in it. */
export function nextLine(window: Window, at: number, below = LINE_BELOW): NextLine | undefined {
  const line = below.at(window, at);
  return line === undefined ? undefined : { start: at + line[0].length, isIndented: line[1] !== '' };
}

/** The line below the colon behind the name of a header, as `nextLine` has it. */
export function lineBelowName(window: Window, nameEnd: number): NextLine | undefined {
  return nextLine(window, nameEnd, BELOW_NAME);
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
  return isListSign(window.text, end - 1) && FOLD.fits(window, end)
    ? { kind: 'open', start, type, sampleEnd: end, swallow: whileFolds() }
    : verdict;
}

function isListSign(text: string, at: number): boolean {
  return at < text.length && LIST_GOES_ON.includes(text.charAt(at));
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
    let fold = foldAt(coming, at);
    while (fold > 0) {
      at = endOfLine(text, at + fold);
      fold = foldAt(coming, at);
    }
    isInLine = at === text.length && (isInLine || at > from);
    return { upTo: at, isDone: fold !== MORE };
  };
}

function endOfLine(text: string, from: number): number {
  return firstOf(text, KIND.lineEnd, from, text.length);
}

/** How long the line break and the indentation are before a line that goes on with the list of the one that ends here. */
function foldAt(coming: ComingText, end: number): number {
  if (FOLD.isOpen(coming, end)) {
    return MORE;
  }
  return isListSign(coming.text, end - 1) ? (FOLD.at(coming, end)?.[0].length ?? 0) : 0;
}
