import { isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided, type Window } from '../redactor/detector.js';
import { digitAt } from '../redactor/digits.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

/** Length of the account numbers of each country. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const LONGEST = Math.max(...LENGTHS.values());
const RUNS = Array.from({ length: LONGEST }, (_, index) => index + 1);

/** International bank account numbers, in one piece or in groups of four. */
export const iban: Detector = {
  name: 'iban',
  group: 'financial',
  validates: 'length of the country, checksum modulo 97',
  source: 'ISO 13616',
  digitRuns: { lengths: RUNS.slice(1), letters: 2 },
  match: (window, firstDigit) => {
    const { text, isFinal } = window;
    const start = firstDigit - 2;
    const length = LENGTHS.get(text.slice(start, firstDigit).toUpperCase());
    if (length === undefined) {
      return undefined;
    }
    const { end, count } = readAccount(window, start, length);
    const isJoined = isBeforePlaceholder(text, end, isFinal);
    if ((end === text.length && !isFinal) || isJoined === undefined) {
      return undecided(start);
    }
    const isWhole = count === length && !isJoined && !isKind(text, end, KIND.alphanumeric);
    return isWhole && hasCheckSum(text, start, end) ? found(start, end, 'iban') : undefined;
  },
};

/** Reads the account number: without separators, or with the same behind every fourth character. */
function readAccount(
  { text }: Window,
  start: number,
  length: number,
): { readonly end: number; readonly count: number } {
  const gap = ' -'.includes(text.charAt(start + 4)) ? text.charAt(start + 4) : '';
  let count = 0;
  let end = start;
  while (count < length) {
    const isGap = gap !== '' && count > 0 && count % 4 === 0;
    if (isGap && text.charAt(end) !== gap) {
      break;
    }
    const next = isGap ? end + 1 : end;
    if (!isKind(text, next, KIND.alphanumeric)) {
      return { end: next === text.length ? next : end, count };
    }
    count += 1;
    end = next + 1;
  }
  return { end, count };
}

/** The first four characters count last. */
function hasCheckSum(text: string, start: number, end: number): boolean {
  return remainder(text, start, start + 4, remainder(text, start + 4, end, 0)) === 1;
}

function remainder(text: string, from: number, to: number, before: number): number {
  let rest = before;
  for (let index = from; index < to; index += 1) {
    if (isKind(text, index, KIND.digit)) {
      rest = (rest * 10 + digitAt(text, index)) % 97;
    } else if (isKind(text, index, KIND.alphanumeric)) {
      rest = (rest * 100 + (text.charCodeAt(index) | CASE) - VALUE_OF_A) % 97;
    }
  }
  return rest;
}

/** Makes a letter lower case. */
const CASE = 0x20;
/** The letter A counts ten. */
const VALUE_OF_A = 0x61 - 10;
