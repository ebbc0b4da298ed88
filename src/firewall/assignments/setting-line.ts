import type { FieldRule } from '../judge/field-rule.js';
import { hasRemarkWord, isBeginOfRemark, looksLikePassword } from '../judge/sentence-words.js';
import { type Enclosure, type Found, found, type Verdict, type Window } from '../lex/detector.js';
import { isLineStart, isQuote } from '../lex/value-opening.js';
import { isKind, KIND, runStart } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';

const MAX_LINE = 128;
const MAX_LINE_BEFORE = 100;
const MAX_INDENT = 40;
/** Behind a value: a remark, blanks, the end of the string in code that the lines stand in. */
const REMARK = /\s#.*$/;
const BLANKS = /[ \t]{1,40}$/;
const END_OF_STRING = /["'`][;,)\]]{0,4}$/;
const MAX_BEHIND = 7;
/** Behind the first word, as far as it was seen; no sign of code, and no remark. */
const BEHIND = /^[,;.!]?(?:$|[ \t]{1,4}(?:$|[^\s#|?:=<>(){}[\],;/"'`\\&]|[&?] ?(?:$|\w)))/;
/** What no value of YAML has, and lines have that go on with another name. */
const OTHER_PAIR = /:(?:\s|$)|\s[\w.-]{1,40}=|["`{}]|&&|\|\||[,;([]$/;
/** A line of settings before this one, and behind it, as far as that is seen. */
const KEY = /^[+-]?[ \t]{0,40}(?:- )?["']?[\w.-]{1,40}["']?:(?:[ \t]|$)/;
const NEXT_KEY = pattern(/\r?\n[\w.-]{1,40}:\s/);

/**
 * `  password: Tr0ub4dor and 3 friends`, `password: my dog Rex2`: in a line of settings a value is all of it up to a remark,
 * as the first word alone would be less than half. A line is one of settings if it is indented, or if such lines stand
 * around it; elsewhere, and where no value was found, the words have to look like those of a password.
 */
export function withRestOfSetting(
  window: Window,
  verdict: Verdict | undefined,
  rule: FieldRule,
  enclosure: Enclosure,
): Verdict | undefined {
  const isEscaped = isOfEscapedLine(window, enclosure);
  if (rule.isPhrase === true || !(isEscaped || isOfLine(window, enclosure) || isBehindQuotedKey(window, enclosure))) {
    return verdict;
  }
  if (verdict === undefined) {
    const mayBegin = rule.value === 'any' && isKind(window.text, enclosure.start, KIND.alphanumeric);
    return mayBegin ? wholeLine(window, rule.type, enclosure.start, isEscaped) : undefined;
  }
  const isValue = rule.value === 'any' || (rule.value === 'lenient' && rule.type === 'password');
  return isValue && verdict.kind === 'found' && verdict.start === enclosure.start
    ? withLine(window, verdict, enclosure, isEscaped)
    : verdict;
}

function wholeLine(window: Window, type: string, start: number, isEscaped: boolean): Verdict | undefined {
  const line = restOfLine(window, start, isEscaped);
  if (!line.includes(' ') || window.next(KIND.digit, start, start + line.length) >= start + line.length) {
    return undefined;
  }
  const words = line.split(' ');
  return looksLikePassword(words, type) ? found(start, start + line.length, type) : undefined;
}

function withLine(window: Window, verdict: Found, enclosure: Enclosure, isEscaped: boolean): Verdict {
  const { text } = window;
  const { start, end, type } = verdict;
  if (isKind(text, end, KIND.lineEnd)) {
    return verdict;
  }
  const seen = text.slice(end, window.next(KIND.lineEnd, end, end + MAX_BEHIND));
  const line = BEHIND.test(seen) ? restOfLine(window, end, isEscaped) : '';
  if (line === '') {
    return verdict;
  }
  const words = line.trim().split(' ');
  if (isBeginOfRemark(text.slice(start, end)) && hasRemarkWord(words)) {
    return verdict;
  }
  const among =
    isIndented(window, enclosure) || looksLikePassword(words, type) || isBesideSettings(window, enclosure, end);
  return among ? { ...verdict, end: end + line.length } : verdict;
}

/** What may be a value up to the end of the line; empty if it is no such line. */
function restOfLine(window: Window, from: number, isEscaped: boolean): string {
  const { text } = window;
  const limit = from + MAX_LINE;
  const lineEnd = window.next(KIND.lineEnd, from, limit);
  const stop = searched(window, isEscaped ? escapedEnd(text, from, lineEnd) : lineEnd, limit);
  const line = text.slice(from, stop).replace(REMARK, '').replace(BLANKS, '').replace(END_OF_STRING, '');
  return stop === limit || OTHER_PAIR.test(line) ? '' : line;
}

/** Without quotes, and behind a colon and a blank, on a line that the name begins; no option of a command. */
function isOfLine({ text }: Window, enclosure: Enclosure): boolean {
  const { close, statement, block, isLine, isOpenEnded, stop, nameStart = 0 } = enclosure;
  const isBare = close === '' && statement === undefined && block === undefined && stop === KIND.pause;
  return isBare && isLine === true && isOpenEnded !== true && !text.startsWith('--', nameStart);
}

/** The same of lines that are written in a string of JSON: `"db:\\n  password: x9 kk2\\n"`. */
function isOfEscapedLine({ text, floor }: Window, { close, statement, isLine, nameStart = 0 }: Enclosure): boolean {
  if (close !== '' || statement !== undefined || isLine === true || !isKind(text, nameStart - 1, KIND.space)) {
    return false;
  }
  const start = runStart(text, KIND.space, nameStart, Math.max(floor, nameStart - MAX_INDENT));
  return start - 2 >= floor && text.startsWith('\\n', start - 2) && !text.startsWith('--', nameStart);
}

/** `"password": x9 kk2`: JSON has no such values, so that a quoted key is one of YAML too. */
function isBehindQuotedKey(
  window: Window,
  { close, statement, isLine, nameStart = 0, nameEnd = 0 }: Enclosure,
): boolean {
  const { text, floor } = window;
  const quote = text.charAt(nameStart - 1);
  if (close !== '' || statement !== undefined || isLine === true || !'"\''.includes(quote || ' ')) {
    return false;
  }
  const start = runStart(text, KIND.space, nameStart - 1, Math.max(floor, nameStart - MAX_INDENT));
  return text.charAt(nameEnd) === quote && isLineStart(window, start);
}

function escapedEnd(text: string, from: number, to: number): number {
  let end = from;
  while (end < to && text.charAt(end) !== '\\' && text.charAt(end) !== '"') {
    end += 1;
  }
  return end;
}

function isIndented({ text, floor }: Window, { nameStart = 0 }: Enclosure): boolean {
  const keyStart = isQuote(text, nameStart - 1) ? nameStart - 1 : nameStart;
  return keyStart > floor && isKind(text, keyStart - 1, KIND.space);
}

/** With lines of settings around it. */
function isBesideSettings(window: Window, { nameStart = 0 }: Enclosure, end: number): boolean {
  const { text, floor, origin } = window;
  const before =
    nameStart > Math.max(floor, origin) ? text.slice(Math.max(floor, nameStart - MAX_LINE_BEFORE), nameStart) : '';
  const line = before.replace(/\r?\n[+-]?$/, '');
  if (line !== before && KEY.test(line.slice(line.lastIndexOf('\n') + 1))) {
    return true;
  }
  return NEXT_KEY.fits(window, window.next(KIND.lineEnd, end, end + MAX_LINE));
}
