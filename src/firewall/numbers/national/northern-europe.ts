import { digitOf, hasLuhn, isDate, numberAt, remainderOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const PPS_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';
const NO_FIRST = [3, 7, 6, 1, 8, 9, 4, 5, 2, 1];
const NO_SECOND = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];
const BALTIC_FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const BALTIC_SECOND = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];

/** Numbers of the Netherlands, Belgium, Ireland, the Nordic and the Baltic countries. */
export const northernEuropeanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'nl-bsn',
    pack: 'eu',
    validates: 'eleven test, word before it',
    source: 'rvig.nl/bsn',
    named: ['9999.99.999', '9999 99 999', '999 999 999', '999999999'],
    words: 'bsn burgerservicenummer burgerservice bsnnummer sofinummer sofi citizenservicenumber',
    isValid: (id) => numberAt(id, 0, 9) > 9_999_999 && weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  }),
  createIdNumber({
    name: 'be-national-number',
    type: 'be_nrn',
    pack: 'eu',
    validates: 'month of birth, check digits modulo 97',
    source: 'ibz.rrn.fgov.be',
    alone: ['99.99.99-999.99'],
    named: ['99.99.99-999.99', '99 99 99 999 99', '999999-999-99', '999999-99999', '99999999999'],
    words:
      'rijksregister rijksregisternummer rijksregisternr registrenational insz niss nationaalnummer numeronational rrn nrn ' +
      'nationalnumber nationalregisternumber',
    isValid: isBelgian,
  }),
  createIdNumber({
    name: 'ie-ppsn',
    pack: 'eu',
    validates: 'check letter modulo 23, word before it',
    source: 'gov.ie',
    named: ['9999999AA', '9999999A'],
    words: 'pps ppsn ppsno ppsnumber personalpublicservice publicservicenumber',
    isValid: (id) => {
      const second = id.length === 9 ? (id.charCodeAt(8) - 0x40) % 23 : 0;
      return PPS_LETTERS.charAt((weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === id.charAt(7);
    },
  }),
  createIdNumber({
    name: 'se-personnummer',
    pack: 'eu',
    validates: 'date of birth, Luhn; bare digits need a word before them',
    source: 'skatteverket.se',
    alone: ['99999999-9999', '999999-9999', '999999+9999'],
    named: ['99999999-9999', '99999999 9999', '999999 9999', '999999999999', '9999999999'],
    words: 'personnummer personnr persnr personalnumber personalidentitynumber pnr samordningsnummer personalid',
    isValid: isSwedish,
  }),
  createIdNumber({
    name: 'se-organisation-number',
    pack: 'eu',
    validates: 'third digit, Luhn, word before it',
    source: 'bolagsverket.se',
    named: ['999999-9999', '999999 9999', '9999999999'],
    words: 'organisationsnummer organisationsnr orgnummer orgnr orgno orgnumber organisationnumber organizationnumber',
    isValid: (id) => /^\d\d[2-9]/.test(id) && hasLuhn(id),
  }),
  createIdNumber({
    name: 'fi-hetu',
    pack: 'eu',
    validates: 'date of birth, sign of the century, check character modulo 31',
    source: 'dvv.fi/en/personal-identity-code',
    alone: ['999999-999#', '999999+999#', '999999A999#'],
    named: ['999999-999#', '999999A999#'],
    words: 'hetu henkilötunnus henkilotunnus henkilötunnuksesi personalidentitycode personbeteckning',
    isValid: isFinnish,
  }),
  createIdNumber({
    name: 'dk-cpr',
    pack: 'eu',
    validates: 'date of birth, word before it',
    source: 'cpr.dk',
    named: ['999999-9999', '999999 9999', '9999999999'],
    words: 'cpr cprnr cprnummer cprnumber personnummer',
    isValid: (id) => isDate(numberAt(id, 4, 6), numberAt(id, 2, 4), numberAt(id, 0, 2)),
  }),
  createIdNumber({
    name: 'no-fodselsnummer',
    pack: 'eu',
    validates: 'date of birth, two check digits modulo 11; bare digits need a word before them',
    source: 'skatteetaten.no',
    alone: ['999999 99999'],
    named: ['999999 99999', '999999-99999', '99999999999'],
    words: 'fødselsnummer fodselsnummer fødselsnr fodselsnr fnr personnummer dnummer nationalid nationalidentitynumber',
    isValid: (id) =>
      isDate(0, numberAt(id, 2, 4) % 40, numberAt(id, 0, 2) % 40) &&
      weightedSum(id, NO_FIRST) % 11 === 0 &&
      weightedSum(id, NO_SECOND) % 11 === 0,
  }),
  createIdNumber({
    name: 'is-kennitala',
    pack: 'eu',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'skra.is',
    named: ['999999-9999', '9999999999'],
    words: 'kennitala kt kennitölu',
    isValid: (id) =>
      isDate(0, numberAt(id, 2, 4), numberAt(id, 0, 2) % 40) && weightedSum(id, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  }),
  createIdNumber({
    name: 'ee-lt-personal-code',
    type: 'personal_code',
    pack: 'eu',
    validates: 'century, date of birth, check digit modulo 11, word before it',
    source: 'EVS 585:2007',
    named: ['99999999999'],
    words: 'isikukood asmenskodas asmens personalcode personalidentificationcode nationalid ak',
    isValid: (id) => /^[1-6]/.test(id) && isDate(0, numberAt(id, 3, 5), numberAt(id, 5, 7)) && hasBalticSum(id),
  }),
  createIdNumber({
    name: 'lv-personal-code',
    type: 'personal_code',
    pack: 'eu',
    validates: 'date of birth or 32, word before it',
    source: 'pmlp.gov.lv',
    named: ['999999-99999', '99999999999'],
    words: 'personaskods personas personalcode pk',
    isValid: (id) => id.startsWith('32') || isDate(0, numberAt(id, 2, 4), numberAt(id, 0, 2)),
  }),
];

/** Foreigners' months count 20 or 40 more; for births from 2000 on, a 2 stands before the digits. */
function isBelgian(id: string): boolean {
  const check = numberAt(id, 9, 11);
  const rest = 97 - remainderOf(id.slice(0, 9), 97);
  return numberAt(id, 2, 4) % 20 <= 12 && (check === rest || check === 97 - remainderOf(`2${id.slice(0, 9)}`, 97));
}

/** The days of coordination numbers count 60 more. */
function isSwedish(id: string): boolean {
  const short = id.slice(-10);
  const isCentury = id.length === 10 || /^(?:18|19|20)/.test(id);
  const day = numberAt(short, 4, 6);
  return isCentury && isDate(0, numberAt(short, 2, 4), day > 60 ? day - 60 : day) && hasLuhn(short);
}

/** The sign of the century is no part of the sum; a hyphen is not given here. */
function isFinnish(id: string): boolean {
  const sign = id.length === 11 ? id.charAt(6) : '-';
  const rest = id.slice(-4);
  const isBirth = '-+ABCDEFUVWXY'.includes(sign) && isDate(0, numberAt(id, 2, 4), numberAt(id, 0, 2));
  return isBirth && HETU_LETTERS.charAt(Number(id.slice(0, 6) + rest.slice(0, 3)) % 31) === rest.charAt(3);
}

function hasBalticSum(id: string): boolean {
  const first = weightedSum(id, BALTIC_FIRST) % 11;
  return (first < 10 ? first : (weightedSum(id, BALTIC_SECOND) % 11) % 10) === digitOf(id, 10);
}
