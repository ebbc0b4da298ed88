import { isEscapeLetter, isKind, KIND, runEnd } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../redactor/digits.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

const MAX_LENGTH = 24;
const MAX_DIGITS = 15;
const MIN_DIGITS = 7;
const MIN_INTERNATIONAL = 8;
/** With so many digits a number is complete; what follows a space is another one. */
const COMPLETE = 11;
const MAX_CONTEXT = 40;
const MAX_GAP = 8;

const CONTEXT =
  /(?:(?:phone|(?<![a-z])tel(?!n)(?:efono?n?)?|mobile|(?<![a-z])mob|(?<![a-z])fax|whatsapp|(?<![a-z])call|(?<![a-z])dial|contact|handy|cell (?:no|num|phone))[a-z_ ]{0,14}|(?<![a-z])(?:cell|sms))[^a-z0-9\]\n]{0,6}$/i;
/** `(555) 010-1234` behind the bracket, `555-010-1234`, `555.010.1234`, and these with `1` before them. */
const NATIONAL =
  /^(?:1[-. ])?(?:\([2-9]\d\d\) ?\d{3}[-. ]?|[2-9]\d\d\) ?\d{3}[-. ]?|[2-9]\d\d(?:-\d{3}-|\.\d{3}\.| \d{3}-))\d{4}/;
const DATE_OR_ADDRESS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}$|\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:\d{4}|\d{2}))(?!\d)/;
const DECIMAL = /^\d+\.\d+$/;
const JOINTS = '-./';
const OPENING = 0x28;
const CLOSING = 0x29;

/** Phone numbers: international with `+`, the North American form, and others behind a word that says so. */
export const phone: Detector = {
  name: 'phone',
  group: 'personal',
  validates: 'number of digits, area code, separators; national forms without a common shape need a word before them',
  source: 'ITU-T E.164, NANP',
  digitRuns: { lengths: Array.from({ length: MAX_DIGITS }, (_, index) => index + 1) },
  match: (window, start, end) => {
    const { text, floor } = window;
    const before = start > floor ? text.charAt(start - 1) : '';
    if (before === '+') {
      return matchInternational(window, start);
    }
    const verdict = mayBeNational(text, start, end) ? matchNational(window, start, before) : undefined;
    return verdict ?? (mayHaveContext(text, end, end - start) ? matchInContext(window, start, before) : undefined);
  },
};

function matchInternational(window: Window, digits: number): Verdict | undefined {
  const { text, floor, isFinal } = window;
  const plus = digits - 1;
  const start = plus > floor && text.charAt(plus - 1) === '(' ? plus - 1 : plus;
  const isWord =
    start > floor &&
    isKind(text, start - 1, KIND.alphanumeric | KIND.dialling) &&
    !isEscapeLetter(text, start - 1, floor);
  if (isWord || text.charAt(digits) === '0') {
    return undefined;
  }
  const { end, count, isCut } = readNumber(text, digits, text.charAt(digits) === '1' ? COMPLETE : MAX_DIGITS);
  if ((isCut && !isFinal) || isEndOpen(window, end)) {
    return undecided(start);
  }
  const isNumber = count >= MIN_INTERNATIONAL && !DECIMAL.test(text.slice(digits, end));
  return isNumber ? found(start, end, 'phone') : undefined;
}

interface PhoneNumber {
  readonly end: number;
  readonly count: number;
  /** More text could change the end. */
  readonly isCut: boolean;
}

/**
 * Digits with at most one separator, or a pair of brackets, between them. The number ends behind its last group that
 * is not joined to what follows: in `+44 20 7946 0bob@…` that is not the last one.
 */
function readNumber(text: string, start: number, most: number): PhoneNumber {
  let bestEnd = start;
  let bestCount = 0;
  let count = 0;
  let at = start;
  let end = start;
  while (count < most && at < start + MAX_LENGTH + MAX_DIGITS) {
    end = runEnd(text, KIND.digit, at, at + MAX_DIGITS + 1);
    if (end === at || count + end - at > most) {
      break;
    }
    count += end - at;
    if (!isInWord(text, end) && (count === most || !isLinked(text, end))) {
      bestEnd = end;
      bestCount = count;
    }
    if (count >= COMPLETE && text.charAt(end) === ' ') {
      break;
    }
    at = skipSeparator(text, end);
  }
  return { end: bestEnd, count: bestCount, isCut: Math.max(at, end) + 2 >= text.length };
}

/** Whether digits touch a letter or a finding of before. */
function isInWord(text: string, index: number): boolean {
  return isKind(text, index, KIND.alphanumeric) || isBeforePlaceholder(text, index, true) === true;
}

function isLinked(text: string, index: number): boolean {
  return isKind(text, index, KIND.link) && isDigit(text, index + 1);
}

function skipSeparator(text: string, from: number): number {
  let at = text.charCodeAt(from) === CLOSING ? from + 1 : from;
  if (isKind(text, at, KIND.link | KIND.space)) {
    at += 1;
  }
  return text.charCodeAt(at) === OPENING ? at + 1 : at;
}

/** Cheap questions before the pattern, about what has come already. */
function mayBeNational(text: string, start: number, end: number): boolean {
  const mayBe = (index: number, kind: number): boolean => index >= text.length || isKind(text, index, kind);
  if (end - start === 1) {
    const isLong = mayBe(end, KIND.joint) && mayBe(end + 2, KIND.digit) && mayBe(end + 3, KIND.digit);
    return text.charAt(start) === '1' && isLong;
  }
  const isGroup = mayBe(end, KIND.joint) && mayBe(end + 2, KIND.digit) && mayBe(end + 3, KIND.digit);
  return end - start === 3 && isGroup && mayBe(end + 4, KIND.joint | KIND.digit);
}

function matchNational(window: Window, digits: number, before: string): Verdict | undefined {
  const { text, floor, isFinal } = window;
  const sample = text.slice(digits, digits + MAX_LENGTH);
  const isOpen = before === '(';
  const start = isOpen ? digits - 1 : digits;
  if (!isNumberStart(text, start, floor, JOINTS) || '+-/._$'.includes(before === '' ? ' ' : before)) {
    return undefined;
  }
  if (sample.length < MAX_LENGTH && !isFinal && /^[\d() .-]*$/.test(sample)) {
    return undecided(start);
  }
  const length = NATIONAL.exec(sample)?.[0].length ?? 0;
  if (length > 0 && isEndOpen(window, digits + length)) {
    return undecided(start);
  }
  const isBalanced = isOpen === sample.slice(0, length).includes(')') || /^1[-. ]\(/.test(sample);
  return length > 0 && isBalanced && isNumberEnd(text, digits + length, '-./')
    ? found(start, digits + length, 'phone')
    : undefined;
}

function mayHaveContext(text: string, end: number, length: number): boolean {
  const isDate = length === 4 && text.charAt(end) === '-' && isDigit(text, end + 2) && text.charAt(end + 3) === '-';
  return length >= MIN_DIGITS || (length > 1 && !isDate && isKind(text, end, KIND.joint));
}

function matchInContext(window: Window, digits: number, before: string): Verdict | undefined {
  const { text, floor, isFinal } = window;
  const start = before === '(' ? digits - 1 : digits;
  if (!isBehindWord(text, start, floor) || !CONTEXT.test(text.slice(Math.max(floor, start - MAX_CONTEXT), start))) {
    return undefined;
  }
  const { end, count, isCut } = readNumber(text, digits, MAX_DIGITS);
  if ((isCut && !isFinal) || isEndOpen(window, end)) {
    return undecided(start);
  }
  const value = text.slice(digits, end);
  return count >= MIN_DIGITS && !DATE_OR_ADDRESS.test(value) ? found(start, end, 'phone') : undefined;
}

/** A cheap question before the pattern: whether the nearest letter or digit before is a letter. */
function isBehindWord(text: string, start: number, floor: number): boolean {
  const lowest = Math.max(floor, start - MAX_GAP);
  let at = start - 1;
  while (at >= lowest && !isKind(text, at, KIND.alphanumeric)) {
    at -= 1;
  }
  return at >= lowest && !isDigit(text, at);
}
