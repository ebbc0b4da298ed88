import { hasLuhn } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, TO_10, TO_11_OR_0, weighted } from '../number-checks.js';

const CURP_WEIGHTS = [18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Numbers of Brazil, Canada and Mexico. */
export const americanNumbers: readonly Detector[] = createIdNumbers({}, [
  {
    name: 'br-cpf',
    pack: 'br',
    validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal',
    alone: '999.999.999-99',
    named: '999 999 999 99 | 999.999.99999 | 999999999-99 | 99999999999',
    words: 'cpf cpfnumber cpfdo cpfcnpj numerodocpf contribuinte documento',
    checks: [
      weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0),
      weighted([11, 10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0),
    ],
  },
  {
    name: 'br-cnpj',
    pack: 'br',
    validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal',
    alone: '99.999.999/9999-99',
    named: '99999999/9999-99 | 99999999999999',
    words: 'cnpj cpfcnpj numerodocnpj empresa',
    checks: [
      weighted([5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0),
      weighted([6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0),
    ],
  },
  {
    name: 'ca-sin',
    pack: 'ca',
    validates: 'first digit, Luhn; bare digits need a word before them',
    source: 'canada.ca/en/employment-social-development/services/sin.html',
    alone: '999-999-999',
    named: '999 999 999 | 999999999',
    words:
      'sin sinnumber socialinsurance socialinsurancenumber nas assurancesociale numerodassurancesociale ' +
      'dassurancesociale',
    // Those that begin with a zero are of examples, and given to nobody.
    checks: [(id, isNamed) => isNamed || /^[1-79]/.test(id), hasLuhn],
  },
  {
    name: 'mx-curp',
    pack: 'mx',
    validates: 'date of birth, sex, state, check digit',
    source: 'gob.mx/curp',
    alone: 'AAAA999999AAAAAA#9',
    words: 'curp',
    checks: [
      born('------MMDD'),
      /^.{10}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}/,
      weighted(CURP_WEIGHTS, TO_10, CURP_ALPHABET),
    ],
  },
  {
    name: 'mx-rfc',
    pack: 'mx',
    validates: 'date of birth, word before it',
    source: 'sat.gob.mx',
    named: 'AAAA999999### | AAAA-999999-###',
    words: 'rfc registrofederal',
    checks: [born('------MMDD')],
  },
]);
