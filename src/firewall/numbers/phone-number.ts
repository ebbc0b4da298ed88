import { found, type Verdict, type Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { endsNumber, isBeforeMore, isDigit, isEndOpen } from '../lex/digits.js';
import { placeholderEnd } from '../lex/placeholder.js';
import { isKind, KIND, runEnd, SLASH, SPACE } from '../pattern/characters.js';
import { endsEarly, pattern, runOf } from '../pattern/coming-text.js';

const LONGEST = 40;
const LONGEST_GROUP = 16;
/** With fewer digits, a number may go on behind a hyphen or slash with spaces around it. */
const FEW = 7;
const OPENING = 0x28;
const CLOSING = 0x29;

interface PhoneNumber {
  readonly end: number;
  readonly count: number;
  /** More text could change the end. */
  readonly isCut: boolean;
}

/** Where the digits of a number stand that begins at `start`, how many there can be, and with how many it is complete. */
interface Digits {
  readonly start: number;
  readonly digits: number;
  readonly most: number;
  readonly complete: number;
}

/** Reads a number; where more text could change its end, the window waits. */
export function phoneNumberAt(window: Window, { start, digits, most, complete }: Digits): PhoneNumber {
  const number = readPhoneNumber(window.text, digits, most, complete);
  if (number.isCut) {
    endsEarly(window, start);
  }
  isEndOpen(window, number.end, start);
  return number;
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
  const number = text.slice(start, end);
  const isUnclosed = number.startsWith('(') && number.split('(').length > number.split(')').length;
  return isUnclosed ? start + 1 : start;
}

/** As it is written, with ASCII digits, and a space for each other gap but a hyphen and a full stop. */
export function plainNumber(text: string, start: number, end: number): string {
  let plain = '';
  for (let at = start; at < text.length && at < end; at += 1) {
    const sign = text.charAt(at);
    const isSpace = isKind(text, at, KIND.gap) && sign !== '-' && sign !== '.';
    plain += isDigit(text, at) ? digitAt(text, at) : isSpace ? ' ' : sign;
  }
  return plain;
}

/** `x12`, `ext. 12`, `;ext=12`, `#12`: what stands before the digits. */
const EXTENSION = pattern(
  /[ ,;]{0,2}(?:#|(?:x|ext|extn|exten|extension|poste|ramal|anexo|dw|durchwahl|int|interno)(?![a-z]))[ .:=]{0,2}/i,
);
const MOST_EXTENSION_DIGITS = 7;

/** A number that begins and ends here, with its extension. */
export function withExtension(window: Window, start: number, end: number): Verdict {
  const digits = end + (EXTENSION.at(window, end, start)?.[0] ?? '').length;
  const last = digits === end ? end : runOf(window, KIND.digit, digits, MOST_EXTENSION_DIGITS);
  const isExtension = last > digits && endsNumber(window, last, '');
  return found(start, isExtension ? last : end, 'phone');
}
