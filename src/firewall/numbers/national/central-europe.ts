import { hasMod11And10, isDate, numberAt } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, crossed, isMultiple, REST, weighted } from '../number-checks.js';

const hasPensionSum = crossed([2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1], REST);
const hasHealthSum = crossed([1, 2, 1, 2, 1, 2, 1, 2, 1, 2], REST);
const hasCardSum = weighted([7, 3, 1, 7, 3, 1, 7, 3, 1], REST);
/** The number of an identity card: a letter, then letters and digits, and the check digit, which is not always written. */
const CARD_FORMS = [8, 7, 6, 5, 4, 3, 2, 1].map((run) => `A${'9'.repeat(run)}${'#'.repeat(8 - run)}`);

/** Numbers of Germany, Austria and Switzerland. */
export const centralEuropeanNumbers: readonly Detector[] = createIdNumbers({ pack: 'eu' }, [
  {
    name: 'de-tax-id',
    validates: 'ISO 7064 mod 11,10; one digit twice or three times; a word before it, or the groups of the letters',
    source: 'bzst.de/DE/Privatpersonen/SteuerlicheIdentifikationsnummer',
    alone: '99 999 999 999',
    named: '99999999999 | 999/999/99999 | 999 999 99999',
    words:
      'steuerid steueridnr steueridentifikationsnummer steueridentnummer steuernummer steuernr identifikationsnummer idnr ' +
      'taxid tin taxnumber taxidnumber taxidentificationnumber',
    checks: [/^[^0]/, hasMod11And10, hasOneRepeated],
  },
  {
    name: 'de-identity-card',
    validates: 'alphabet, check digit or four digits, word before it',
    source: 'bsi.bund.de, ICAO 9303',
    named: [...CARD_FORMS.map((form) => `${form}9`), ...CARD_FORMS].join(' | '),
    words:
      'personalausweis personalausweisnummer personalausweisnr ausweis ausweisnummer ausweisnr perso idcard identitycard',
    checks: [
      /^[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}\d?$/,
      (id) => (id.length === 9 ? id.replace(/\D/g, '').length >= 4 : hasCardSum(id)),
    ],
  },
  {
    name: 'de-pension-number',
    type: 'de_rvnr',
    validates: 'area, date of birth, letter, check digit',
    source: 'VKVV section 2',
    alone: '99 999999 A 999 | 99999999A999',
    named: '99 999999 A999',
    words:
      'rvnr rentenversicherungsnummer sozialversicherungsnummer svnr svnummer versicherungsnummer rentenversicherung',
    checks: [
      born('--DDMM', { days: 50 }),
      /^(?!0[01])/,
      (id) => hasPensionSum(withDigits(id.slice(0, 11)) + id.charAt(11)),
    ],
  },
  {
    name: 'de-health-insurance',
    type: 'de_kvnr',
    validates: 'letter, check digit modulo 10, word before it',
    source: 'SGB V section 290',
    named: 'A999999999 | A 999999999 | A999 999 999',
    words:
      'kvnr kvnummer krankenversicherungsnummer krankenversicherungsnr krankenversichertennummer krankenversicherung ' +
      'versichertennummer versichertennr versicherten versichertenid krankenkasse egk gesundheitskarte',
    checks: [(id) => hasHealthSum(withDigits(id))],
  },
  {
    name: 'de-bank-code',
    type: 'routing_number',
    group: 'financial',
    validates: 'clearing area, word before it',
    source: 'bundesbank.de, Bankleitzahlen',
    named: '999 999 99 | 99999999',
    words: 'blz bankleitzahl bankcode',
    checks: [/^[1-8]/],
  },
  {
    name: 'de-doctor-number',
    validates: 'length, word before it',
    source: 'kbv.de, Arztnummer and Betriebsstättennummer',
    named: '999999999 | 999 999 999',
    words:
      'lanr lanrnummer arztnummer lebenslangearztnummer bsnr bsnrnummer betriebsstättennummer betriebsstaettennummer',
  },
  {
    name: 'at-social-security',
    type: 'at_svnr',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'sozialversicherung.at',
    named: '9999 999999 | 9999-999999 | 9999999999',
    words: 'svnr svnummer sozialversicherungsnummer sozialversicherung versicherungsnummer svn insurancenumber',
    checks: [isAustrianDate, isMultiple([3, 7, 9, -1, 5, 8, 4, 2, 1, 6], 11)],
  },
  {
    name: 'ch-ahv',
    validates: 'begins with 756, check digit of EAN-13; bare digits need a word before them',
    source: 'zas.admin.ch',
    alone: '999.9999.9999.99',
    named: '999 9999 9999 99 | 999-9999-9999-99 | 9999999999999',
    words: 'ahv ahvnummer ahvnr avs numeroavs noavs ahvn oasi socialsecurity sozialversicherungsnummer navs',
    checks: [/^756/, isMultiple([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10)],
  },
]);

/** In the first ten digits one comes twice or three times and no other more than once. */
function hasOneRepeated(id: string): boolean {
  const digits = id.slice(0, 10);
  const repeated = [...new Set(digits)].map((digit) => digits.split(digit).length - 1).filter((count) => count > 1);
  return repeated.length === 1 && Math.max(...repeated) <= 3;
}

/** Each letter as its place in the alphabet, in two digits. */
function withDigits(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 0x40).padStart(2, '0'));
}

/** Where a day has more people than numbers, the months go on behind the twelfth. */
function isAustrianDate(id: string): boolean {
  return isDate(numberAt(id, 8, 10), Math.min(12, numberAt(id, 6, 8)), numberAt(id, 4, 6));
}
