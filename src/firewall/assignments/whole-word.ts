import { randomWordEnd } from '../bind/random-word.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { type Found, found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE } from '../lex/take-while.js';
import { BLANK, isKind, KIND, runEnd, runStart } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { SPACES } from './links.js';
import { isPathInCode, ruleOf } from './named-value.js';

const MAX_NAME = 48;
const BEGINNING = SIGN.separator | SIGN.operator;
/** Of `password`, `passphrase`, `pass`, `pw`. */
const LAST_LETTERS = 'dDeEsSwW';
/** A sign, or the gap between two columns. */
const SEPARATED = /[:=>]|\s\s|\t/;
const SEPARATOR = '(?![=!]==|[=!]=(?:\\s|[\\w$]{1,32}[.[(]))(?::=|\\?=|=>|=|:)';
const VERB =
  "(?:(?:is|was|to)(?: now| set to)?(?::? |::?(?=\\S))|for (?:[\\w@.+'-]{1,24}|\\[REDACTED:[\\w:]{1,17}\\]) (?:is|was):? |[-–] )";
/** A sign that is none of a comparison, a verb, or a gap. */
const CONNECTION = pattern(
  new RegExp(`(?:${SPACES}{0,24}${SEPARATOR}|${SPACES}{1,24}${VERB}|${SPACES})${SPACES}{0,24}`, 'i'),
);
const QUOTES = '"\'`';
const BRACKETS = '([{<*';
const ENCLOSED = /^(?:\*\*|\(\S*\)|\[\S*\]|\{\S*\}|<\S*>)/;
const MAX_QUOTED = 132;
/** In C what has no quotes is a list of names and numbers. */
const DEFINED = /#[ \t]{0,8}define[ \t]{1,8}$/;
const MAX_DEFINED = 24;

const LONG = 16;
/** Of the types that stand for what is to be kept secret. */
const SECRET: ReadonlySet<string> = new Set(['password', 'secret']);

/**
 * What is found behind a name, and the rest of its word with it, where all of the word is as random as only a password is:
 * such a one may hold any sign, also those that end other values, or begin with one by which others are told.
 */
export function withWholeWord(
  window: Window,
  start: number,
  end: number,
  verdict: Verdict | undefined,
): Verdict | undefined {
  if (isSettled(window.text, end, verdict)) {
    return verdict;
  }
  const nameEnd = window.run(KIND.name, end, end + MAX_NAME + 1);
  const from = nameEnd - end > MAX_NAME || isPathInCode(window, start, nameEnd) ? NOWHERE : valueStart(window, nameEnd);
  if (from < 0) {
    return verdict;
  }
  const wordEnd = randomWordEnd(window, from);
  if (wordEnd === NONE) {
    return verdict;
  }
  if (verdict === undefined) {
    return ofName(window, start, nameEnd, from, wordEnd);
  }
  return withRest(verdict, from, wordEnd);
}

function withRest(verdict: Verdict, from: number, wordEnd: number): Verdict {
  if ((verdict.kind === 'found' || verdict.kind === 'open') && verdict.start > wordEnd) {
    return found(from, wordEnd, verdict.type);
  }
  return verdict.kind !== 'found' || verdict.end >= wordEnd
    ? verdict
    : found(Math.min(from, verdict.start), wordEnd, verdict.type);
}

/** Whether there is nothing to add; but what is found in a tag may stand behind the word. */
function isSettled(text: string, nameEnd: number, verdict: Verdict | undefined): boolean {
  if (verdict === undefined) {
    return false;
  }
  const isFinding = verdict.kind === 'found' || verdict.kind === 'open';
  if (isFinding && text.slice(nameEnd, verdict.start).includes('<')) {
    return false;
  }
  return verdict.kind !== 'found' || isWhole(text, verdict);
}

/** Whether nothing of the word is left, or what is found is a long word of its own that a separator ends. */
function isWhole(text: string, { start, end, type }: Found): boolean {
  if (end >= text.length || isKind(text, end, BLANK) || !SECRET.has(type) || isClosed(text, start, end)) {
    return true;
  }
  return end - start >= LONG && runEnd(text, KIND.opaque, start, end) === end;
}

/** In quotes of its own, or in those of an item of a list, together with its name. */
function isClosed(text: string, start: number, end: number): boolean {
  if (!isSign(text, end, SIGN.quote)) {
    return false;
  }
  const quote = text.charCodeAt(end);
  const nameStart = runStart(text, KIND.name, start - 1, Math.max(0, start - MAX_NAME));
  return text.charCodeAt(start - 1) === quote || text.charCodeAt(nameStart - 1) === quote;
}

function ofName(window: Window, start: number, nameEnd: number, from: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const rule = ruleOf(text, floor, nameStart, nameEnd);
  const between = text.slice(nameEnd, from);
  const isSpoken = !SEPARATED.test(between);
  const isDefined = DEFINED.test(text.slice(Math.max(floor, nameStart - MAX_DEFINED), nameStart));
  return rule !== undefined && !isDefined && isSensitive(rule, isSpoken) ? found(from, end, rule.type) : undefined;
}

function isSensitive({ type, value }: FieldRule, isSpoken: boolean): boolean {
  return SECRET.has(type) && (value === 'any' || (!isSpoken && (value === 'lenient' || value === 'random')));
}

const NOWHERE = -1;

/** Where a word without quotes begins behind a name, and what stands for an equals sign. */
function valueStart(window: Window, nameEnd: number): number {
  const { text } = window;
  const isBehindGap = isKind(text, nameEnd, KIND.space);
  if (!isBehindGap && !isSign(text, nameEnd, BEGINNING) && nameEnd < text.length) {
    return NOWHERE;
  }
  const length = CONNECTION.at(window, nameEnd)?.[0].length ?? 0;
  if (length === 0 || (length === 1 && isBehindGap && !mayBeSpoken(window, nameEnd))) {
    return NOWHERE;
  }
  const start = nameEnd + length;
  return isSign(text, start, SIGN.quote) || BRACKETS.includes(text.charAt(start) || ' ')
    ? enclosedStart(window, start)
    : start;
}

/** Behind a blank alone only passwords are looked for, and words that begin with a sign. */
function mayBeSpoken({ text }: Window, nameEnd: number): boolean {
  return LAST_LETTERS.includes(text.charAt(nameEnd - 1)) || isSign(text, nameEnd + 1, BEGINNING);
}

/** Brackets, stars and quotes around a word are opened and closed elsewhere; alone they are a part of it. */
function enclosedStart(window: Window, start: number): number {
  const { text } = window;
  const behind = text.slice(start, start + MAX_QUOTED);
  const lineEnd = behind.search(/[\r\n]/);
  const line = lineEnd < 0 ? behind : behind.slice(0, lineEnd);
  const isQuoted = QUOTES.includes(line.charAt(0) || ' ') && line.includes(line.charAt(0), 1);
  // The quote that closed it can be a part of what was replaced.
  if (isQuoted || ENCLOSED.test(line) || line.includes(PLACEHOLDER_START)) {
    return NOWHERE;
  }
  if (lineEnd < 0) {
    searched(window, text.length, start + MAX_QUOTED);
  }
  return start;
}
