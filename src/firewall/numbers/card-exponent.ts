import { found, type Verdict, type Window } from '../lex/detector.js';
import { digitsEnd, isNumberStart } from '../lex/digits.js';
import { pattern } from '../pattern/pattern.js';

const MOST = 26;
const SMALL_E = 0x65;
/** Makes a letter lower case. */
const CASE = 0x20;
const EXPONENTIAL = pattern(/(\d)\.(\d{11,18})[eE]\+?(1[2-8])(?![\w.])/);

/** Behind the fraction is an exponent, which is not so of most numbers. */
export function mayBeExponential(text: string, _start: number, end: number): boolean {
  const behind = digitsEnd(text, end + 1, end + MOST);
  return behind >= text.length || (text.charCodeAt(behind) | CASE) === SMALL_E;
}

/** `4.111111111111111e15`: as some programs write a number of so many digits. */
export function matchExponential(
  window: Window,
  start: number,
  isCard: (text: string, start: number, end: number) => boolean,
): Verdict | undefined {
  const { text, floor } = window;
  const [whole = '', first = '', rest = '', exponent = ''] = EXPONENTIAL.at(window, start) ?? [];
  const length = Number(exponent) + 1;
  const digits = (first + rest).padEnd(length, '0');
  const isWhole = whole !== '' && digits.length === length && isCard(digits, 0, length);
  return isWhole && isNumberStart(text, start, floor, '.-') ? found(start, start + whole.length, 'card') : undefined;
}
