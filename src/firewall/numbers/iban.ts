import { type Detector, found } from '../lex/detector.js';
import { digitAt } from '../lex/digit-value.js';
import { isDigit } from '../lex/digits.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';

/** Length of the account numbers of each country. */
const LENGTHS =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
  'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
  'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
  'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30 ' +
  // Numbers of the same make that the registry does not list.
  'AO25 BF28 BJ28 CF27 CG27 CI28 CM27 CV25 DZ26 GA27 GQ27 GW25 IR26 KM27 MA28 MG27 ML28 MZ25 NE28 SN28 TD27 TG28';

const SHORTEST = 15;
const LONGEST = 33;
const LETTERS = 26;
const GROUP = 4;
const VALUE_OF_A = 10;

const lengthOfCountry = createLengths();

/** International bank account numbers, in one piece or in groups. */
export const iban: Detector = {
  name: 'iban',
  group: 'financial',
  validates: 'length of the country, checksum modulo 97',
  source: 'ISO 13616, SWIFT IBAN registry',
  digitRuns: [
    {
      lengths: Array.from({ length: SHORTEST - 4 }, (_, index) => index + 2),
      letters: 2,
      followedBy: 'A -.(',
      mayMatch,
    },
    {
      lengths: Array.from({ length: LONGEST - SHORTEST + 1 }, (_, index) => index + SHORTEST - 2),
      letters: 2,
      mayMatch,
    },
  ],
  match: (window, firstDigit) => {
    const { text } = window;
    const start = firstDigit - 2;
    const length = lengthOfCountry[indexOfCountry(text, start)] ?? 0;
    const end = length === 0 ? -1 : readAccount(text, start, length);
    if (end < 0) {
      return undefined;
    }
    const isJoined = isPlaceholderAt(window, end, start);
    return end <= text.length && !isJoined && isAccount(text, start, end) ? found(start, end, 'iban') : undefined;
  },
};

function mayMatch(text: string, firstDigit: number): boolean {
  const start = firstDigit - 2;
  const length = lengthOfCountry[indexOfCountry(text, start)] ?? 0;
  const end = length === 0 ? -1 : readAccount(text, start, length);
  return end >= text.length || (end > 0 && isAccount(text, start, end));
}

function isAccount(text: string, start: number, end: number): boolean {
  return !isKind(text, end, KIND.alphanumeric) && hasCheckSum(text, start, end);
}

function createLengths(): Uint8Array {
  const table = new Uint8Array(LETTERS * LETTERS);
  for (let at = 0; at < LENGTHS.length; at += 5) {
    table[indexOfCountry(LENGTHS, at)] = 10 * digitAt(LENGTHS, at + 2) + digitAt(LENGTHS, at + 3);
  }
  return table;
}

function indexOfCountry(text: string, at: number): number {
  return letterAt(text, at) * LETTERS + letterAt(text, at + 1);
}

/**
 * Reads the account number: without gaps, with one behind every fourth character, or with some between digits, if these
 * are all there is. Returns the index behind it; more than the text's length when the text ends before, -1 for none.
 */
function readAccount(text: string, start: number, length: number): number {
  let at = start + GROUP;
  const isGrouped = isKind(text, at, KIND.gap);
  let isRegular = true;
  let hasLetters = false;
  for (let count = GROUP; count < length; count += 1) {
    const isGap = isKind(text, at, KIND.gap);
    isRegular &&= isGap === (isGrouped && count % GROUP === 0);
    at += isGap ? 1 : 0;
    if (!isKind(text, at, KIND.alphanumeric)) {
      return at >= text.length ? text.length + 1 : -1;
    }
    hasLetters ||= !isDigit(text, at);
    if (hasLetters && !isRegular) {
      return -1;
    }
    at += 1;
  }
  return at;
}

/** The first four characters count last. */
function hasCheckSum(text: string, start: number, end: number): boolean {
  const body = start + GROUP;
  return remainder(text, start, body, remainder(text, body, end, 0)) % 97 === 1;
}

/** What is left of the digits so far, kept small enough for one more letter. */
function remainder(text: string, from: number, to: number, before: number): number {
  let rest = before;
  for (let index = from; index < to; index += 1) {
    rest = rest < SMALL ? rest : rest % 97;
    if (isDigit(text, index)) {
      rest = rest * 10 + digitAt(text, index);
    } else if (isKind(text, index, KIND.alphanumeric)) {
      rest = rest * 100 + letterAt(text, index) + VALUE_OF_A;
    }
  }
  return rest;
}

const SMALL = 1e7;

/** The place of a letter in the alphabet, whatever its case and width. */
function letterAt(text: string, index: number): number {
  return (text.charCodeAt(index) & 0x1f) - 1;
}
