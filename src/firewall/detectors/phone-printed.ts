import { isKind, KIND } from '../redactor/characters.js';
import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { digitAt, isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../redactor/digits.js';
import { matchCallingCode } from './phone-international.js';
import { endOfExtension, readPhoneNumber } from './phone-number.js';

const JOINTS = '-./';
const OPENING = 0x28;
const CLOSING = 0x29;
const NO = -1;
const CUT = -2;
const FEWEST_WITH_AREA = 9;
const MOST_WITH_AREA = 12;

/**
 * As numbers are printed in their countries, by the first digit and the length of the first group. `d` is a digit, `n` one
 * of 2 to 9, `m` one of 5 to 7; `_` may be a space, `~` may be a space, hyphen or full stop; behind `!` no more digits
 * follow a space.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  // North America.
  n3: ['ndd-ddd-dddd', 'ndd.ddd.dddd', 'ndd ddd-dddd'],
  '11': [
    '1-ndd-ddd-dddd',
    '1.ndd.ddd.dddd',
    '1 ndd-ddd-dddd',
    '1 ndd ddd-dddd',
    '1 ndd ddd dddd',
    '1 (ndd)_ddd~dddd',
    '1-(ndd)_ddd~dddd',
  ],
  // China.
  '13': ['1dd-dddd-dddd'],
  // Russia.
  '81': ['8 (ddd) ddd-dd-dd', '8(ddd)ddd-dd-dd', '8 (ddd) ddd dd dd', '8-ddd-ddd-dd-dd', '8 ddd ddd-dd-dd'],
  // France, the Netherlands, Japan, Korea.
  '02': [
    '06 dd dd dd dd!',
    '07 dd dd dd dd!',
    '06.dd.dd.dd.dd',
    '07.dd.dd.dd.dd',
    '06-dddddddd',
    '06 dddddddd',
    '03-dddd-dddd',
    '06-dddd-dddd',
    '02-dddd-dddd',
    '02-ddd-dddd',
  ],
  // Switzerland, the United Kingdom, South Africa, New Zealand, Japan, Korea, Taiwan, Thailand, Sweden.
  '03': [
    '0dd ddd dd dd',
    '02d dddd dddd',
    '0dd ddd dddd',
    '0d0-dddd-dddd',
    '0dd-ddd-dddd',
    '07d-ddd dd dd',
    '0dd ddd ddd ddd!',
  ],
  // Germany, the United Kingdom, Australia, Belgium, Turkey, the Philippines, Indonesia, Pakistan, Japan.
  '04': [
    '01md/ddddddd',
    '01md/dddddddd',
    '01md-ddddddd',
    '01md-dddddddd',
    '01md ddddddd',
    '01md dddddddd',
    '01d1 ddd dddd',
    '011d ddd dddd',
    '0800 ddd dddd',
    '04dd ddd ddd',
    '04dd dd dd dd',
    '05dd ddd dd dd',
    '09dd ddd dddd',
    '08dd-dddd-dddd',
    '08dd dddd dddd',
    '03dd ddddddd',
    '03dd-ddddddd',
    '0120-ddd-ddd',
  ],
  '05': ['07ddd dddddd', '07ddd ddd ddd'],
};

/** In brackets: North America, Brazil. */
const BRACKETED = ['ndd)_ddd~dddd', 'dd)_ddddd-dddd', 'dd)_dddd-dddd'];
const NO_FORMS: readonly string[] = [];

/** Cheap questions before the forms, about what has come already. */
export function mayBePrinted(text: string, start: number, end: number): boolean {
  const first = digitAt(text, start);
  const length = end - start;
  if (first === 0) {
    return length > 1 && length < 6 && mayBe(text, end, KIND.joint) && mayBe(text, end + 2, KIND.digit | KIND.joint);
  }
  if (length === 1) {
    return (first === 1 || first === 8) && mayBe(text, end, KIND.joint) && mayBe(text, end + 3, KIND.digit);
  }
  if (length === 2) {
    return mayBe(text, end, KIND.joint) && (end >= text.length || text.charCodeAt(end) === CLOSING);
  }
  const isGroup = mayBe(text, end, KIND.joint) && mayBe(text, end + 2, KIND.digit) && mayBe(text, end + 3, KIND.digit);
  return length === 3 && isGroup && mayBe(text, end + 4, KIND.joint | KIND.digit);
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
  const forms = isOpen ? BRACKETED : (FORMS[keyOf(text, digits, end)] ?? NO_FORMS);
  return matchForms(window, start, digits, forms);
}

function keyOf(text: string, digits: number, end: number): string {
  const first = digitAt(text, digits);
  return end - digits === 3 && first > 1 ? 'n3' : `${first}${end - digits}`;
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
