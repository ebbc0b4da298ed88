import { isKind, KIND } from '../redactor/characters.js';
import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { digitAt, isDigit, isEndOpen, isNumberEnd, isNumberStart, lengthOfShape, shapeAt } from '../redactor/digits.js';
import { BRACKETED, FORMS, WITH_BRACKETS } from './phone-forms.js';
import { matchCallingCode } from './phone-international.js';
import { endOfExtension, readPhoneNumber } from './phone-number.js';

const JOINTS = '-./';
const OPENING = 0x28;
const CLOSING = 0x29;
const NO = -1;
const CUT = -2;
const FEWEST_WITH_AREA = 9;
const MOST_WITH_AREA = 12;

const MOST_GROUPS = 5;
let formsByShape: ReadonlyMap<number, readonly string[]> | undefined;

const NO_FORMS: readonly string[] = [];

/** Cheap questions before the forms, about what has come already. */
export function mayBePrinted(text: string, start: number, end: number): boolean {
  if (!mayBe(text, end, KIND.joint)) {
    return false;
  }
  const first = digitAt(text, start);
  const length = end - start;
  if (first === 0) {
    return (
      length < 6 && (length > 2 ? mayBe(text, end + 2, KIND.digit | KIND.joint) : length > 1 && mayBegin(text, end))
    );
  }
  if (length === 3) {
    const isClosed = text.charCodeAt(end) === CLOSING;
    return isClosed
      ? mayBe(text, end + 3, KIND.digit)
      : areDigits(text, end + 1) && mayBe(text, end + 4, KIND.joint | KIND.digit);
  }
  if (length === 1) {
    return (
      (first === 1 || first === 8) && (areDigits(text, end + 1) || isBracket(text, end) || isBracket(text, end + 1))
    );
  }
  return length === 2 && text.charCodeAt(end) === CLOSING;
}

/** Three digits, as far as the text has come. */
function areDigits(text: string, index: number): boolean {
  return mayBe(text, index, KIND.digit) && mayBe(text, index + 1, KIND.digit) && mayBe(text, index + 2, KIND.digit);
}

function isBracket(text: string, index: number): boolean {
  return index >= text.length || text.charCodeAt(index) === OPENING;
}

/** Of two digits: `00 44`, `06-12345678`, `06 12 34 56 78`, `(02) 9876 5432`; not a time or a date. */
function mayBegin(text: string, end: number): boolean {
  const second = digitAt(text, end - 1);
  const isKnown = second === 0 ? !isPoint(text, end) : second === 2 || second === 3 || second === 6 || second === 7;
  return (isKnown || text.charCodeAt(end) === CLOSING) && mayBe(text, end + 2, KIND.digit | KIND.joint);
}

function isPoint(text: string, index: number): boolean {
  return text.charCodeAt(index) === 0x2e;
}

function mayBe(text: string, index: number, kind: number): boolean {
  return index >= text.length || isKind(text, index, kind);
}

/** Numbers in a form that needs no word before it. */
export function matchPrinted(window: Window, digits: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const isOpen = digits > floor && text.charCodeAt(digits - 1) === OPENING;
  const start = isOpen ? digits - 1 : digits;
  const isPart = start > floor && '+-/._$'.includes(text.charAt(start - 1));
  if (isPart || !isNumberStart(text, start, floor, JOINTS)) {
    return undefined;
  }
  if (isOpen && digitAt(text, digits) === 0) {
    return matchArea(window, start, end);
  }
  if (digitAt(text, digits) === 0 && digitAt(text, digits + 1) === 0) {
    return matchZeros(window, start, end);
  }
  if (isOpen) {
    return matchForms(window, start, digits, BRACKETED);
  }
  const isBracket = end - digits === 1 && !isDigit(text, end + 1) && end + 1 < text.length;
  return isBracket ? matchForms(window, start, digits, WITH_BRACKETS) : matchShapes(window, start);
}

/** The longest shape first: without its last groups, what was read can be a number too. */
function matchShapes(window: Window, start: number): Verdict | undefined {
  const { text, isFinal } = window;
  formsByShape ??= createFormsByShape();
  const shape = shapeAt(text, start, KIND.gap | KIND.link, MOST_GROUPS);
  if (start + lengthOfShape(shape) + 1 >= text.length && !isFinal) {
    return undecided(start);
  }
  for (let first = shape; first > 0xf; first >>>= 4) {
    const verdict = matchForms(window, start, start, formsByShape.get(first) ?? NO_FORMS);
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return undefined;
}

function createFormsByShape(): ReadonlyMap<number, readonly string[]> {
  const table = new Map<number, string[]>();
  for (const form of FORMS) {
    const digits = form.replace(/[dnm]/g, '0');
    const shape = shapeAt(digits, 0, KIND.gap | KIND.link, MOST_GROUPS);
    table.set(shape, [...(table.get(shape) ?? []), form]);
  }
  return table;
}

/** `(020) 7946 0958`: an area code in brackets that begins with zero. */
function matchArea(window: Window, start: number, end: number): Verdict | undefined {
  const { text, isFinal } = window;
  if (end < text.length && text.charCodeAt(end) !== CLOSING) {
    return undefined;
  }
  const number = readPhoneNumber(text, start + 1, MOST_WITH_AREA, MOST_WITH_AREA);
  if ((number.isCut && !isFinal) || isEndOpen(window, number.end)) {
    return undecided(start);
  }
  return number.count >= FEWEST_WITH_AREA ? withExtension(window, start, number.end) : undefined;
}

/** `0044 20 7946 0958`, `00 44 …`: the zeros stand for `+`, when a gap follows the calling code. */
function matchZeros(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  if (!isNumberStart(text, start, window.floor, ' ')) {
    return undefined;
  }
  const digits = end - start === 2 ? end + 1 : start + 2;
  if (digits < text.length && (!isDigit(text, digits) || digitAt(text, digits) === 0)) {
    return undefined;
  }
  return digits < text.length ? matchCallingCode(window, start, digits) : undecided(start);
}

function matchForms(window: Window, start: number, digits: number, forms: readonly string[]): Verdict | undefined {
  const { text, isFinal } = window;
  for (const form of forms) {
    const end = endOfForm(text, digits, form);
    if ((end === CUT && !isFinal) || (end > 0 && isEndOpen(window, end))) {
      return undecided(start);
    }
    if (end > 0 && isNumberEnd(text, end, form.endsWith('!') ? '-./ ' : JOINTS)) {
      return withExtension(window, start, end);
    }
  }
  return undefined;
}

function withExtension(window: Window, start: number, end: number): Verdict {
  const last = endOfExtension(window, end);
  return last < 0 ? undecided(start) : found(start, last, 'phone');
}

/** Where a form ends that begins at an index; `NO` when another text stands there, `CUT` when the text ends before. */
function endOfForm(text: string, from: number, form: string): number {
  let at = from;
  for (let index = 0; index < form.length && form.charAt(index) !== '!'; index += 1) {
    const sign = form.charAt(index);
    const isOptional = sign === '_' || sign === '~';
    if (at >= text.length) {
      return CUT;
    }
    if (fits(sign, text, at)) {
      at += 1;
    } else if (!isOptional) {
      return NO;
    }
  }
  return at;
}

function fits(sign: string, text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  switch (sign) {
    case 'd':
      return isDigit(text, at);
    case 'n':
      return isDigit(text, at) && digitAt(text, at) > 1;
    case 'm':
      return isDigit(text, at) && digitAt(text, at) > 4 && digitAt(text, at) < 8;
    case '_':
    case ' ':
      return code !== 0x2d && code !== 0x2e && isKind(text, at, KIND.gap);
    case '~':
      return isKind(text, at, KIND.gap);
    default:
      return isDigit(text, at) ? digitAt(text, at) === sign.charCodeAt(0) - 0x30 : code === sign.charCodeAt(0);
  }
}
