import { digitOf, hasLuhn, isDate, numberAt, remainderOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const PLACES_OF_DIGITS = [6, 7, 9, 10, 12, 13, 14];

/** Numbers of France, Spain, Portugal, Italy and Greece. */
export const southernEuropeanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'fr-nir',
    pack: 'eu',
    validates: 'sex and month of birth, key modulo 97; bare digits need a word before them',
    source: 'insee.fr/fr/metadonnees/definition/c1409',
    alone: ['9 99 99 99 999 999 99', '9 99 99 9A 999 999 99', '999999A99999999'],
    named: ['9 99 99 99 999 999 99', '9 99 99 99 999 999', '999999999999999', '9999999999999'],
    words:
      'nir insee securitesociale sécuritésociale numerosecu numsecu nosecu secu sécu nss numerosecuritesociale socialsecurity ' +
      'numéroinsee cartevitale vitale',
    isValid: isNir,
  }),
  createIdNumber({
    name: 'fr-identity-card',
    type: 'fr_cni',
    pack: 'eu',
    validates: 'month of issue, word before it',
    source: 'service-public.fr',
    named: ['999999999999'],
    words: 'cni numerocni nocni cartenationale cartedidentite carteidentité identité identite didentité didentite',
    isValid: (id) => numberAt(id, 2, 4) >= 1 && numberAt(id, 2, 4) <= 12,
  }),
  createIdNumber({
    name: 'es-dni',
    pack: 'eu',
    validates: 'letter modulo 23, a capital unless a word stands before it',
    source: 'interior.gob.es',
    alone: ['99.999.999-A', '99999999-A', '99999999A'],
    named: ['99.999.999-A', '99.999.999A', '99 999 999 A', '99999999-A', '99999999 A', '99999999A'],
    words:
      'dni nif documento documentonacional identidad documentodeidentidad taxid tin numerodni nodni vat nationalid fiscal',
    isValid: (id) => DNI_LETTERS.charAt(numberAt(id, 0, 8) % 23) === id.charAt(8),
  }),
  createIdNumber({
    name: 'es-nie',
    pack: 'eu',
    validates: 'X, Y or Z first; letter modulo 23',
    source: 'interior.gob.es',
    alone: ['A-9999999-A', 'A9999999A', 'A9999999-A'],
    named: ['A-9999999-A', 'A-9999999A', 'A9999999-A', 'A9999999A'],
    words: 'nie nif extranjero dni numeronie',
    isValid: (id) =>
      'XYZ'.includes(id.charAt(0)) &&
      DNI_LETTERS.charAt(Number('XYZ'.indexOf(id.charAt(0)) + id.slice(1, 8)) % 23) === id.charAt(8),
  }),
  createIdNumber({
    name: 'it-fiscal-code',
    pack: 'eu',
    validates: 'month and day of birth, check letter',
    source: 'D.M. 23 dicembre 1976',
    alone: ['AAAAAA99A99A999A', 'AAAAAA99A99A99AA', 'AAAAAA99A99A9A9A', 'AAAAAA99A99A9AAA'],
    named: ['AAAAAA99A99A###A'],
    words: 'codicefiscale codfiscale codfisc cf fiscalcode taxcode taxid',
    isValid: isFiscalCode,
  }),
  createIdNumber({
    name: 'it-vat-number',
    type: 'it_vat',
    pack: 'eu',
    validates: 'Luhn, province, word before it',
    source: 'agenziaentrate.gov.it',
    named: ['99999999999'],
    words: 'partitaiva piva pariva iva vat vatnumber vatid codicefiscale taxid',
    isValid: (id) => hasLuhn(id) && numberAt(id, 0, 7) > 0 && numberAt(id, 7, 10) > 0,
  }),
  createIdNumber({
    name: 'pt-nif',
    pack: 'eu',
    validates: 'first digit, check digit modulo 11, word before it',
    source: 'info.portaldasfinancas.gov.pt',
    named: ['999 999 999', '999999999'],
    words: 'nif contribuinte numerodecontribuinte númerocontribuinte nif nipc taxid tin vat',
    isValid: (id) =>
      /^[1-35689]/.test(id) && ((11 - (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digitOf(id, 8),
  }),
  createIdNumber({
    name: 'gr-amka',
    pack: 'eu',
    validates: 'date of birth, Luhn, word before it',
    source: 'amka.gr',
    named: ['99999999999'],
    words: 'amka αμκα',
    isValid: (id) => isDate(0, numberAt(id, 2, 4), numberAt(id, 0, 2)) && hasLuhn(id),
  }),
  createIdNumber({
    name: 'gr-tax-number',
    type: 'gr_afm',
    pack: 'eu',
    validates: 'check digit modulo 11, word before it',
    source: 'aade.gr',
    named: ['999999999'],
    words: 'afm αφμ taxid tin vat',
    isValid: (id) =>
      numberAt(id, 0, 9) > 0 && (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitOf(id, 8),
  }),
];

/** Corsica's departments 2A and 2B count as 19 and 18. */
function isNir(id: string): boolean {
  const month = numberAt(id, 3, 5);
  if (!/^[1-478]/.test(id) || month === 0 || (month > 12 && month < 20) || (month > 42 && month < 50)) {
    return false;
  }
  const digits = id.replace('2A', '19').replace('2B', '18');
  return (
    /^\d+$/.test(digits) && (id.length === 13 || 97 - remainderOf(digits.slice(0, 13), 97) === numberAt(digits, 13, 15))
  );
}

/** Digits can be written as letters, for people who would have the same code. */
function isFiscalCode(id: string): boolean {
  const day = numberAt(id, 9, 11);
  const isBirthDay = 'ABCDEHLMPRST'.includes(id.charAt(8)) && day % 40 >= 1 && day % 40 <= 31 && day < 72;
  if (!isBirthDay || PLACES_OF_DIGITS.some((place) => !/[\dLMNPQRSTUV]/.test(id.charAt(place)))) {
    return false;
  }
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const value = Number.parseInt(id.charAt(index), 36);
    const ordinal = value < 10 ? value : value - 10;
    sum += index % 2 === 0 ? (ODD_VALUES[ordinal] ?? 0) : ordinal;
  }
  return sum % 26 === id.charCodeAt(15) - 0x41;
}
