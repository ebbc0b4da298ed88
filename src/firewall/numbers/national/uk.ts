import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { TO_11, weighted } from '../number-checks.js';

const hasTaxpayerSum = weighted([6, 7, 8, 9, 10, 5, 4, 3, 2], '21987654321');

/** Numbers of the United Kingdom. */
export const ukNumbers: readonly Detector[] = createIdNumbers({ pack: 'uk' }, [
  {
    name: 'uk-nhs-number',
    type: 'uk_nhs',
    validates: 'check digit modulo 11, word before it',
    source: 'datadictionary.nhs.uk/attributes/nhs_number.html',
    named: '999 999 9999 | 999-999-9999 | 9999999999',
    words: 'nhs nhsnumber nhsno nhsid patient patientid patientnumber',
    checks: [weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11)],
  },
  {
    name: 'uk-nino',
    validates: 'letters that are given out',
    source: 'gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110',
    alone: 'AA999999A | AA 99 99 99 A',
    named: 'AA 999999 A | AA 99 99 99A | AA-99-99-99-A | AA999999',
    words: 'nino ni nationalinsurance nationalinsurancenumber ninumber nino',
    checks: [/^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]?$/],
  },
  {
    name: 'uk-utr',
    validates: 'check digit modulo 11, word before it',
    source: 'gov.uk/find-utr-number',
    named: '99999 99999 | 9999999999',
    words: 'utr uniquetaxpayerreference taxreference taxpayerreference taxid',
    // The first digit is the check.
    checks: [(id) => hasTaxpayerSum(id.slice(1) + id.charAt(0))],
  },
  {
    name: 'uk-driving-licence',
    validates: 'month and day of birth, initials',
    source: 'gov.uk/view-driving-licence',
    alone: 'AAAAA999999AA9AA | AAAAA999999A99AA',
    named: 'AAAAA999999AA### | AAAAA999999A9###',
    words: 'drivinglicence drivinglicense licence driverlicence driverslicence dvla licencenumber',
    checks: [/^[A-Z]{5}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z][A-Z9][0-9A-Z]{3}$/],
  },
  {
    name: 'uk-sort-code',
    group: 'financial',
    validates: 'word before it',
    source: 'wearepay.uk',
    named: '99-99-99 | 99 99 99',
    words: 'sortcode sort',
  },
]);
