import { hasLuhn, hasMod11And10, numberAt, remainderOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';
import { crossed, isMultiple, REST_OF_11, TO_10, TO_11, TO_11_LAST, weighted } from '../number-checks.js';
import { hasDniLetter, hasGreekSum, hasPortugueseSum } from './central-and-south-europe.js';
import { hasNipSum, hasPpsLetter } from './north-and-east-europe.js';

const DECREASING = [8, 7, 6, 5, 4, 3, 2];
const GROUPED =
  'AAA-999.999.999 | AAA 999 999 999 | AAA99999999 | AAA 99999999 | AAA9999999A | AA99 999 999 999 | AA99 999999999 | ' +
  'AA 99 999999999 | AA 99 999 999 999 | AA 999 9999 99 | AA 999 999 999 | AA 9999.999.999 | AA 9999 999 999 | ' +
  'AA9999.999.999 | AA 999-999-99-99 | AA999999999A99 | AA9999999AA | AA9999999A | AA99999999A';
const PLAIN = [12, 11, 10, 9, 8].flatMap((length) => [`AA${'9'.repeat(length)}`, `AA ${'9'.repeat(length)}`]);

/** Numbers of firms for value added tax, with the letters of their country before them. */
export const vatNumber: Detector = createIdNumber({
  name: 'vat-number',
  type: 'eu_vat',
  pack: 'eu',
  validates: 'the letters of a country, its length and its check digits; a word before it',
  source: 'ec.europa.eu/taxation_customs/vies, the algorithms of each member state',
  named: [GROUPED, ...PLAIN].join(' | '),
  words:
    'vat vatid vatno vatnr vatnumber vatreg vatregistration vatregno vatin vatcode ust ustid ustidnr uid uidnr mwst ' +
    'umsatzsteuer umsatzsteuerid umsatzsteueridentifikationsnummer tva numerotva numérotva tvaintracommunautaire ' +
    'intracommunautaire iva nif nifiva cif partitaiva piva btw btwnr btwnummer btwid moms momsnr momsregnr vatnip nip ' +
    'alv alvnumero dic ičdph icdph áfa afa pdv taxid cvr kbo',
  checks: [(id) => isOfCountry(id.slice(0, 2), id.slice(2))],
});

const hasDutchSum = weighted([9, ...DECREASING], REST_OF_11);
const hasSpanishDigit = crossed([2, 1, 2, 1, 2, 1, 2], TO_10);
const hasSpanishLetter = crossed([2, 1, 2, 1, 2, 1, 2], 'JIHGFEDCBA');
const hasSwissSum = weighted([5, 4, 3, 2, 7, 6, 5, 4], TO_11);
const hasAustrianSum = crossed([1, 2, 1, 2, 1, 2, 1], '6543210987');

/** By country: the form of what stands behind its letters, and its check. */
const COUNTRIES: Readonly<Record<string, readonly [RegExp, (id: string) => boolean]>> = {
  AT: [/^U\d{8}$/, (id) => hasAustrianSum(id.slice(1))],
  BE: [/^[01]\d{9}$/, (id) => 97 - (numberAt(id, 0, 8) % 97) === numberAt(id, 8, 10)],
  CH: [/^E\d{9}$/, (id) => hasSwissSum(id.slice(1))],
  CZ: [/^\d{8}$/, weighted(DECREASING, TO_11_LAST)],
  DE: [/^[1-9]\d{8}$/, hasMod11And10],
  DK: [/^[1-9]\d{7}$/, isMultiple([2, 7, 6, 5, 4, 3, 2, 1], 11)],
  EE: [/^10\d{7}$/, isMultiple([3, 7, 1, 3, 7, 1, 3, 7, 1], 10)],
  EL: [/^\d{9}$/, hasGreekSum],
  ES: [/^(?:[\dXYZ]\d{7}[A-Z]|[A-HJNP-SUVW]\d{7}[\dA-J])$/, isSpanish],
  FI: [/^\d{8}$/, weighted([7, 9, 10, 5, 8, 4, 2], TO_11)],
  FR: [/^\d{11}$/, (id) => (12 + 3 * (numberAt(id, 2, 11) % 97)) % 97 === numberAt(id, 0, 2)],
  GB: [/^\d{9}$/, (id) => [0, 42].includes((weightedSum(id, DECREASING) + numberAt(id, 7, 9)) % 97)],
  HR: [/^\d{11}$/, hasMod11And10],
  HU: [/^\d{8}$/, isMultiple([9, 7, 3, 1, 9, 7, 3, 1], 10)],
  IE: [/^\d{7}[A-W][A-I]?$/, hasPpsLetter],
  IT: [/^\d{11}$/, hasLuhn],
  LU: [/^\d{8}$/, (id) => numberAt(id, 0, 6) % 89 === numberAt(id, 6, 8)],
  NL: [/^\d{9}B\d\d$/, isDutch],
  PL: [/^\d{10}$/, hasNipSum],
  PT: [/^\d{9}$/, hasPortugueseSum],
  SE: [/^\d{10}\d[1-9]$/, (id) => hasLuhn(id.slice(0, 10))],
  SI: [/^[1-9]\d{7}$/, weighted(DECREASING, TO_11_LAST)],
  SK: [/^[1-9]\d{9}$/, (id) => remainderOf(id, 11) === 0],
};

function isOfCountry(country: string, id: string): boolean {
  const [form, hasSum] = COUNTRIES[country] ?? [];
  return form?.test(id) === true && hasSum?.(id) === true;
}

/** A person's number with its letter, or that of a firm, of which the last is a digit or a letter for it. */
function isSpanish(id: string): boolean {
  return /^[\dXYZ]/.test(id) ? hasDniLetter(id) : [hasSpanishDigit, hasSpanishLetter].some((each) => each(id.slice(1)));
}

/** Those of firms pass the eleven test; those of persons, which are newer, a sum modulo 97 with letters from ten on. */
function isDutch(id: string): boolean {
  return hasDutchSum(id) || remainderOf(`2321${id.slice(0, 9)}11${id.slice(10)}`, 97) === 1;
}
