import { BACKSLASH, isKind, KIND } from '../pattern/characters.js';

/** A letter beyond ASCII as URLs, HTML and JSON write it: its bytes, its code or its name. */
const ESCAPE =
  /%(?:25)?(?:c[3-9a-f]|d[0-9a-f]|e[0-9a-f]%(?:25)?[89ab][0-9a-f])%(?:25)?[89ab][0-9a-f]|&#(?:\d{3,5}|x[0-9a-f]{2,4});|&(?:[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron)|(?:ae|oe|sz)lig);|\\{1,4}u[0-9a-f]{4}/iy;
/** What ends in HTML and JSON such an escape, or begins one at the end of what has come. */
const BEFORE = /(?:&(?:#\d{3,5}|#x[0-9a-f]{2,4}|[a-z]{2,7});|\\{1,4}u[0-9a-f]{4})$/i;
const BEGUN = /(?:&(?:#(?:\d{0,5}|x[0-9a-f]{0,4})|[a-z]{0,7})|\\{1,4}(?:u[0-9a-f]{0,3})?)$/i;
/** Of `%25e4%25b8%25ad`. */
export const LONGEST_LETTER = 15;
const LONGEST_ENTITY = 9;
const AMPERSAND = 0x26;
const PERCENT = 0x25;
const HASH = 0x23;
const FIRST_LETTER = 0xc0;
const PUNCTUATION = 0x2000;
const LAST_PUNCTUATION = 0x2bff;
const MARK = 0xfeff;
/** In place of a letter that HTML names: which one it is does not matter. */
const SOME_LETTER = '\u00e4';

/** Where an escaped letter ends that begins here; the index itself when none does. */
export function letterEscapeEnd(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code !== PERCENT && code !== AMPERSAND && code !== BACKSLASH) {
    return index;
  }
  ESCAPE.lastIndex = index;
  return ESCAPE.test(text) && isLetter(text.slice(index, ESCAPE.lastIndex)) ? ESCAPE.lastIndex : index;
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

const SEMICOLON = 0x3b;

/** The text with its escaped letters as such. */
export function withLetters(written: string): string {
  let text = '';
  for (let at = 0; at < written.length; ) {
    const end = letterEscapeEnd(written, at);
    text += end === at ? written.charAt(at) : meaningOf(written.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return text;
}

function isLetter(written: string): boolean {
  const meant = meaningOf(written);
  const code = meant.charCodeAt(0);
  const isOther = code < FIRST_LETTER || (code >= PUNCTUATION && code <= LAST_PUNCTUATION) || code === MARK;
  return meant.length === 1 && !isOther && isKind(meant, 0, KIND.domain);
}

function meaningOf(written: string): string {
  const code = written.charCodeAt(0);
  if (code === PERCENT) {
    return Buffer.from(written.replace(/%(?:25(?=[c-e89ab][0-9a-f]))?/gi, ''), 'hex').toString('utf8');
  }
  if (code === BACKSLASH) {
    return String.fromCharCode(Number.parseInt(written.slice(-4), 16));
  }
  if (written.charCodeAt(1) !== HASH) {
    return SOME_LETTER;
  }
  const digits = written.slice(2, -1);
  return String.fromCharCode(/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10));
}
