import { AMPERSAND, BACKSLASH, HASH, isKind, KIND, PERCENT, SEMICOLON } from '../pattern/characters.js';
import { escapeAt } from './escapes.js';

/** What ends in HTML and JSON an escaped letter, or begins one at the end of what has come. */
const BEFORE = /(?:&(?:#\d{3,5}|#x[0-9a-f]{2,4}|[a-z]{2,7});|\\{1,4}u[0-9a-f]{4})$/i;
const BEGUN = /(?:&(?:#(?:\d{0,5}|x[0-9a-f]{0,4})|[a-z]{0,7})|\\{1,4}(?:u[0-9a-f]{0,3})?)$/i;
/** Of `%25e4%25b8%25ad`. */
export const LONGEST_LETTER = 15;
const LONGEST_ENTITY = 9;
const FIRST_LETTER = 0xc0;
const PUNCTUATION = 0x2000;
const LAST_PUNCTUATION = 0x2bff;
const MARK = 0xfeff;

/** Where a letter beyond ASCII ends that is written as URLs, HTML and JSON do; the index itself when none begins here. */
export function letterEscapeEnd(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const mark = code === PERCENT || code === AMPERSAND || code === BACKSLASH ? escapeAt(text, index) : undefined;
  return mark !== undefined && isLetter(mark.meant) ? index + mark.length : index;
}

/** Where an escaped letter of HTML or JSON begins that ends just before an index; the index itself when none does. */
export function letterEscapeStart(text: string, index: number, lowest: number): number {
  const written = BEFORE.exec(text.slice(Math.max(lowest, index - LONGEST_ENTITY), index))?.[0] ?? '';
  const start = index - written.length;
  return letterEscapeEnd(text, start) === index ? start : index;
}

/** Where an escape of HTML or JSON begins of which no more may have come; the index itself when none does. */
export function begunEscapeStart(text: string, index: number, lowest: number): number {
  const written = BEGUN.exec(text.slice(Math.max(lowest, index - LONGEST_ENTITY), index))?.[0] ?? '';
  return index - written.length;
}

/** Whether a sign before letters and digits can make them an escape: a quick no for most. */
export function mayBeOfEscape(code: number): boolean {
  return code === AMPERSAND || code === BACKSLASH || code === HASH || code === SEMICOLON;
}

/** The text with its escaped letters as such. */
export function withLetters(written: string): string {
  let text = '';
  for (let at = 0; at < written.length; ) {
    const mark = escapeAt(written, at);
    const isEscaped = mark !== undefined && isLetter(mark.meant);
    text += isEscaped ? mark.meant : written.charAt(at);
    at += isEscaped ? mark.length : 1;
  }
  return text;
}

function isLetter(meant: string): boolean {
  const code = meant.charCodeAt(0);
  const isOther = code < FIRST_LETTER || (code >= PUNCTUATION && code <= LAST_PUNCTUATION) || code === MARK;
  return meant.length === 1 && !isOther && isKind(meant, 0, KIND.domain);
}
