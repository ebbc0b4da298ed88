import { digitOf, hasLuhn, isDate, numberAt, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Numbers of Brazil, Canada and Mexico. */
export const americanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'br-cpf',
    pack: 'br',
    validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal',
    alone: ['999.999.999-99'],
    named: ['999.999.999-99', '999 999 999 99', '999.999.99999', '999999999-99', '99999999999'],
    words: 'cpf cpfnumber cpfdo cpfcnpj numerodocpf contribuinte documento',
    isValid: (id) => hasBrazilianSums(id, 9),
  }),
  createIdNumber({
    name: 'br-cnpj',
    pack: 'br',
    validates: 'two check digits modulo 11; bare digits need a word before them',
    source: 'gov.br/receitafederal',
    alone: ['99.999.999/9999-99'],
    named: ['99.999.999/9999-99', '99999999/9999-99', '99999999999999'],
    words: 'cnpj cpfcnpj numerodocnpj empresa',
    isValid: (id) => hasBrazilianSums(id, 12),
  }),
  createIdNumber({
    name: 'ca-sin',
    pack: 'ca',
    validates: 'first digit, Luhn; bare digits need a word before them',
    source: 'canada.ca/en/employment-social-development/services/sin.html',
    alone: ['999-999-999'],
    named: ['999-999-999', '999 999 999', '999999999'],
    words:
      'sin sinnumber socialinsurance socialinsurancenumber nas assurancesociale numerodassurancesociale dassurancesociale',
    // Those that begin with a zero are of examples, and given to nobody.
    isValid: (id, isNamed) => (isNamed || /^[1-79]/.test(id)) && hasLuhn(id),
  }),
  createIdNumber({
    name: 'mx-curp',
    pack: 'mx',
    validates: 'date of birth, sex, state, check digit',
    source: 'gob.mx/curp',
    alone: ['AAAA999999AAAAAA#9'],
    named: ['AAAA999999AAAAAA#9'],
    words: 'curp',
    isValid: isCurp,
  }),
  createIdNumber({
    name: 'mx-rfc',
    pack: 'mx',
    validates: 'date of birth, word before it',
    source: 'sat.gob.mx',
    named: ['AAAA999999###', 'AAAA-999999-###'],
    words: 'rfc registrofederal',
    isValid: (id) => isDate(0, numberAt(id, 6, 8), numberAt(id, 8, 10)),
  }),
];

/** Weights from 2 to 11 for persons and from 2 to 9, again and again, for companies. */
function hasBrazilianSums(id: string, length: number): boolean {
  const highest = length === 9 ? 11 : 9;
  return [length, length + 1].every((count) => {
    const weights = Array.from({ length: count }, (_, index) => 2 + ((count - 1 - index) % (highest - 1)));
    const rest = weightedSum(id, weights) % 11;
    return (rest < 2 ? 0 : 11 - rest) === digitOf(id, count);
  });
}

function isCurp(id: string): boolean {
  if (!isDate(0, numberAt(id, 6, 8), numberAt(id, 8, 10)) || !/^.{10}[HMX][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}/.test(id)) {
    return false;
  }
  let sum = 0;
  for (let index = 0; index < 17; index += 1) {
    sum += CURP_ALPHABET.indexOf(id.charAt(index)) * (18 - index);
  }
  return (10 - (sum % 10)) % 10 === digitOf(id, 17);
}
