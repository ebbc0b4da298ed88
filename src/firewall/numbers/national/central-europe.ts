import { digitOf, hasMod11And10, isDate, numberAt, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const RVNR_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
const AT_WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];
/** The number of an identity card: a letter, then letters and digits, and the check digit. */
const CARD_FORMS = [8, 7, 6, 5, 4, 3, 2, 1].map((run) => `A${'9'.repeat(run)}${'#'.repeat(8 - run)}9`);

/** Numbers of Germany, Austria and Switzerland. */
export const centralEuropeanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'de-tax-id',
    pack: 'eu',
    validates: 'ISO 7064 mod 11,10; one digit twice or three times; a word before it, or the groups of the letters',
    source: 'bzst.de/DE/Privatpersonen/SteuerlicheIdentifikationsnummer',
    alone: ['99 999 999 999'],
    named: ['99 999 999 999', '99999999999', '999/999/99999', '999 999 99999'],
    words:
      'steuerid steueridnr steueridentifikationsnummer steueridentnummer steuernummer steuernr identifikationsnummer idnr ' +
      'taxid tin taxnumber taxidnumber taxidentificationnumber',
    isValid: isGermanTaxId,
  }),
  createIdNumber({
    name: 'de-identity-card',
    pack: 'eu',
    validates: 'alphabet, check digit or four digits, word before it',
    source: 'bsi.bund.de, ICAO 9303',
    named: [...CARD_FORMS, ...CARD_FORMS.map((form) => form.slice(0, -1))],
    words:
      'personalausweis personalausweisnummer personalausweisnr ausweis ausweisnummer ausweisnr perso idcard identitycard',
    // The check digit is not always written with it.
    isValid: (id) =>
      /^[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}\d?$/.test(id) &&
      (id.length === 9 ? id.replace(/\D/g, '').length >= 4 : hasMachineReadableSum(id)),
  }),
  createIdNumber({
    name: 'de-pension-number',
    type: 'de_rvnr',
    pack: 'eu',
    validates: 'area, date of birth, letter, check digit',
    source: 'VKVV section 2',
    alone: ['99 999999 A 999', '99999999A999'],
    named: ['99 999999 A 999', '99 999999 A999', '99999999A999'],
    words:
      'rvnr rentenversicherungsnummer sozialversicherungsnummer svnr svnummer versicherungsnummer rentenversicherung',
    isValid: isPensionNumber,
  }),
  createIdNumber({
    name: 'at-social-security',
    type: 'at_svnr',
    pack: 'eu',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'sozialversicherung.at',
    named: ['9999 999999', '9999-999999', '9999999999'],
    words: 'svnr svnummer sozialversicherungsnummer sozialversicherung versicherungsnummer svn insurancenumber',
    isValid: (id) =>
      isDate(numberAt(id, 8, 10), Math.min(12, numberAt(id, 6, 8)), numberAt(id, 4, 6)) &&
      weightedSum(id, AT_WEIGHTS) % 11 === digitOf(id, 3),
  }),
  createIdNumber({
    name: 'ch-ahv',
    pack: 'eu',
    validates: 'begins with 756, check digit of EAN-13; bare digits need a word before them',
    source: 'zas.admin.ch',
    alone: ['999.9999.9999.99'],
    named: ['999 9999 9999 99', '999-9999-9999-99', '9999999999999'],
    words: 'ahv ahvnummer ahvnr avs numeroavs noavs ahvn oasi socialsecurity sozialversicherungsnummer navs',
    isValid: (id) => id.startsWith('756') && weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  }),
];

/** In the first ten digits one comes twice or three times and no other more than once. */
function isGermanTaxId(id: string): boolean {
  if (id.startsWith('0') || !hasMod11And10(id)) {
    return false;
  }
  const counts = new Map<string, number>();
  for (const digit of id.slice(0, 10)) {
    counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length === 1 && Math.max(...repeated) <= 3;
}

/** Weights 7, 3 and 1; the letter A counts ten. */
function hasMachineReadableSum(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < id.length - 1; index += 1) {
    sum += Number.parseInt(id.charAt(index), 36) * (index % 3 === 0 ? 7 : index % 3 === 1 ? 3 : 1);
  }
  return sum % 10 === digitOf(id, id.length - 1);
}

function isPensionNumber(id: string): boolean {
  const day = numberAt(id, 2, 4);
  if (!isDate(0, numberAt(id, 4, 6), day > 50 ? day - 50 : day) || numberAt(id, 0, 2) < 2) {
    return false;
  }
  const letter = String(id.charCodeAt(8) - 0x40).padStart(2, '0');
  const digits = id.slice(0, 8) + letter + id.slice(9, 11);
  const sum = RVNR_WEIGHTS.reduce((before, weight, index) => {
    const product = weight * digitOf(digits, index);
    return before + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 10 === digitOf(id, 11);
}
