import { digitOf, hasMod11And10, isDate, numberAt, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

/** Numbers of Poland, Czechia, Slovakia, Hungary, Romania, Bulgaria, Croatia and Slovenia. */
export const easternEuropeanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'pl-pesel',
    pack: 'eu',
    validates: 'date of birth, check digit, word before it',
    source: 'gov.pl/web/gov/czym-jest-numer-pesel',
    named: ['99999999999'],
    words: 'pesel numerpesel nrpesel peselu',
    isValid: (id) =>
      isDate(0, numberAt(id, 2, 4) % 20, numberAt(id, 4, 6)) &&
      weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  }),
  createIdNumber({
    name: 'pl-nip',
    pack: 'eu',
    validates: 'check digit modulo 11, word before it',
    source: 'podatki.gov.pl',
    named: ['999-999-99-99', '999-99-99-999', '999 999 99 99', '9999999999'],
    words: 'nip numernip nrnip taxid tin',
    isValid: (id) => weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitOf(id, 9),
  }),
  createIdNumber({
    name: 'pl-identity-card',
    pack: 'eu',
    validates: 'check digit, word before it',
    source: 'gov.pl/web/gov/dowod-osobisty',
    named: ['AAA999999', 'AAA 999999'],
    words: 'dowód dowod dowodu dowódosobisty dowodosobisty osobisty osobistego idcard identitycard',
    isValid: (id) => {
      const digits = [...id].map((character) => Number.parseInt(character, 36));
      const sum = [7, 3, 1, 9, 7, 3, 1, 7, 3].reduce((before, weight, at) => before + weight * (digits[at] ?? 0), 0);
      return sum % 10 === 0;
    },
  }),
  createIdNumber({
    name: 'cz-sk-birth-number',
    type: 'birth_number',
    pack: 'eu',
    validates: 'date of birth, divisible by 11; bare digits need a word before them',
    source: 'zakon 133/2000 Sb.',
    alone: ['999999/9999'],
    named: ['999999/9999', '9999999999'],
    words: 'rodnécislo rodnéčíslo rodnecislo rodné rodne rč rc birthnumber',
    isValid: (id) =>
      isDate(0, (numberAt(id, 2, 4) % 50) % 20, numberAt(id, 4, 6)) &&
      (Number(id) % 11 === 0 || (Number(id.slice(0, 9)) % 11 === 10 && id.endsWith('0'))),
  }),
  createIdNumber({
    name: 'hu-tax-number',
    type: 'hu_tax_id',
    pack: 'eu',
    validates: 'begins with 8, check digit modulo 11, word before it',
    source: 'nav.gov.hu',
    named: ['9999999999'],
    words: 'adóazonosító adoazonosito adóazonosítójel adoazonositojel adójel taxid tin',
    isValid: (id) => id.startsWith('8') && weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === digitOf(id, 9),
  }),
  createIdNumber({
    name: 'ro-cnp',
    pack: 'eu',
    validates: 'date of birth, county, check digit modulo 11, word before it',
    source: 'legislatie.just.ro',
    named: ['9999999999999'],
    words: 'cnp codnumericpersonal numericpersonal codulnumericpersonal',
    isValid: (id) =>
      /^[1-9]/.test(id) &&
      isDate(0, numberAt(id, 3, 5), numberAt(id, 5, 7)) &&
      asOneDigit(weightedSum(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11, 1) === digitOf(id, 12),
  }),
  createIdNumber({
    name: 'bg-egn',
    pack: 'eu',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'grao.bg',
    named: ['9999999999'],
    words: 'egn егн',
    isValid: (id) =>
      isDate(0, numberAt(id, 2, 4) % 20, numberAt(id, 4, 6)) &&
      asOneDigit(weightedSum(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11, 0) === digitOf(id, 9),
  }),
  createIdNumber({
    name: 'hr-oib',
    pack: 'eu',
    validates: 'ISO 7064 mod 11,10; word before it',
    source: 'porezna-uprava.gov.hr',
    named: ['99999999999'],
    words: 'oib osobniidentifikacijskibroj identifikacijskibroj taxid tin',
    isValid: hasMod11And10,
  }),
  createIdNumber({
    name: 'si-emso',
    pack: 'eu',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'gov.si',
    named: ['9999999999999'],
    words: 'emso emšo jmbg matičnibroj maticnibroj',
    isValid: (id) =>
      isDate(0, numberAt(id, 2, 4), numberAt(id, 0, 2)) &&
      asOneDigit((11 - (weightedSum(id, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11, 0) === digitOf(id, 12),
  }),
];

function asOneDigit(check: number, ten: number): number {
  return check === 10 ? ten : check;
}
