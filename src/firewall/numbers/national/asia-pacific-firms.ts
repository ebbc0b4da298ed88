import { digitOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { TO_10, TO_11_LAST, weighted } from '../number-checks.js';

const KR_WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5];
/** Businesses have eight digits, companies nine, others a letter for the century and two for their kind. */
const ENTITIES: readonly (readonly [RegExp, (id: string) => boolean])[] = [
  [/^\d{8}[A-Z]$/, weighted([10, 4, 9, 3, 8, 2, 7, 1], 'XMKECAWLJDB')],
  [/^\d{9}[A-Z]$/, weighted([10, 8, 6, 4, 9, 7, 5, 3, 1], 'ZKCMDNERGWH')],
  [/^[RST]/, weighted([4, 3, 5, 3, 10, 2, 2, 5, 7], 'GHJKLABCDEF', 'ABCDEFGHJKLMNPQRSTUVWX0123456789')],
];

/** Numbers of firms in Australia, Singapore and Korea, and of persons in Thailand. */
export const asianFirmNumbers: readonly Detector[] = createIdNumbers({}, [
  {
    name: 'au-acn',
    pack: 'au',
    validates: 'check digit modulo 10, word before it',
    source: 'asic.gov.au, Australian Company Number digit check',
    named: '999 999 999 | 999-999-999 | 999999999',
    words: 'acn acnnumber australiancompanynumber companynumber arbn',
    checks: [weighted([8, 7, 6, 5, 4, 3, 2, 1], TO_10)],
  },
  {
    name: 'sg-uen',
    pack: 'sg',
    validates: 'check letter, word before it',
    source: 'uen.gov.sg',
    named: '999999999A | 99999999A | A99AA9999A',
    words: 'uen uennumber uenno uniqueentitynumber',
    checks: [(id) => ENTITIES.some(([form, hasLetter]) => form.test(id) && hasLetter(id))],
  },
  {
    name: 'kr-brn',
    pack: 'kr',
    validates: 'check digit modulo 10, word before it',
    source: 'nts.go.kr',
    named: '999-99-99999 | 999 99 99999 | 9999999999',
    words: 'brn businessregistration businessregistrationnumber businessnumber 사업자등록번호 사업자번호 사업자',
    checks: [hasKoreanSum],
  },
  {
    name: 'th-national-id',
    pack: 'th',
    validates: 'first digit, check digit modulo 11, word before it',
    source: 'dopa.go.th',
    named: '9-9999-99999-99-9 | 9 9999 99999 99 9 | 9999999999999',
    words:
      'thaiid thainationalid thaicitizenid nationalid nationalidnumber citizenid idcard idcardnumber ' +
      'เลขประจำตัวประชาชน บัตรประชาชน เลขบัตรประชาชน',
    checks: [/^[1-8]/, weighted([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_LAST)],
  },
]);

/** Of the last product the tens count too. */
function hasKoreanSum(id: string): boolean {
  const sum = weightedSum(id, KR_WEIGHTS) + Math.floor((5 * digitOf(id, 8)) / 10);
  return (10 - (sum % 10)) % 10 === digitOf(id, 9);
}
