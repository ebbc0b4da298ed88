import { digitOf } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

/** Numbers of Germany that insurances and banks give. */
export const germanNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'de-health-insurance',
    type: 'de_kvnr',
    pack: 'eu',
    validates: 'letter, check digit modulo 10, word before it',
    source: 'SGB V section 290',
    named: ['A999999999', 'A 999999999', 'A999 999 999'],
    words:
      'kvnr kvnummer krankenversicherungsnummer krankenversicherungsnr krankenversichertennummer krankenversicherung ' +
      'versichertennummer versichertennr versicherten versichertenid krankenkasse egk gesundheitskarte',
    isValid: isHealthInsurance,
  }),
  createIdNumber({
    name: 'de-bank-code',
    type: 'routing_number',
    group: 'financial',
    pack: 'eu',
    validates: 'clearing area, word before it',
    source: 'bundesbank.de, Bankleitzahlen',
    named: ['999 999 99', '99999999'],
    words: 'blz bankleitzahl bankcode',
    isValid: (id) => /^[1-8]/.test(id),
  }),
  createIdNumber({
    name: 'de-doctor-number',
    pack: 'eu',
    validates: 'length, word before it',
    source: 'kbv.de, Arztnummer and Betriebsstättennummer',
    named: ['999999999', '999 999 999'],
    words:
      'lanr lanrnummer arztnummer lebenslangearztnummer bsnr bsnrnummer betriebsstättennummer betriebsstaettennummer',
    isValid: () => true,
  }),
];

/** The letter counts as its place in the alphabet; the digits of the products are added. */
function isHealthInsurance(id: string): boolean {
  const digits = String(id.charCodeAt(0) - 0x40).padStart(2, '0') + id.slice(1, 9);
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const product = digitOf(digits, index) * (index % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return sum % 10 === digitOf(id, 9);
}
