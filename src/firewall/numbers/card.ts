import { hasLuhn } from '../judge/checksums.js';
import { type Detector, type DigitRuns, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit, isEndOpen, isNumberEnd, isNumberStart } from '../lex/digits.js';
import { HYPHEN, KIND, PERCENT, runEnd, runStart, UNDERSCORE } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { endOfApart, hasLuhnDigit, isWrongFours } from './card-groups.js';
import { FEWEST, isPrinted, networkLengths } from './card-networks.js';
import { matchExponential, mayBeExponential, printedGroups } from './card-printed.js';
import { endOfSecondTrack, matchFirstTrack } from './card-track.js';
import { isInHexDump } from './escapes-before.js';
import { createIdNumber } from './id-number.js';

const JOINTS = '.';
/** Digits in the second group. */
const GROUPS_BEHIND = [4, 5, 6];
/** No digits, or another joint, behind the space. */
const APART = [0, 15];
const WORDS = ['card', 'cardnumber', 'cardno', 'creditcard', 'creditcardnumber', 'pan', 'visa', 'mastercard', 'karte'];
const NAMES = new Set(['card', 'cc']);
const LONGEST_NAME = 4;
const HEX_WORD_LENGTH = 14;

/** Of any network, behind words that say that it is the number of a card. */
const labelled = createIdNumber({
  name: 'card',
  group: 'financial',
  validates: 'Luhn, words before it',
  source: 'ISO/IEC 7812',
  named:
    '9999 9999 9999 9999 | 9999-9999-9999-9999 | 9999999999999999999 | 999999999999999999 | 99999999999999999 | ' +
    '9999999999999999 | 999999999999999 | 99999999999999 | 9999999999999',
  words:
    'cardnumber cardno cardnum ccnumber ccnum creditcardnumber debitcardnumber kartennummer kreditkartennummer numerotarjeta',
  checks: [hasLuhn],
});

function runsOf({ digitRuns = [] }: Detector): readonly DigitRuns[] {
  return 'lengths' in digitRuns ? [digitRuns] : digitRuns;
}

/** Payment card numbers, bare, in the groups in which they are printed, or with the rest of a magnetic track. */
export const card: Detector = {
  name: 'card',
  group: 'financial',
  validates: 'network prefix with length, Luhn; not inside longer numbers, decimals, hexadecimal, UUIDs or EAN codes',
  source: 'ISO/IEC 7812, ISO/IEC 7813',
  literals: ['%b'],
  digitRuns: [
    { lengths: [4], followedBy: ' -.(', second: GROUPS_BEHIND, isZeroFirst: false, behindDigits: 'linked', mayMatch },
    { lengths: [4], followedBy: ' ', second: APART, isZeroFirst: false, words: WORDS, mayMatch: mayBeApart },
    { lengths: [4], followedBy: '/', second: [4], isZeroFirst: false, words: WORDS, mayMatch: mayBeApart },
    ...runsOf(labelled),
    { lengths: [1], followedBy: '.', second: [11, 12, 13, 14], isZeroFirst: false, mayMatch: mayBeExponential },
    { lengths: [13, 14, 15, 16, 17, 18, 19], letters: 2, isZeroFirst: false, mayMatch: mayBeNamed },
    { lengths: [13, 14, 15, 16, 17, 18, 19], letters: 4, isZeroFirst: false, mayMatch: mayBeNamed },
    { lengths: [13, 14, 15, 16, 17, 18, 19], isZeroFirst: false, behindDigits: 'linked', mayMatch },
  ],
  match: (window, start, end, isNamed) => {
    const { text, floor } = window;
    if (isNamed === true) {
      return matchApart(window, start) ?? labelled.match(window, start, end, true);
    }
    if (text.charCodeAt(start) === PERCENT) {
      return matchFirstTrack(window, start, isBareCard);
    }
    if (end - start === 1) {
      return matchExponential(window, start, isBareCard);
    }
    if (end - start === 4) {
      return matchSpaced(window, start, end);
    }
    return isBareCard(text, start, end) && isCardStart(text, start, floor) ? matchBare(window, start, end) : undefined;
  },
};

function mayBeApart(text: string, start: number): boolean {
  return networkLengths(text, start) !== 0 && endOfApart(text, start) > 0;
}

function mayBeNamed(text: string, start: number, end: number, floor: number): boolean {
  return isBehindName(text, start, floor) && isBareCard(text, start, end);
}

/** `card4111…`, `CC4111…` */
function isBehindName(text: string, start: number, floor: number): boolean {
  const from = runStart(text, KIND.upper | KIND.lower, start, Math.max(floor, start - LONGEST_NAME - 1));
  return from < start && NAMES.has(text.slice(from, start).toLowerCase());
}

/** With wide separators, behind a word that says so: columns of tables look the same. */
function matchApart(window: Window, start: number): Verdict | undefined {
  const { text, floor } = window;
  const end = endOfApart(text, start);
  searched(window, text.length, end);
  if (end > 0 && end <= text.length && isEndOpen(window, end)) {
    return undecided(start);
  }
  const isCard = end > 0 && end <= text.length && isPrinted(0x4444, networkLengths(text, start));
  const isWhole = isCard && isCardStart(text, start, floor) && isNumberEnd(text, end, JOINTS);
  return isWhole && hasLuhnDigit(text, start, end) ? found(start, end, 'card') : undefined;
}

function mayMatch(text: string, start: number, end: number): boolean {
  if (end - start !== 4) {
    return isBareCard(text, start, end);
  }
  const lengths = networkLengths(text, start);
  return lengths !== 0 && !isTooShort(text, end) && !isWrongFours(text, start) && mayBePrinted(text, start, lengths);
}

/** Whether the run of digits is a card number by itself. */
function isBareCard(text: string, start: number, end: number): boolean {
  const count = end - start;
  const isLength = count >= FEWEST && (networkLengths(text, start) & (1 << (count - FEWEST))) !== 0;
  return isLength && count < 20 && hasLuhnDigit(text, start, end) && !(count === FEWEST && isEan(text, start));
}

function isCardStart(text: string, start: number, floor: number): boolean {
  const isStart = isNumberStart(text, start, floor, JOINTS) || isBehindName(text, start, floor);
  return isStart && !isHexWordBefore(text, start, floor) && !isInHexDump(text, start, floor);
}

/** A word of hexadecimal digits and a hyphen: the number is the end of a UUID; or a sign behind a name: `blk_-49…`. */
function isHexWordBefore(text: string, start: number, floor: number): boolean {
  if (start <= floor || text.charCodeAt(start - 1) !== HYPHEN) {
    return false;
  }
  const lowest = Math.max(floor, start - HEX_WORD_LENGTH);
  let at = start - 2;
  if (at >= lowest && text.charCodeAt(at) === UNDERSCORE) {
    return true;
  }
  while (at >= lowest && isHexLetter(text.charCodeAt(at) | CASE)) {
    at -= 1;
  }
  return at >= lowest && isDigit(text, at);
}

/** Makes a letter lower case. */
const CASE = 0x20;

function isHexLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x66;
}

function matchBare(window: Window, start: number, end: number): Verdict | undefined {
  const track = endOfSecondTrack(window, end);
  if (track !== 0) {
    return track < 0 ? undecided(start) : found(start, track, 'card');
  }
  const last = window.text.startsWith(FLOAT, end) ? end + FLOAT.length : end;
  if (isEndOpen(window, end) || isEndOpen(window, last)) {
    return undecided(start);
  }
  return isNumberEnd(window.text, last, JOINTS) ? found(start, last, 'card') : undefined;
}

/** Behind a whole number that a program keeps as one with a fraction. */
const FLOAT = '.0';

/** No second group of four digits or more follows. */
function isTooShort(text: string, end: number): boolean {
  return !isKindOrCut(text, end, KIND.gap) || (end + 4 < text.length && !isDigit(text, end + 4));
}

function isKindOrCut(text: string, index: number, kind: number): boolean {
  return index >= text.length || runEnd(text, kind, index, index + 1) > index;
}

/** Whether the groups, as far as the text has come, are those of a card. */
function mayBePrinted(text: string, start: number, lengths: number): boolean {
  const { end, last } = printedGroups(text, start, lengths);
  return last > 0 || end + 1 >= text.length;
}

function matchSpaced(window: Window, start: number, end: number): Verdict | undefined {
  const lengths = networkLengths(window.text, start);
  return lengths === 0 || isTooShort(window.text, end) ? undefined : matchGroups(window, start, lengths);
}

function matchGroups(window: Window, start: number, lengths: number): Verdict | undefined {
  const { text, floor } = window;
  const { end, last } = printedGroups(text, start, lengths);
  searched(window, text.length, end + 2);
  if (last < 0) {
    return undefined;
  }
  if (isEndOpen(window, end)) {
    return undecided(start);
  }
  return isCardStart(text, start, floor) ? found(start, last, 'card') : undefined;
}

/** Thirteen digits that are the number of an article: many begin with a four, as the oldest cards did. */
function isEan(text: string, start: number): boolean {
  let sum = 0;
  for (let index = 0; index < FEWEST; index += 1) {
    sum += digitAt(text, start + index) * (index % 2 === 0 ? 1 : 3);
  }
  return sum % 10 === 0;
}
