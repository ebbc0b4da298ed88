import type { Verdict, Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { endsNumber, isDigit, isNumberStart } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { searched } from '../pattern/coming-text.js';
import { matchCallingCode } from './phone-international.js';
import { phoneNumberAt, plainNumber, withExtension } from './phone-number.js';

const JOINTS = '-./';
const FEWEST_WITH_AREA = 9;
const MOST_WITH_AREA = 12;
/** Of a form as it is written, and what stands behind it. */
const LONGEST_FORM = 20;
/**
 * As numbers are printed in their countries. `d` is a digit, `n` one of 2 to 9, `m` one of 5 to 7; `_` may be a space, `~`
 * may be a space, hyphen or full stop; behind `!` no more digits follow a space.
 */
// biome-ignore format: one region after the other
const FORMS: readonly string[] = [
  // North America.
  'ndd-ddd-dddd', 'ndd.ddd.dddd', 'ndd ddd-dddd', '(ndd)_ddd~dddd',
  '1-ndd-ddd-dddd', '1.ndd.ddd.dddd', '1 ndd ddd-dddd', '1 ndd-ddd-dddd', '1 ndd ddd dddd', '1 (ndd)_ddd~dddd', '1-(ndd)_ddd~dddd',
  // China, Russia, Brazil.
  '1dd-dddd-dddd',
  '8-ddd-ddd-dd-dd', '8 ddd ddd-dd-dd', '8 (ddd) ddd-dd-dd', '8(ddd)ddd-dd-dd', '8 (ddd) ddd dd dd',
  '(dd)_ddddd-dddd', '(dd)_dddd-dddd',
  // France, the Netherlands, Japan, Korea.
  '06 dd dd dd dd!', '07 dd dd dd dd!', '06.dd.dd.dd.dd', '07.dd.dd.dd.dd',
  '06-dddddddd', '06 dddddddd',
  '03-dddd-dddd', '06-dddd-dddd', '02-dddd-dddd', '02-ddd-dddd',
  // Switzerland, the United Kingdom, South Africa, New Zealand, Japan, Korea, Taiwan, Thailand, Sweden.
  '0dd ddd dd dd', '02d dddd dddd', '0dd ddd dddd', '0d0-dddd-dddd', '0dd-ddd-dddd', '07d-ddd dd dd',
  // Germany, the United Kingdom, Australia, Belgium, Turkey, the Philippines, Indonesia, Pakistan, Japan.
  '01md/ddddddd', '01md/dddddddd', '01md-ddddddd', '01md-dddddddd', '01md ddddddd', '01md dddddddd',
  '01d1 ddd dddd', '011d ddd dddd', '0800 ddd dddd', '07ddd dddddd', '07ddd ddd ddd',
  '04dd ddd ddd', '04dd dd dd dd', '05dd ddd dd dd', '09dd ddd dddd', '08dd-dddd-dddd', '08dd dddd dddd',
  '03dd ddddddd', '03dd-ddddddd', '0120-ddd-ddd',
];
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

/** All forms; in the group are those behind which no more digits follow a space. */
const printed = whenNeeded(() => {
  const patternOf = (isLast: boolean): string =>
    FORMS.filter((form) => form.endsWith('!') === isLast)
      .map((form) => form.replace(/\D/g, (sign) => SIGNS[sign] ?? sign))
      .join('|');
  return new RegExp(`^(?:(${patternOf(true)})|${patternOf(false)})(?!\\d)`);
});

/** No form begins with more digits. */
const LONGEST_FIRST = 5;
/** How much behind the first group the cheap question looks at. */
const LOOK_AHEAD = 5;
/** With these begin the forms of which the first group has two digits; `00` stands for a plus. */
const PAIRS = '02367';

/** A cheap question before the forms, about what has come already: few numbers are joined to others in such ways. */
export function mayBePrinted(text: string, start: number, end: number): boolean {
  if (end - start > LONGEST_FIRST || end + LOOK_AHEAD > text.length) {
    return end - start <= LONGEST_FIRST;
  }
  const first = digitAt(text, start);
  const isZeros = first === 0 && digitAt(text, start + 1) === 0;
  switch (end - start) {
    case 1:
      return (first === 1 || first === 8) && isDigit(text, end + 3);
    case 2: {
      const next = text.charAt(end);
      return (
        next === ')' || (first === 0 && PAIRS.includes(String(digitAt(text, end - 1))) && !(isZeros && next === '.'))
      );
    }
    case 3:
      return isDigit(text, isZeros && text.charAt(end) !== ')' ? end + 1 : end + 3);
    default:
      return first === 0 && isDigit(text, end + 1) && !(end - start === 4 && areCodePoints(text, start));
  }
}

/** `0065 0302 0304`: no country's numbers go on so behind their calling code. */
function areCodePoints(text: string, start: number): boolean {
  const isInGroups = text.charAt(start + 4) === ' ' && text.charAt(start + 9) === ' ' && isDigit(text, start + 13);
  return isInGroups && [1, 5, 10].every((index) => digitAt(text, start + index) === 0);
}

/** Numbers in a form that needs no word before it. */
export function matchPrinted(window: Window, digits: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const isBehindOpen = digits > floor && text.charAt(digits - 1) === '(';
  const first = isBehindOpen ? digits - 1 : digits;
  const isPart = first > floor && '+-/._$'.includes(text.charAt(first - 1));
  if (isPart || !isNumberStart(text, first, floor, JOINTS)) {
    return undefined;
  }
  // A bracket around all of the number is no part of it.
  const isOpen = isBehindOpen && (end >= text.length || text.charAt(end) === ')');
  const start = isOpen ? first : digits;
  if (digitAt(text, digits) === 0 && isOpen) {
    return matchArea(window, start, end);
  }
  const isZeros = digitAt(text, digits) === 0 && digitAt(text, digits + 1) === 0;
  return isZeros ? matchZeros(window, start, end) : matchForm(window, start);
}

function matchForm(window: Window, start: number): Verdict | undefined {
  const { text } = window;
  const [number, isLast] = printed().exec(plainNumber(text, start, start + LONGEST_FORM)) ?? [];
  if (number === undefined) {
    searched(window, text.length, start + LONGEST_FORM, start);
    return undefined;
  }
  const end = start + number.length;
  const joints = isLast === undefined ? JOINTS : `${JOINTS} `;
  return endsNumber(window, end, joints, start) ? withExtension(window, start, end) : undefined;
}

/** `(020) 7946 0958`: an area code in brackets that begins with zero. */
function matchArea(window: Window, start: number, areaEnd: number): Verdict | undefined {
  const { text } = window;
  if (areaEnd < text.length && text.charAt(areaEnd) !== ')') {
    return undefined;
  }
  const most = MOST_WITH_AREA;
  const { end, count } = phoneNumberAt(window, { start, digits: start + 1, most, complete: most });
  return count >= FEWEST_WITH_AREA ? withExtension(window, start, end) : undefined;
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
