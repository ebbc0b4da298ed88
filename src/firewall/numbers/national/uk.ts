import { digitOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

/** Numbers of the United Kingdom. */
export const ukNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'uk-nhs-number',
    type: 'uk_nhs',
    pack: 'uk',
    validates: 'check digit modulo 11, word before it',
    source: 'datadictionary.nhs.uk/attributes/nhs_number.html',
    named: ['999 999 9999', '999-999-9999', '9999999999'],
    words: 'nhs nhsnumber nhsno nhsid patient patientid patientnumber',
    isValid: (id) => (11 - (weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digitOf(id, 9),
  }),
  createIdNumber({
    name: 'uk-nino',
    pack: 'uk',
    validates: 'letters that are given out',
    source: 'gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110',
    alone: ['AA999999A', 'AA 99 99 99 A'],
    named: ['AA999999A', 'AA 99 99 99 A', 'AA 999999 A', 'AA 99 99 99A', 'AA-99-99-99-A', 'AA999999'],
    words: 'nino ni nationalinsurance nationalinsurancenumber ninumber nino',
    isValid: (id) => /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]?$/.test(id),
  }),
  createIdNumber({
    name: 'uk-utr',
    pack: 'uk',
    validates: 'check digit modulo 11, word before it',
    source: 'gov.uk/find-utr-number',
    named: ['99999 99999', '9999999999'],
    words: 'utr uniquetaxpayerreference taxreference taxpayerreference taxid',
    isValid: (id) => '21987654321'.charAt(weightedSum(id.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11) === id.charAt(0),
  }),
  createIdNumber({
    name: 'uk-driving-licence',
    pack: 'uk',
    validates: 'month and day of birth, initials',
    source: 'gov.uk/view-driving-licence',
    alone: ['AAAAA999999AA9AA', 'AAAAA999999A99AA'],
    named: ['AAAAA999999AA###', 'AAAAA999999A9###'],
    words: 'drivinglicence drivinglicense licence driverlicence driverslicence dvla licencenumber',
    isValid: (id) => /^[A-Z]{5}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z][A-Z9][0-9A-Z]{3}$/.test(id),
  }),
  createIdNumber({
    name: 'uk-sort-code',
    group: 'financial',
    pack: 'uk',
    validates: 'word before it',
    source: 'wearepay.uk',
    named: ['99-99-99', '99 99 99'],
    words: 'sortcode sort',
    isValid: () => true,
  }),
];
