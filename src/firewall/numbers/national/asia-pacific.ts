import { digitOf, hasLuhn, hasVerhoeff, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, crossed, isMultiple, REST, TO_10, TO_11_LAST, TO_11_OR_0, weighted } from '../number-checks.js';

const GSTIN_WEIGHTS = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const NRIC_WEIGHTS = [2, 7, 6, 5, 4, 3, 2];
/** By the letter of a series, the check letters. */
const NRIC_SERIES = new Map([
  ['S', weighted(NRIC_WEIGHTS, 'JZIHGFEDCBA')],
  ['T', weighted(NRIC_WEIGHTS, 'GFEDCBAJZIH')],
  ['F', weighted(NRIC_WEIGHTS, 'XWUTRQPNMLK')],
  ['G', weighted(NRIC_WEIGHTS, 'RQPNMLKXWUT')],
  ['M', weighted(NRIC_WEIGHTS, 'TRQPNJLKXWU')],
]);

const KR_WEIGHTS = [1, 3, 7, 1, 3, 7, 1, 3, 5];
/** Businesses have eight digits, companies nine, others a letter for the century and two for their kind. */
const ENTITIES: readonly (readonly [RegExp, (id: string) => boolean])[] = [
  [/^\d{8}[A-Z]$/, weighted([10, 4, 9, 3, 8, 2, 7, 1], 'XMKECAWLJDB')],
  [/^\d{9}[A-Z]$/, weighted([10, 8, 6, 4, 9, 7, 5, 3, 1], 'ZKCMDNERGWH')],
  [/^[RST]/, weighted([4, 3, 5, 3, 10, 2, 2, 5, 7], 'GHJKLABCDEF', 'ABCDEFGHJKLMNPQRSTUVWX0123456789')],
];

/** Numbers of India, Australia, Singapore, Korea, China, Japan and Thailand, of persons and firms. */
// biome-ignore format: one number, a few lines
export const asianNumbers: readonly Detector[] = createIdNumbers({}, [
  { name: 'in-aadhaar', pack: 'in', validates: 'first digit, Verhoeff; bare digits need a word before them',
    source: 'uidai.gov.in', alone: '9999 9999 9999', named: '9999-9999-9999 | 999999999999',
    words: 'aadhaar aadhar adhaar aadhaarnumber aadhaarno uidai uid आधार', checks: [/^[2-9]/, hasVerhoeff] },
  { name: 'in-pan', pack: 'in', validates: 'kind of holder', source: 'incometax.gov.in', alone: 'AAAAA9999A',
    words: 'pan pannumber panno pancard permanentaccountnumber', checks: [/^...[ABCFGHJLPTK]/, /^(?!.*0000)/] },
  { name: 'in-gstin', pack: 'in', validates: 'state, check character', source: 'gst.gov.in', alone: '99AAAAA9999A#A#',
    checks: [/^(?:0[1-9]|[12]\d|3[0-8])/, crossed(GSTIN_WEIGHTS, '0ZYXWVUTSRQPONMLKJIHGFEDCBA987654321')] },
  { name: 'in-voter-id', pack: 'in', validates: 'Luhn, word before it', source: 'eci.gov.in', named: 'AAA9999999',
    words: 'voter voterid epic epicno epicnumber votercard electionid', checks: [(id) => hasLuhn(id.slice(3))] },
  { name: 'au-tfn', pack: 'au', validates: 'weighted sum modulo 11, word before it', source: 'ato.gov.au',
    named: '999 999 999 | 999-999-999 | 999999999', words: 'tfn taxfilenumber taxfile taxfileno',
    checks: [isMultiple([1, 4, 3, 7, 5, 8, 6, 9, 10], 11)] },
  { name: 'au-medicare', pack: 'au', validates: 'first digit, check digit, word before it',
    source: 'servicesaustralia.gov.au', named: '9999 99999 9 | 9999-99999-9 | 9999999999',
    words: 'medicare medicarenumber medicareno medicarecard',
    checks: [/^[2-6]/, weighted([1, 3, 7, 9, 1, 3, 7, 9], REST)] },
  { name: 'au-abn', pack: 'au', validates: 'weighted sum modulo 89, word before it', source: 'abr.business.gov.au',
    named: '99 999 999 999 | 99999999999', words: 'abn abnnumber australianbusinessnumber businessnumber',
    checks: [(id) => (weightedSum(id, ABN_WEIGHTS) - 10) % 89 === 0] },
  { name: 'sg-nric', pack: 'sg', validates: 'series, check letter', source: 'ica.gov.sg', alone: 'A9999999A',
    words: 'nric fin nricno nricnumber nricfin',
    checks: [(id) => NRIC_SERIES.get(id.charAt(0))?.(id.slice(1)) === true] },
  { name: 'kr-rrn', pack: 'kr',
    validates: 'date of birth, century; bare digits need a word before them and the check digit',
    source: 'mois.go.kr', alone: '999999-9999999', named: '9999999999999',
    words: 'rrn residentregistration residentregistrationnumber jumin 주민등록번호 주민번호 주민등록',
    checks: [born('--MMDD'), weighted([2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5], TO_11_LAST)] },
  { name: 'cn-resident-id', pack: 'cn', type: 'cn_id', validates: 'date of birth, ISO 7064 mod 11-2',
    source: 'GB 11643-1999', alone: '999999999999999999 | 99999999999999999A',
    words: '身份证 身份证号 身份证号码 idcard residentid',
    checks: [/^[1-6]\d{5}(?:19|20)/, born('------YYYYMMDD'), weighted(CN_WEIGHTS, '10X98765432')] },
  { name: 'jp-my-number', pack: 'jp', validates: 'check digit modulo 11, word before it', source: 'digital.go.jp',
    named: '9999 9999 9999 | 9999-9999-9999 | 999999999999',
    words: 'mynumber individualnumber マイナンバー 個人番号 kojinbango',
    checks: [weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], TO_11_OR_0)] },
  { name: 'au-acn', pack: 'au', validates: 'check digit modulo 10, word before it',
    source: 'asic.gov.au, Australian Company Number digit check', named: '999 999 999 | 999-999-999 | 999999999',
    words: 'acn acnnumber australiancompanynumber companynumber arbn',
    checks: [weighted([8, 7, 6, 5, 4, 3, 2, 1], TO_10)] },
  { name: 'sg-uen', pack: 'sg', validates: 'check letter, word before it', source: 'uen.gov.sg',
    named: '999999999A | 99999999A | A99AA9999A', words: 'uen uennumber uenno uniqueentitynumber',
    checks: [(id) => ENTITIES.some(([form, hasLetter]) => form.test(id) && hasLetter(id))] },
  { name: 'kr-brn', pack: 'kr', validates: 'check digit modulo 10, word before it', source: 'nts.go.kr',
    named: '999-99-99999 | 999 99 99999 | 9999999999',
    words: 'brn businessregistration businessregistrationnumber businessnumber 사업자등록번호 사업자번호 사업자',
    checks: [hasKoreanSum] },
  { name: 'th-national-id', pack: 'th', validates: 'first digit, check digit modulo 11, word before it',
    source: 'dopa.go.th', named: '9-9999-99999-99-9 | 9 9999 99999 99 9 | 9999999999999',
    words: 'thaiid thainationalid thaicitizenid nationalid nationalidnumber citizenid idcard idcardnumber เลขประจำตัวประชาชน บัตรประชาชน เลขบัตรประชาชน',
    checks: [/^[1-8]/, weighted([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11_LAST)] },
]);

/** Of the last product the tens count too. */
function hasKoreanSum(id: string): boolean {
  const sum = weightedSum(id, KR_WEIGHTS) + Math.floor((5 * digitOf(id, 8)) / 10);
  return (10 - (sum % 10)) % 10 === digitOf(id, 9);
}
