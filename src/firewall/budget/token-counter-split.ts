import type { Encoding } from '../../contract/budget.js';
import { CASELESS, characterClasses, LOWER, MARK, NUMBER, OTHER, SPACE, UPPER } from './token-counter-classes.js';

/** Where the piece of text that begins at `start` ends; encodings merge bytes within a piece only. */
type Split = (text: string, start: number) => number;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

const CLASSES = characterClasses();

/** The encoding's own pattern, as a scanner that looks at each character a bounded number of times. */
export function splitterFor(encoding: Encoding): Split {
  switch (encoding) {
    case 'o200k_base':
      return splitO200k;
    case 'cl100k_base':
      return splitCl100k;
    default:
      return splitGpt2;
  }
}

/** `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+` */
function splitGpt2(text: string, start: number): number {
  const contraction = contractionEnd(text, start, false);
  if (contraction > start) {
    return contraction;
  }
  const first = text.charCodeAt(start) === BLANK && start + 1 < text.length ? start + 1 : start;
  const kind = classAt(text, first);
  if (isLetter(kind)) {
    return lettersEnd(text, first);
  }
  if (kind === NUMBER) {
    return numbersEnd(text, first, text.length);
  }
  return kind === SPACE ? spacesEnd(text, start) : othersEnd(text, first);
}

/**
 * `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
function splitCl100k(text: string, start: number): number {
  const contraction = contractionEnd(text, start, true);
  if (contraction > start) {
    return contraction;
  }
  const kind = classAt(text, start);
  if (isLetter(kind)) {
    return lettersEnd(text, start);
  }
  if (kind === NUMBER) {
    return numbersEnd(text, start, 3);
  }
  const second = start + width(text, start);
  if (!isLineEnd(text.charCodeAt(start)) && isLetter(classAt(text, second))) {
    return lettersEnd(text, second);
  }
  const others = othersStart(text, start, kind);
  return others < 0 ? spacesOrLinesEnd(text, start) : lineEndsEnd(text, othersEnd(text, others), false);
}

/**
 * With U for `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, W for `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`, c for cl100k's contractions:
 * `[^\r\n\p{L}\p{N}]?U*W+c?|[^\r\n\p{L}\p{N}]?U+W*c?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
 */
function splitO200k(text: string, start: number): number {
  const kind = classAt(text, start);
  if (kind === NUMBER) {
    return numbersEnd(text, start, 3);
  }
  const word = wordEnd(text, start, kind);
  if (word > start) {
    return contractionEnd(text, word, true);
  }
  const others = othersStart(text, start, kind);
  return others < 0 ? spacesOrLinesEnd(text, start) : lineEndsEnd(text, othersEnd(text, others), true);
}

/** The end of the first two alternatives of o200k, or `start`; each is tried with its optional first character. */
function wordEnd(text: string, start: number, kind: number): number {
  if (isLetter(kind)) {
    const cased = casedEnd(text, start);
    return cased > start ? cased : uppersEnd(text, start);
  }
  if (isLineEnd(text.charCodeAt(start))) {
    return start;
  }
  const second = start + width(text, start);
  const cased = casedEnd(text, second);
  if (cased > second) {
    return cased;
  }
  if (kind === MARK) {
    return casedEnd(text, start);
  }
  const uppers = uppersEnd(text, second);
  return uppers > second ? uppers : start;
}

/** `U*W+` from `start`, or `start`: when no lower case follows the U, the last one that is also a W ends the match. */
function casedEnd(text: string, start: number): number {
  let end = start;
  let afterLastShared = start;
  let kind = classAt(text, end);
  while (kind === UPPER || kind === CASELESS || kind === MARK) {
    end += width(text, end);
    if (kind !== UPPER) {
      afterLastShared = end;
    }
    kind = classAt(text, end);
  }
  if (kind !== LOWER) {
    return afterLastShared;
  }
  while (kind === LOWER || kind === CASELESS || kind === MARK) {
    end += width(text, end);
    kind = classAt(text, end);
  }
  return end;
}

function uppersEnd(text: string, start: number): number {
  let end = start;
  while (classAt(text, end) === UPPER) {
    end += width(text, end);
  }
  return end;
}

function lettersEnd(text: string, start: number): number {
  let end = start;
  while (isLetter(classAt(text, end))) {
    end += width(text, end);
  }
  return end;
}

function numbersEnd(text: string, start: number, most: number): number {
  let end = start;
  for (let count = 0; count < most && classAt(text, end) === NUMBER; count += 1) {
    end += width(text, end);
  }
  return end;
}

/** Where ` ?[^\s\p{L}\p{N}]+` would find its first character of the class, or -1. */
function othersStart(text: string, start: number, kind: number): number {
  if (isOther(kind)) {
    return start;
  }
  return text.charCodeAt(start) === BLANK && isOther(classAt(text, start + 1)) ? start + 1 : -1;
}

function othersEnd(text: string, start: number): number {
  let end = start;
  while (isOther(classAt(text, end))) {
    end += width(text, end);
  }
  return end;
}

function lineEndsEnd(text: string, start: number, withSlash: boolean): number {
  let end = start;
  let code = text.charCodeAt(end);
  while (isLineEnd(code) || (withSlash && code === SLASH)) {
    end += 1;
    code = text.charCodeAt(end);
  }
  return end;
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+` */
function spacesOrLinesEnd(text: string, start: number): number {
  let end = start;
  let afterLastLineEnd = start;
  while (classAt(text, end) === SPACE) {
    end += 1;
    if (isLineEnd(text.charCodeAt(end - 1))) {
      afterLastLineEnd = end;
    }
  }
  if (afterLastLineEnd > start) {
    return afterLastLineEnd;
  }
  return end === text.length || end === start + 1 ? end : end - 1;
}

/** `\s+(?!\S)|\s+`: the last space before other text is left to it. */
function spacesEnd(text: string, start: number): number {
  let end = start;
  while (classAt(text, end) === SPACE) {
    end += 1;
  }
  return end === text.length || end === start + 1 ? end : end - 1;
}

/** The end of `'s|'t|'re|'ve|'m|'ll|'d` at `start`, or `start`. */
function contractionEnd(text: string, start: number, anyCase: boolean): number {
  if (text.charCodeAt(start) !== APOSTROPHE) {
    return start;
  }
  const letters = text.slice(start + 1, start + 3);
  const match = (anyCase ? /^(?:[sdmt\u017f]|ll|ve|re)/i : /^(?:[sdmt]|ll|ve|re)/).exec(letters);
  return match === null ? start : start + 1 + match[0].length;
}

/** The class of the character at `index`; -1 behind the end. A lone surrogate counts as the replacement character. */
function classAt(text: string, index: number): number {
  if (index >= text.length) {
    return -1;
  }
  const code = text.charCodeAt(index);
  return CLASSES[code < 0xd800 || code > 0xdfff ? code : (text.codePointAt(index) ?? code)] ?? OTHER;
}

function width(text: string, index: number): number {
  const code = text.charCodeAt(index);
  if (code < 0xd800 || code > 0xdbff) {
    return 1;
  }
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

function isLetter(kind: number): boolean {
  return kind === UPPER || kind === LOWER || kind === CASELESS;
}

function isOther(kind: number): boolean {
  return kind === OTHER || kind === MARK;
}

function isLineEnd(code: number): boolean {
  return code === NEWLINE || code === RETURN;
}
