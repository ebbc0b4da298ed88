import { hasLuhn } from '../judge/checksums.js';
import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { digitsOf } from '../lex/digit-value.js';
import { digitsEnd, endsNumber, isEndOpen, isNumberStart } from '../lex/digits.js';
import { isKind, KIND, PERCENT, runStart } from '../pattern/characters.js';
import { endsEarly, runOf } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import {
  CARD_CUT,
  endOfApart,
  endOfMixed,
  endOfPrinted,
  endOfSecondTrack,
  FEWEST,
  FIRST_TRACK,
  isCardNumber,
  LONG_NUMBER,
  MOST,
  NO_CARD,
} from './card-numbers.js';
import { isInHexDump } from './escapes-before.js';
import { createIdNumber } from './id-number.js';
import { isMultiple } from './number-checks.js';
import { runsOf } from './number-table.js';

const JOINTS = '.';
/** No number with signs of several kinds between its groups begins behind these, or goes on behind them. */
const MIXED_JOINTS = '-./ ';
/** Behind a whole number that a program keeps as one with a fraction. */
const FLOAT = '.0';
/** A word of hexadecimal digits and a hyphen: the number is the end of a UUID; or a sign behind a name: `blk_-49…`. Or a block of HDFS. */
const HEX_WORD = letterPattern(String.raw`(?:(?:_|\p{Nd}[a-f]{0,12})-|(?:^|[^\p{L}\p{Nd}])blk_)$`, 'i');
const LONGEST_HEX_WORD = 14;
const BEFORE_NUMBER = '-_';
const LONGEST_FRACTION = 26;
/** Thirteen digits that are the number of an article: many begin with a four, as the oldest cards did. */
const isEan = isMultiple([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10);
/** Digits in the second group. */
const GROUPS_BEHIND = [4, 5, 6];
/** No digits, or another joint, behind the space. */
const APART = [0, 15];
const LENGTHS = Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index);
const WORDS = ['card', 'cardnumber', 'cardno', 'creditcard', 'creditcardnumber', 'pan', 'visa', 'mastercard', 'karte'];
const NAMES = new Set(['card', 'cc']);
const LONGEST_NAME = 4;

/** Of any network, behind words that say that it is the number of a card. */
const labelled = createIdNumber({
  name: 'card',
  group: 'financial',
  validates: 'Luhn, words before it',
  source: 'ISO/IEC 7812',
  named:
    '9999 9999 9999 9999 | 9999-9999-9999-9999 | 9999999999999999999 | 999999999999999999 | 99999999999999999 | ' +
    '9999999999999999 | 999999999999999 | 99999999999999 | 9999999999999 | 999999999999 | 9999 9999 9999',
  words:
    'cardnumber cardno cardnum cc ccnumber ccnum creditcard creditcardnumber debitcard debitcardnumber kartennummer ' +
    'kreditkartennummer numerotarjeta',
  checks: [hasLuhn],
});

/** Payment card numbers, bare, in the groups in which they are printed, or with the rest of a magnetic track. */
export const card: Detector = {
  name: 'card',
  group: 'financial',
  validates: 'network prefix with length, Luhn; not inside longer numbers, decimals, hexadecimal, UUIDs or EAN codes',
  source: 'ISO/IEC 7812, ISO/IEC 7813',
  literals: ['%b'],
  digitRuns: [
    {
      ...{ lengths: [4], followedBy: ' -.(', second: GROUPS_BEHIND, isZeroFirst: false, behindDigits: 'linked' },
      mayMatch: (text, start) => endOfPrinted(text, start).end !== NO_CARD,
    },
    { lengths: [4], followedBy: ' ', second: APART, isZeroFirst: false, words: WORDS, mayMatch: mayBeApart },
    { lengths: [4], followedBy: '/', second: [4], isZeroFirst: false, words: WORDS, mayMatch: mayBeApart },
    ...runsOf(labelled),
    { lengths: [1], followedBy: '.', second: [11, 12, 13, 14], isZeroFirst: false, mayMatch: mayBeExponential },
    { lengths: LENGTHS, letters: 2, isZeroFirst: false, mayMatch: mayBeNamed },
    { lengths: LENGTHS, letters: 4, isZeroFirst: false, mayMatch: mayBeNamed },
    { lengths: LENGTHS, isZeroFirst: false, behindDigits: 'linked', mayMatch: isBareCard },
  ],
  match: (window, start, runEnd, isNamed) => {
    const { text, floor } = window;
    if (isNamed === true) {
      const end = isCardStart(text, start, floor) ? endOfApart(text, start) : NO_CARD;
      return matchGroups(window, start, end, JOINTS) ?? labelled.match(window, start, runEnd, true);
    }
    if (text.charCodeAt(start) === PERCENT) {
      return matchFirstTrack(window, start);
    }
    if (runEnd - start === 1) {
      return matchExponential(window, start);
    }
    if (!isCardStart(text, start, floor)) {
      return undefined;
    }
    if (runEnd - start >= FEWEST) {
      return isBareCard(text, start, runEnd) ? matchBare(window, start, runEnd) : undefined;
    }
    const { end, groupsEnd } = endOfPrinted(text, start);
    return isEndOpen(window, groupsEnd, start) ? undefined : matchGroups(window, start, end, JOINTS);
  },
};

/** Numbers of payment cards whose groups of four are not all apart, or are parted by signs of several kinds or by `_`. */
export const cardMixed: Detector = {
  name: 'card-mixed',
  group: 'financial',
  validates: 'network prefix, sixteen digits in groups of four or of several fours, Luhn',
  source: 'ISO/IEC 7812',
  digitRuns: {
    lengths: [4, 8, 12],
    followedBy: ' -./(',
    second: [4, 8, 12],
    isZeroFirst: false,
    mayMatch: (text, start) => endOfMixed(text, start) !== NO_CARD,
  },
  match: (window, start) => {
    const { text, floor } = window;
    const isInWord = start > floor && isKind(text, start - 1, KIND.word);
    const end = isInWord || !isNumberStart(text, start, floor, MIXED_JOINTS) ? NO_CARD : endOfMixed(text, start);
    return isKind(text, end, KIND.word) ? undefined : matchGroups(window, start, end, MIXED_JOINTS);
  },
};

function mayBeApart(text: string, start: number): boolean {
  return endOfApart(text, start) !== NO_CARD;
}

function mayBeNamed(text: string, start: number, end: number, floor: number): boolean {
  return isBehindName(text, start, floor) && isBareCard(text, start, end);
}

/** Behind the fraction is an exponent, which is not so of most numbers. */
function mayBeExponential(text: string, _start: number, end: number): boolean {
  const behind = digitsEnd(text, end + 1, end + LONGEST_FRACTION);
  return behind >= text.length || 'eE'.includes(text.charAt(behind));
}

/** Whether the run of digits is a card number by itself. */
function isBareCard(text: string, start: number, end: number): boolean {
  return isCardNumber(text, start, end) && !(end - start === FEWEST && isEan(digitsOf(text.slice(start, end))));
}

/** `card4111…`, `CC4111…` */
function isBehindName(text: string, start: number, floor: number): boolean {
  const from = runStart(text, KIND.upper | KIND.lower, start, Math.max(floor, start - LONGEST_NAME - 1));
  return from < start && NAMES.has(text.slice(from, start).toLowerCase());
}

function isCardStart(text: string, start: number, floor: number): boolean {
  const isStart = isNumberStart(text, start, floor, JOINTS) || isBehindName(text, start, floor);
  const isHex =
    start > floor &&
    BEFORE_NUMBER.includes(text.charAt(start - 1)) &&
    HEX_WORD.test(text.slice(Math.max(floor, start - LONGEST_HEX_WORD), start));
  return isStart && !isHex && !isInHexDump(text, start, floor);
}

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const track = endOfSecondTrack(window, end);
  if (track > end) {
    return found(start, track, 'card');
  }
  const last = text.startsWith(FLOAT, end) ? end + FLOAT.length : end;
  const isWhole = !isEndOpen(window, end, start) && endsNumber(window, last, JOINTS, start);
  return isWhole ? found(start, last, 'card') : undefined;
}

/** Groups that end where they do, unless more of them follow. */
function matchGroups(window: Window, start: number, end: number, joints: string): Verdict | undefined {
  if (end === CARD_CUT) {
    endsEarly(window, start);
  }
  return end >= 0 && endsNumber(window, end, joints, start) ? found(start, end, 'card') : undefined;
}

/** The first track of the card: `%B`, the number, `^`, the name, `^` and more digits. */
function matchFirstTrack(window: Window, start: number): Verdict | undefined {
  const digits = start + 2;
  const end = runOf(window, KIND.digit, digits, MOST + 1);
  const rest = isBareCard(window.text, digits, end) ? FIRST_TRACK.at(window, end, start) : undefined;
  return rest === undefined ? undefined : found(start, end + rest[0].length, 'card');
}

/** `4.111111111111111e15`: as some programs write a number of so many digits. */
function matchExponential(window: Window, start: number): Verdict | undefined {
  const { text, floor } = window;
  const [whole = '', first = '', rest = '', exponent = ''] = LONG_NUMBER.at(window, start) ?? [];
  const length = Number(exponent) + 1;
  const digits = (first + rest).padEnd(length, '0');
  const isCard = whole !== '' && digits.length === length && isBareCard(digits, 0, length);
  return isCard && isNumberStart(text, start, floor, '.-') ? found(start, start + whole.length, 'card') : undefined;
}
