import type { Verdict, Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit, shapeAt } from '../lex/digits.js';
import { whenNeeded } from '../lex/when-needed.js';
import { endsEscape, firstOf, isKind, KIND, ROUND_OPENING, runEnd } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { firstOfNumber, phoneNumberAt, plainNumber, readPhoneNumber, withExtension } from './phone-number.js';

/** Digits of a number, the calling code included. */
const FEWEST = 8;
const MOST = 15;
/** So many digits behind the calling code are enough; what follows a space is another number. */
const COMPLETE = 11;
const LONGEST_RUN = 16;
/** `+2017-03-15 09:42`: a line of a log that a change adds. */
const DAY = /^(?:19|20)\d\d([-./])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** In North America the area code is sometimes left out. */
const LOCAL = 0x134;

/**
 * A number with `+` before it, or what stands for that: `mark` is where it begins, `digits` where the calling code
 * does.
 */
export function matchInternational(window: Window, mark: number, digits: number): Verdict | undefined {
  const { text, floor } = window;
  const start = mark > floor && text.charCodeAt(mark - 1) === ROUND_OPENING ? mark - 1 : mark;
  const isWord =
    start > floor && isKind(text, start - 1, KIND.alphanumeric | KIND.dialling) && !endsEscape(text, start - 1, floor);
  return isWord || isSum(text, start, floor) ? undefined : matchCallingCode(window, start, digits);
}

/** `t[11]+643717713|0`: added to an element of a list. */
function isSum(text: string, plus: number, floor: number): boolean {
  return plus - 2 >= floor && text.charAt(plus - 1) === ']' && isDigit(text, plus - 2);
}

/** A number that begins with a calling code. */
export function matchCallingCode(window: Window, start: number, digits: number): Verdict | undefined {
  const { text } = window;
  const group = runEnd(text, KIND.digit, digits, digits + LONGEST_RUN);
  searched(window, group, group + 1, start);
  const code = callingCodeAt(text, digits, group);
  if (code === undefined) {
    return undefined;
  }
  const most = Math.min(MOST, code.length + code.most + 1);
  const complete = code.length + Math.min(COMPLETE, code.most);
  let { end, count } = phoneNumberAt(window, { start, digits, most, complete });
  // Without its last groups it can be a number too: these may belong to the next one.
  while (count >= FEWEST && !isNumber(text, digits, end, code, count)) {
    ({ end, count } = readPhoneNumber(text, digits, count - 1, complete));
  }
  if (!isNumber(text, digits, end, code, count) || DAY.test(text.slice(digits, end))) {
    return undefined;
  }
  return withExtension(window, firstOfNumber(text, start, end), end);
}

function isNumber(text: string, digits: number, end: number, code: CallingCode, count: number): boolean {
  const first = firstOf(text, KIND.digit, digits + code.length, text.length);
  const national = count - code.length;
  if (national === 7 && code.most === 10 && shapeAt(text, digits, KIND.gap, 4) === LOCAL) {
    return digitAt(text, digits) === 1;
  }
  const isLong = count >= FEWEST || (count === FEWEST - 1 && code.length === 3 && first > digits + 3);
  const isNanp = digitAt(text, digits) === 1;
  // In some countries a zero belongs to the number; in others it is written though it is not dialled.
  const isTrunk = digitAt(text, first) === 0 && isLength(code, national - 1);
  return (
    isLong &&
    (isTrunk || isLength(code, national)) &&
    !(isNanp && digitAt(text, first) < 2) &&
    !isFraction(text, digits, end)
  );
}

function isLength({ fewest, most }: CallingCode, count: number): boolean {
  return count >= fewest && count <= most;
}

/** Nothing but digits around one full stop, or before one. */
function isFraction(text: string, start: number, end: number): boolean {
  const number = plainNumber(text, start, end);
  return /^\d+\.\d+$/.test(number) || (/^\d+$/.test(number) && text.charAt(end) === '.' && isDigit(text, end + 1));
}

/**
 * Calling codes by the fewest and most digits of the national number behind them; with seven digits at most, an
 * extension or a short code is none. Where a plan allows for very long numbers, those that are given out count.
 */
const PLANS: readonly (readonly [number, number, string])[] = [
  [10, 10, '1 7 52 58 225 229'],
  [7, 10, '44 254 263 353 372 84 230 95 880 48 64'],
  [8, 10, '20 60 378 506 850 855 856 964 970 976'],
  [5, 10, '27 685'],
  [10, 12, '30'],
  [7, 11, '31 501 503 507 679 886 352 852 375'],
  [8, 9, '32 36 51 213 224 233 237 250 258 264 268 377 382 387 591 962 963'],
  [9, 9, '33 34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 590 594 596 979 992 994 995 998'],
  [6, 12, '39 46 359 381'],
  [6, 9, '40 252 355 376 421 508 681 689'],
  [9, 12, '41 420 870'],
  [5, 13, '43 49 598'],
  [8, 8, '45 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389 505 509 800 808 973 993'],
  [5, 8, '47 386 686'],
  [6, 10, '53 98 243'],
  [10, 11, '54'],
  [8, 11, '55 57 65 502 504 593 977'],
  [9, 11, '56'],
  [5, 12, '61 358 971'],
  [6, 13, '63'],
  [8, 13, '66'],
  [9, 11, '81 91'],
  [7, 11, '82 972'],
  [7, 12, '62 86 882'],
  [8, 12, '90 92 383 883'],
  [7, 9, '220 231 241 245 265 354 385 423 961 967 968 599'],
  [7, 7, '238 239 246 248 269 291 297 592 673 674 680 691 692'],
  [7, 10, '267 960'],
  [10, 13, '234'],
  [5, 6, '247'],
  [4, 5, '290'],
  [6, 6, '298 299 672 687'],
  [9, 10, '380 881 966 996'],
  [5, 5, '500 682'],
  [6, 11, '595'],
  [6, 7, '597'],
  [7, 8, '670 675 853 965 975'],
  [5, 7, '676 677 678 688'],
  [4, 7, '683 690'],
  [7, 9, '974'],
  [12, 12, '878'],
  [11, 11, '888'],
];

const MAX_CODES = 1000;
const plans = whenNeeded(createPlans);

/** A calling code's length and what may follow it. */
interface CallingCode {
  readonly length: number;
  readonly fewest: number;
  readonly most: number;
}

/** The calling code with which a run of digits begins. */
function callingCodeAt(text: string, at: number, end: number): CallingCode | undefined {
  let code = 0;
  for (let length = 1; length <= 3 && at + length <= end && isDigit(text, at + length - 1); length += 1) {
    code = code * 10 + digitAt(text, at + length - 1);
    const plan = plans()[code] ?? 0;
    if (plan !== 0 && (length > 1 || code === 1 || code === 7)) {
      return { length, fewest: plan & 0xf, most: plan >> 4 };
    }
  }
  return undefined;
}

/** Four bits for the fewest digits and four for the most; made when a number first asks for it. */
function createPlans(): Uint8Array {
  const table = new Uint8Array(MAX_CODES);
  for (const [fewest, most, codes] of PLANS) {
    for (const code of codes.split(' ')) {
      table[Number(code)] = most * 16 + fewest;
    }
  }
  return table;
}
