import { hasMod11And10 } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, isMultiple, REST_OF_11, TO_11_OR_0, weighted } from '../number-checks.js';

/** Polish, of firms and persons. */
export const hasNipSum = weighted([6, 5, 7, 2, 3, 4, 5, 6, 7], REST_OF_11);

/** Numbers of Poland, Czechia, Slovakia, Hungary, Romania, Bulgaria, Croatia and Slovenia. */
export const easternEuropeanNumbers: readonly Detector[] = createIdNumbers({ pack: 'eu' }, [
  {
    name: 'pl-pesel',
    validates: 'date of birth, check digit, word before it',
    source: 'gov.pl/web/gov/czym-jest-numer-pesel',
    named: '99999999999',
    words: 'pesel numerpesel nrpesel peselu',
    checks: [born('--MMDD', { months: [20] }), isMultiple([1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10)],
  },
  {
    name: 'pl-nip',
    validates: 'check digit modulo 11, word before it',
    source: 'podatki.gov.pl',
    named: '999-999-99-99 | 999-99-99-999 | 999 999 99 99 | 9999999999',
    words: 'nip numernip nrnip taxid tin',
    checks: [hasNipSum],
  },
  {
    name: 'pl-identity-card',
    validates: 'check digit, word before it',
    source: 'gov.pl/web/gov/dowod-osobisty',
    named: 'AAA999999 | AAA 999999',
    words: 'dowód dowod dowodu dowódosobisty dowodosobisty osobisty osobistego idcard identitycard',
    checks: [isMultiple([7, 3, 1, 9, 7, 3, 1, 7, 3], 10)],
  },
  {
    name: 'cz-sk-birth-number',
    type: 'birth_number',
    validates: 'date of birth, divisible by 11; bare digits need a word before them',
    source: 'zakon 133/2000 Sb.',
    alone: '999999/9999',
    named: '9999999999',
    words: 'rodnécislo rodnéčíslo rodnecislo rodné rodne rč rc birthnumber',
    checks: [
      born('--MMDD', { months: [50, 20] }),
      (id) => Number(id) % 11 === 0 || (Number(id.slice(0, 9)) % 11 === 10 && id.endsWith('0')),
    ],
  },
  {
    name: 'hu-tax-number',
    type: 'hu_tax_id',
    validates: 'begins with 8, check digit modulo 11, word before it',
    source: 'nav.gov.hu',
    named: '9999999999',
    words: 'adóazonosító adoazonosito adóazonosítójel adoazonositojel adójel taxid tin',
    checks: [/^8/, weighted([1, 2, 3, 4, 5, 6, 7, 8, 9], REST_OF_11)],
  },
  {
    name: 'ro-cnp',
    validates: 'date of birth, county, check digit modulo 11, word before it',
    source: 'legislatie.just.ro',
    named: '9999999999999',
    words: 'cnp codnumericpersonal numericpersonal codulnumericpersonal',
    checks: [/^[1-9]/, born('---MMDD'), weighted([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], '01234567891')],
  },
  {
    name: 'bg-egn',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'grao.bg',
    named: '9999999999',
    words: 'egn егн',
    checks: [born('--MMDD', { months: [20] }), weighted([2, 4, 8, 5, 10, 9, 7, 3, 6], '01234567890')],
  },
  {
    name: 'hr-oib',
    validates: 'ISO 7064 mod 11,10; word before it',
    source: 'porezna-uprava.gov.hr',
    named: '99999999999',
    words: 'oib osobniidentifikacijskibroj identifikacijskibroj taxid tin',
    checks: [hasMod11And10],
  },
  {
    name: 'si-emso',
    validates: 'date of birth, check digit modulo 11, word before it',
    source: 'gov.si',
    named: '9999999999999',
    words: 'emso emšo jmbg matičnibroj maticnibroj',
    checks: [born('DDMM'), weighted([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], TO_11_OR_0)],
  },
]);
