import { found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart, lengthOfShape, shapeAt } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { FULL_STOP, isKind, KIND, ROUND_CLOSING, ROUND_OPENING, SPACE } from '../pattern/characters.js';
import { endsEarly, searched } from '../pattern/coming-text.js';
import { BRACKETED, FORMS, WITH_BRACKETS } from './phone-forms.js';
import { matchCallingCode } from './phone-international.js';
import { endOfExtension, readPhoneNumber } from './phone-number.js';

const JOINTS = '-./';
const FEWEST_WITH_AREA = 9;
const MOST_WITH_AREA = 12;

const MOST_GROUPS = 5;
/** Of a form as it is written. */
const LONGEST_FORM = 20;
/** What stands in the table of forms. */
const SIGNS: Readonly<Record<string, string>> = {
  d: '\\d',
  n: '[2-9]',
  m: '[5-7]',
  _: ' ?',
  '~': '[ .-]?',
  '!': '',
  '(': '\\(',
  ')': '\\)',
  '.': '\\.',
};

interface Form {
  readonly pattern: RegExp;
  /** With these behind it, the number goes on. */
  readonly joints: string;
}

const forms = whenNeeded(() => ({
  bracketed: BRACKETED.map(toForm),
  withBrackets: WITH_BRACKETS.map(toForm),
  byShape: createFormsByShape(),
}));

/** No form begins with more digits. */
const LONGEST_FIRST = 5;
/** How much behind the first group the cheap questions look at. */
const LOOK_AHEAD = 5;

/** Cheap questions before the forms, about what has come already: few numbers are joined to others in such ways. */
export function mayBePrinted(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_FIRST) {
    return false;
  }
  if (end + LOOK_AHEAD > text.length) {
    return true;
  }
  switch (end - start) {
    case 1:
      return isAreaBehind(text, start, end);
    case 2:
      return isPairJoined(text, start, end);
    case 3:
      return text.charCodeAt(end) === ROUND_CLOSING ? isDigit(text, end + 3) : isGroupBehind(text, start, end);
    default:
      return digitAt(text, start) === 0 && isDigit(text, end + 1) && !areCodePoints(text, start, end);
  }
}

/** `0065 0302 0304`: no country's numbers go on so behind their calling code. */
function areCodePoints(text: string, start: number, end: number): boolean {
  const isInGroups = text.charCodeAt(end) === SPACE && text.charCodeAt(end + 5) === SPACE && isDigit(text, end + 9);
  return isInGroups && [start + 1, end + 1, end + 6].every((index) => digitAt(text, index) === 0) && end - start === 4;
}

/** Of one digit: `1-555-…`, `8 (912) …`. */
function isAreaBehind(text: string, start: number, end: number): boolean {
  const first = digitAt(text, start);
  if (first !== 1 && first !== 8) {
    return false;
  }
  return (
    text.charCodeAt(end) === ROUND_OPENING || text.charCodeAt(end + 1) === ROUND_OPENING || areDigits(text, end + 1)
  );
}

/** Of two digits: `00 44`, `06-12345678`, `06 12 34 56 78`, `(02) 9876 5432`; not a time or a date. */
function isPairJoined(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next === ROUND_CLOSING || digitAt(text, start) !== 0) {
    return next === ROUND_CLOSING;
  }
  const second = digitAt(text, end - 1);
  return second === 0 ? next !== FULL_STOP : second === 2 || second === 3 || second === 6 || second === 7;
}

/** Of three digits: `555-010-1234`, `138-1234-5678`, `020 7946 0958`. */
function isGroupBehind(text: string, start: number, end: number): boolean {
  const first = digitAt(text, start);
  const wanted = first > 1 ? KIND.joint : first === 1 ? KIND.digit : KIND.joint | KIND.digit;
  return first === 0 && digitAt(text, start + 1) === 0
    ? isDigit(text, end + 1)
    : areDigits(text, end + 1) && isKind(text, end + 4, wanted);
}

function toForm(form: string): Form {
  const pattern = new RegExp(`^${form.replace(/\D/g, (sign) => SIGNS[sign] ?? sign)}`);
  return { pattern, joints: form.endsWith('!') ? '-./ ' : JOINTS };
}

function createFormsByShape(): ReadonlyMap<number, readonly Form[]> {
  const table = new Map<number, Form[]>();
  for (const form of FORMS) {
    const shape = shapeAt(form.replace(/[dnm]/g, '0'), 0, KIND.gap | KIND.link, MOST_GROUPS);
    table.set(shape, [...(table.get(shape) ?? []), toForm(form)]);
  }
  return table;
}

function areDigits(text: string, index: number): boolean {
  return isDigit(text, index) && isDigit(text, index + 1) && isDigit(text, index + 2);
}

/** Numbers in a form that needs no word before it. */
export function matchPrinted(window: Window, digits: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const isBehindOpen = digits > floor && text.charCodeAt(digits - 1) === ROUND_OPENING;
  const first = isBehindOpen ? digits - 1 : digits;
  const isPart = first > floor && '+-/._$'.includes(text.charAt(first - 1));
  if (isPart || !isNumberStart(text, first, floor, JOINTS)) {
    return undefined;
  }
  // A bracket around all of the number is no part of it.
  const isOpen = isBehindOpen && (end >= text.length || text.charCodeAt(end) === ROUND_CLOSING);
  const start = isOpen ? first : digits;
  if (isOpen && digitAt(text, digits) === 0) {
    return matchArea(window, start, end);
  }
  if (digitAt(text, digits) === 0 && digitAt(text, digits + 1) === 0) {
    return matchZeros(window, start, end);
  }
  if (isOpen) {
    return matchBrackets(window, start, digits, forms().bracketed);
  }
  const isBracket = end - digits === 1 && !isDigit(text, end + 1) && end + 1 < text.length;
  return isBracket ? matchBrackets(window, start, digits, forms().withBrackets) : matchShapes(window, start);
}

/** The longest shape first: without its last groups, what was read can be a number too. */
function matchShapes(window: Window, start: number): Verdict | undefined {
  const { text } = window;
  const shape = shapeAt(text, start, KIND.gap | KIND.link, MOST_GROUPS);
  searched(window, text.length, start + lengthOfShape(shape) + 2, start);
  for (let first = shape; first > 0xf; first >>>= 4) {
    const known = forms().byShape.get(first);
    const verdict = known === undefined ? undefined : matchForms(window, start, start, known);
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return undefined;
}

/** Which brackets belong to a number is not known before all of it has come. */
function matchBrackets(window: Window, start: number, digits: number, known: readonly Form[]): Verdict | undefined {
  searched(window, window.text.length, digits + LONGEST_FORM, start);
  return matchForms(window, start, digits, known);
}

/** `(020) 7946 0958`: an area code in brackets that begins with zero. */
function matchArea(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  if (end < text.length && text.charCodeAt(end) !== ROUND_CLOSING) {
    return undefined;
  }
  const number = readPhoneNumber(text, start + 1, MOST_WITH_AREA, MOST_WITH_AREA);
  if (number.isCut) {
    endsEarly(window, start);
  }
  if (isEndOpen(window, number.end)) {
    return undecided(start);
  }
  return number.count >= FEWEST_WITH_AREA ? withExtension(window, start, number.end) : undefined;
}

/** `0044 20 7946 0958`, `00 44 …`: the zeros stand for `+`, when a gap follows the calling code. */
function matchZeros(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  // Behind a colon the zeros are the seconds of a time.
  if (!isNumberStart(text, start, window.floor, ' :')) {
    return undefined;
  }
  const digits = end - start === 2 ? end + 1 : start + 2;
  if (digits < text.length && (!isDigit(text, digits) || digitAt(text, digits) === 0)) {
    return undefined;
  }
  return matchCallingCode(window, start, searched(window, digits, digits + 1, start));
}

function matchForms(window: Window, start: number, digits: number, known: readonly Form[]): Verdict | undefined {
  const { text } = window;
  const plain = plainSigns(text, digits);
  for (const { pattern, joints } of known) {
    const length = pattern.exec(plain)?.[0].length ?? 0;
    if (length > 0 && isEndOpen(window, digits + length)) {
      return undecided(start);
    }
    if (length > 0 && isNumberEnd(text, digits + length, joints)) {
      return withExtension(window, start, digits + length);
    }
  }
  return undefined;
}

/** With ASCII digits, and a space for each other gap but a hyphen and a full stop. */
function plainSigns(text: string, start: number): string {
  let plain = '';
  for (let at = start; at < text.length && at < start + LONGEST_FORM; at += 1) {
    const sign = text.charAt(at);
    const isSpace = isKind(text, at, KIND.gap) && sign !== '-' && sign !== '.';
    plain += isDigit(text, at) ? digitAt(text, at) : isSpace ? ' ' : sign;
  }
  return plain;
}

function withExtension(window: Window, start: number, end: number): Verdict {
  const last = endOfExtension(window, end, start);
  return last < 0 ? undecided(start) : found(start, last, 'phone');
}
