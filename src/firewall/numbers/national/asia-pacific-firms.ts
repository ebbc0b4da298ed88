import { digitOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const UEN_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWX0123456789';
const UEN_WEIGHTS = [4, 3, 5, 3, 10, 2, 2, 5, 7];

/** Numbers of firms in Australia, Singapore and Korea, and of persons in Thailand. */
export const asianFirmNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'au-acn',
    pack: 'au',
    validates: 'check digit modulo 10, word before it',
    source: 'asic.gov.au, Australian Company Number digit check',
    named: ['999 999 999', '999-999-999', '999999999'],
    words: 'acn acnnumber australiancompanynumber companynumber arbn',
    isValid: (id) => (10 - (weightedSum(id, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digitOf(id, 8),
  }),
  createIdNumber({
    name: 'sg-uen',
    pack: 'sg',
    validates: 'check letter, word before it',
    source: 'uen.gov.sg',
    named: ['999999999A', '99999999A', 'A99AA9999A'],
    words: 'uen uennumber uenno uniqueentitynumber',
    isValid: hasEntityLetter,
  }),
  createIdNumber({
    name: 'kr-brn',
    pack: 'kr',
    validates: 'check digit modulo 10, word before it',
    source: 'nts.go.kr',
    named: ['999-99-99999', '999 99 99999', '9999999999'],
    words: 'brn businessregistration businessregistrationnumber businessnumber 사업자등록번호 사업자번호 사업자',
    isValid: (id) => {
      const sum = weightedSum(id, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor((5 * digitOf(id, 8)) / 10);
      return (10 - (sum % 10)) % 10 === digitOf(id, 9);
    },
  }),
  createIdNumber({
    name: 'th-national-id',
    pack: 'th',
    validates: 'first digit, check digit modulo 11, word before it',
    source: 'dopa.go.th',
    named: ['9-9999-99999-99-9', '9 9999 99999 99 9', '9999999999999'],
    words:
      'thaiid thainationalid thaicitizenid nationalid nationalidnumber citizenid idcard idcardnumber ' +
      'เลขประจำตัวประชาชน บัตรประชาชน เลขบัตรประชาชน',
    isValid: (id) =>
      /^[1-8]/.test(id) &&
      (11 - (weightedSum(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digitOf(id, 12),
  }),
];

/** Businesses have eight digits, companies nine, others a letter for the century and two for their kind. */
function hasEntityLetter(id: string): boolean {
  if (/^\d{8}[A-Z]$/.test(id)) {
    return 'XMKECAWLJDB'.charAt(weightedSum(id, [10, 4, 9, 3, 8, 2, 7, 1]) % 11) === id.charAt(8);
  }
  if (/^\d{9}[A-Z]$/.test(id)) {
    return 'ZKCMDNERGWH'.charAt(weightedSum(id, [10, 8, 6, 4, 9, 7, 5, 3, 1]) % 11) === id.charAt(9);
  }
  const sum = UEN_WEIGHTS.reduce((total, weight, index) => total + weight * UEN_LETTERS.indexOf(id.charAt(index)), 0);
  return /^[RST]/.test(id) && UEN_LETTERS.charAt((sum + 6) % 11) === id.charAt(9);
}
