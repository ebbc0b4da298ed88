import type { ValueContext, ValueJudge } from '../judge/field-rule.js';
import { placeInCode } from '../judge/names-of-things.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { withoutColours } from '../lex/colours.js';
import { type Enclosure, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { formEnd, LONGEST_PLACEHOLDER, PLACEHOLDER_START, placeholderEnd } from '../lex/placeholder.js';
import type { Cell } from '../lex/table-row.js';
import { type EndSearch, findEnd, pairAt, untilEnd } from '../lex/take-while.js';
import { isInString } from '../lex/value-opening.js';
import { BACKSLASH, type CharacterKind, isKind, KIND } from '../pattern/characters.js';
import { isCut, needs } from '../pattern/coming-text.js';

/** Values are judged by their first characters; what is longer is withheld to its end. */
const SAMPLE = 80;
const LOOK_AHEAD = 3;
const CLOSING = 0x5d;
/** In place of a kind. */
export const ANY = 0;

/** Finds the value in an enclosure, if the judge takes its first characters for one to be hidden. */
export function matchValue(window: Window, enclosure: Enclosure, type: string, judge: ValueJudge): Verdict | undefined {
  const { text } = window;
  const { start, end } = enclosure;
  if (end === undefined) {
    return matchSought(window, enclosure, type, judge);
  }
  // It is known already where the value ends.
  const sampleEnd = Math.min(end, start + SAMPLE);
  const isHidden =
    !hasPlaceholder(window, start, sampleEnd) &&
    !text.startsWith('-----BEGIN', start) &&
    judge(withoutForm(withoutColours(text.slice(start, sampleEnd))), contextOf(text, enclosure, end));
  return isHidden ? found(start, end, type) : undefined;
}

function matchSought(window: Window, enclosure: Enclosure, type: string, judge: ValueJudge): Verdict | undefined {
  const { text } = window;
  const { start } = enclosure;
  const search = { at: start, backslashes: 0 };
  const isWhole = findSampleEnd(window, enclosure, search);
  const judged = isWhole ? search.at : start + SAMPLE + LONGEST_PLACEHOLDER;
  const isLast = !isWhole && text.length < start + SAMPLE;
  if (isCut(window, start, judged - start) || isLookAheadOpen(window, enclosure, search.at)) {
    return undecided(start);
  }
  const end = isWhole && isAtTextEnd(enclosure) ? trimmedEnd(text, start, search.at) : search.at;
  const sample = withoutColours(text.slice(start, end));
  // A value with a placeholder in it was judged before something in it was replaced.
  if (hasPlaceholder(window, start, Math.min(judged, start + SAMPLE)) || text.startsWith('-----BEGIN', start)) {
    return undefined;
  }
  const isOwn = isElementValue(text, enclosure, search.at, isWhole) && !isNameBelow(text, enclosure, search.at);
  if (!isOwn || !judge(withoutForm(sample), contextOf(text, enclosure, end)) || isOtherString(window, enclosure)) {
    return undefined;
  }
  return isWhole || isLast
    ? withMoreLines(window, enclosure, start, end, type)
    : { kind: 'open', start, type, sampleEnd: search.at, swallow: untilEnd(enclosure, search.backslashes) };
}

/** Values without quotes often stand in one long run of them, along which not every one of them walks. */
function findSampleEnd(window: Window, enclosure: Enclosure, search: EndSearch): boolean {
  const { start, close, stop, block } = enclosure;
  if (close !== '' || stop === 0 || block !== undefined) {
    return findEnd(search, enclosure, window, start + SAMPLE);
  }
  search.at = behindForms(window, start, window.next(stop, start, start + SAMPLE), stop);
  let more = pairAt(window, search.at, enclosure);
  while (more > 0 && search.at + more < start + SAMPLE) {
    search.at = window.next(stop, search.at + more, start + SAMPLE);
    more = pairAt(window, search.at, enclosure);
  }
  return search.at < Math.min(window.text.length, start + SAMPLE) && more === 0;
}

/**
 * Whether the value can have so many characters, and one of a kind among them: a cheap question that spares `matchValue`.
 * What is not known yet can be.
 */
export function mayHold(window: Window, enclosure: Enclosure, least: number, kind: CharacterKind): boolean {
  const { text } = window;
  const { start, close, stop, block, escapes, inner } = enclosure;
  if (enclosure.end !== undefined) {
    return true;
  }
  const limit = start + SAMPLE;
  const isPlain = block === undefined && escapes === 0 && close.length <= 1;
  const isShort = isPlain && close !== ']' && close !== '';
  const end = close === '' && isPlain && stop !== 0 ? window.next(stop, start, limit) : limit;
  const soonest = isShort ? closingOf(text, close, start, start + least) : end;
  if (inner !== undefined && soonest > start && soonest < text.length && isSign(text, soonest, SIGN.inner)) {
    return true;
  }
  if (soonest < text.length && soonest - start < least && !isCut(window, soonest, 2)) {
    return false;
  }
  return kind === ANY || window.next(kind, start, end) < end || isCut(window, end);
}

function closingOf(text: string, close: string, from: number, to: number): number {
  const code = close.charCodeAt(0);
  let index = from;
  while (index < to && index < text.length && (text.charCodeAt(index) !== code || isInside(text, index, from))) {
    index += 1;
  }
  return index;
}

/** Behind a backslash, or one of two quotes. */
function isInside(text: string, index: number, start: number): boolean {
  const code = text.charCodeAt(index);
  return (
    text.charCodeAt(index - 1) === BACKSLASH ||
    text.charCodeAt(index + 1) === BACKSLASH ||
    (index > start &&
      (text.charCodeAt(index + 1) === code || (index > start + 1 && text.charCodeAt(index - 1) === code)))
  );
}

/** The bracket of what has the form of a placeholder does not end a value. */
function behindForms(window: Window, start: number, end: number, stop: CharacterKind): number {
  const { text } = window;
  let at = end;
  while (at < start + SAMPLE && text.charCodeAt(at) === CLOSING) {
    const opening = text.slice(start, at).lastIndexOf(PLACEHOLDER_START);
    if (opening < 0 || formEnd(text, start + opening) !== at + 1) {
      break;
    }
    at = window.next(stop, at + 1, start + SAMPLE);
  }
  return at;
}

/** What only looks like a placeholder is a value in brackets. */
function withoutForm(sample: string): string {
  return sample.startsWith(PLACEHOLDER_START) ? sample.slice(PLACEHOLDER_START.length) : sample;
}

function hasPlaceholder(window: Window, from: number, to: number): boolean {
  const { text } = window;
  for (let at = window.next(KIND.bracket, from, to); at < to && at < text.length; ) {
    if (placeholderEnd(text, at) !== -1) {
      return true;
    }
    at = window.next(KIND.bracket, at + 1, to);
  }
  return false;
}

/** Punctuation behind it belongs to what is around it. */
function isAtTextEnd({ isLine, statement, close }: Enclosure): boolean {
  return isLine === true || (statement === 'verb' && close === '');
}

function trimmedEnd(text: string, start: number, stop: number): number {
  let end = stop;
  while (end > start && ',;:.)}]'.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return end;
}

/** Whether what follows the value has to be seen, and cannot be yet. */
function isLookAheadOpen(window: Window, enclosure: Enclosure, end: number): boolean {
  const { text } = window;
  const { endTag } = enclosure;
  const needed = Math.max(LOOK_AHEAD, endTag?.length ?? 0);
  return (
    isCut(window, end, needed) &&
    (end >= text.length ||
      enclosure.isBelow === true ||
      isSign(text, end, SIGN.ahead) ||
      endTag?.startsWith(text.slice(end)) === true)
  );
}

/** `<password>` also stands for a value in usage texts: the content of an element has an end tag, or no spaces. */
function isElementValue(text: string, { endTag, start }: Enclosure, end: number, isWhole: boolean): boolean {
  if (endTag === undefined) {
    return true;
  }
  return isWhole ? text.startsWith(endTag, end) : !/\s/.test(text.slice(start, end));
}

/** Below a name without a value stands the next one. */
function isNameBelow(text: string, { isBelow, escapes }: Enclosure, end: number): boolean {
  return isBelow === true && /^.\s?:/.test(text.slice(end + escapes, end + escapes + LOOK_AHEAD));
}

/** Asked last, as it takes a walk back through the line. */
function isOtherString(window: Window, { couldBeInString, close, start }: Enclosure): boolean {
  // No code goes on with a letter behind the end of a string: whatever stands before, a string begins here.
  const canEnd = couldBeInString !== undefined && !isKind(window.text, start, KIND.alphanumeric);
  return canEnd && isInString(window, couldBeInString, close.charAt(0));
}

function contextOf(text: string, enclosure: Enclosure, end: number): ValueContext {
  return {
    isQuoted: enclosure.close !== '',
    isData: enclosure.isData === true,
    isLine: enclosure.isLine === true || enclosure.inner === 'query' || enclosure.inner === 'form',
    isSpoken: enclosure.isSpoken === true,
    isSpaced: enclosure.isSpaced === true,
    statement: enclosure.statement,
    name: text.slice(enclosure.nameStart ?? 0, enclosure.nameEnd ?? 0),
    after: text.slice(end, end + LOOK_AHEAD),
    ...(enclosure.close === '' ? placeInCode(text, enclosure, end) : undefined),
  };
}

const MAX_LINES = 480;
/** A line with a name and a sign is none of a value. */
const ASSIGNMENT = /[\r\n]\s{0,40}["']?[\w.-]{1,40}["']?\s{0,8}[:=]\s/;
const BEFORE_QUOTE = /[^\s:=([{,]$/;
const AFTER_QUOTE = /^(?:[\s,;)}\]]|$)/;

/** A value in quotes that are not closed in its line goes on to where they are closed, if that can be told. */
function withMoreLines(window: Window, enclosure: Enclosure, start: number, end: number, type: string): Verdict {
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
