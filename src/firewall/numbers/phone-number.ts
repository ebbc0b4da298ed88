import type { Window } from '../lex/detector.js';
import { isBeforeMore, isEndOpen, isNumberEnd } from '../lex/digits.js';
import { placeholderEnd } from '../lex/placeholder.js';
import { HASH, isKind, KIND, runEnd, SLASH, SPACE } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';

const LONGEST = 40;
const LONGEST_GROUP = 16;
/** With fewer digits, a number may go on behind a hyphen or slash with spaces around it. */
const FEW = 7;
const OPENING = 0x28;
const CLOSING = 0x29;

export interface PhoneNumber {
  readonly end: number;
  readonly count: number;
  /** More text could change the end. */
  readonly isCut: boolean;
}

/**
 * Digits with at most one separator, or a pair of brackets, between them. The number ends behind its last group that
 * is not joined to what follows: in `+44 20 7946 0bob@…` that is not the last one. With `complete` digits, what
 * follows a space is another number.
 */
export function readPhoneNumber(text: string, start: number, most: number, complete: number): PhoneNumber {
  let bestEnd = start;
  let bestCount = 0;
  let count = 0;
  let at = start;
  let end = start;
  while (count < most && at < start + LONGEST) {
    end = runEnd(text, KIND.digit, at, at + LONGEST_GROUP);
    if (end === at || count + end - at > most) {
      break;
    }
    count += end - at;
    if (!isInWord(text, end) && (count === most || !isLinked(text, end))) {
      bestEnd = end;
      bestCount = count;
    }
    if (count >= complete && text.charCodeAt(end) === SPACE) {
      break;
    }
    at = skipSeparator(text, end, count < FEW);
  }
  return { end: bestEnd, count: bestCount, isCut: Math.max(at, end) + 2 >= text.length };
}

/** Whether digits touch a letter or a finding of before. */
function isInWord(text: string, index: number): boolean {
  return isKind(text, index, KIND.alphanumeric) || placeholderEnd(text, index) > index;
}

function isLinked(text: string, index: number): boolean {
  return isKind(text, index, KIND.link) && isBeforeMore(text, index + 1);
}

function skipSeparator(text: string, from: number, isShort: boolean): number {
  let at = text.charCodeAt(from) === CLOSING ? from + 1 : from;
  if (isSeparator(text, at)) {
    const isSpaced = isShort && isKind(text, at + 1, KIND.link) && text.charCodeAt(at + 2) === SPACE;
    at += isSpaced ? 3 : 1;
  }
  return text.charCodeAt(at) === OPENING ? at + 1 : at;
}

function isSeparator(text: string, index: number): boolean {
  return isKind(text, index, KIND.gap) || (index < text.length && text.charCodeAt(index) === SLASH);
}

/**
 * Where a number begins that stands behind an opening bracket: with it, or behind it when it is not closed within the number,
 * as in `(+1 415 555 2671)`.
 */
export function firstOfNumber(text: string, start: number, end: number): number {
  if (text.charCodeAt(start) !== OPENING) {
    return start;
  }
  let depth = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    depth += code === OPENING ? 1 : code === CLOSING ? -1 : 0;
  }
  return depth > 0 ? start + 1 : start;
}

const EXTENSIONS: ReadonlySet<string> = new Set(
  'x ext extn exten extension poste ramal anexo dw durchwahl int interno #'.split(' '),
);
const FIRST_OF_EXTENSIONS = '#xXeEpPrRaAdDiI';
const LONGEST_WORD = 9;
const MOST_EXTENSION_DIGITS = 7;
const LETTERS = KIND.upper | KIND.lower;

/**
 * The end of a number with its extension: `x12`, `ext. 12`, `;ext=12`, `#12`. That is `end` itself when there is none,
 * and -1 when more text is needed. The number begins at `since`.
 */
export function endOfExtension(window: Window, end: number, since: number): number {
  const { text } = window;
  const word = skipAny(text, end, ' ,;', 2);
  if (word < text.length && !FIRST_OF_EXTENSIONS.includes(text.charAt(word))) {
    return end;
  }
  const wordEnd = text.charCodeAt(word) === HASH ? word + 1 : runEnd(text, LETTERS, word, word + LONGEST_WORD + 1);
  const digits = wordEnd === word ? word : skipAny(text, wordEnd, ' .:=', 2);
  const last = wordEnd === word ? word : runEnd(text, KIND.digit, digits, digits + MOST_EXTENSION_DIGITS);
  searched(window, last, last + 1, since);
  if (last > digits && isEndOpen(window, last)) {
    return -1;
  }
  if (last === digits || !EXTENSIONS.has(text.slice(word, wordEnd).toLowerCase())) {
    return end;
  }
  return isNumberEnd(text, last, '') ? last : end;
}

function skipAny(text: string, from: number, characters: string, most: number): number {
  let at = from;
  while (at < text.length && at < from + most && characters.includes(text.charAt(at))) {
    at += 1;
  }
  return at;
}
