import { digitOf, hasLuhn, hasVerhoeff, isDate, numberAt, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const KR_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];

/** Numbers of India, Australia, Singapore, Korea, China and Japan. */
export const asianNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'in-aadhaar',
    pack: 'in',
    validates: 'first digit, Verhoeff; bare digits need a word before them',
    source: 'uidai.gov.in',
    alone: ['9999 9999 9999'],
    named: ['9999 9999 9999', '9999-9999-9999', '999999999999'],
    words: 'aadhaar aadhar adhaar aadhaarnumber aadhaarno uidai uid आधार',
    isValid: (id) => /^[2-9]/.test(id) && hasVerhoeff(id),
  }),
  createIdNumber({
    name: 'in-pan',
    pack: 'in',
    validates: 'kind of holder',
    source: 'incometax.gov.in',
    alone: ['AAAAA9999A'],
    named: ['AAAAA9999A'],
    words: 'pan pannumber panno pancard permanentaccountnumber',
    isValid: (id) => 'ABCFGHJLPTK'.includes(id.charAt(3)) && !id.includes('0000'),
  }),
  createIdNumber({
    name: 'in-gstin',
    pack: 'in',
    validates: 'state, check character',
    source: 'gst.gov.in',
    alone: ['99AAAAA9999A#A#'],
    isValid: (id) => numberAt(id, 0, 2) >= 1 && numberAt(id, 0, 2) <= 38 && hasGstSum(id),
  }),
  createIdNumber({
    name: 'in-voter-id',
    pack: 'in',
    validates: 'Luhn, word before it',
    source: 'eci.gov.in',
    named: ['AAA9999999'],
    words: 'voter voterid epic epicno epicnumber votercard electionid',
    isValid: (id) => hasLuhn(id.slice(3)),
  }),
  createIdNumber({
    name: 'au-tfn',
    pack: 'au',
    validates: 'weighted sum modulo 11, word before it',
    source: 'ato.gov.au',
    named: ['999 999 999', '999-999-999', '999999999'],
    words: 'tfn taxfilenumber taxfile taxfileno',
    isValid: (id) => weightedSum(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
  }),
  createIdNumber({
    name: 'au-medicare',
    pack: 'au',
    validates: 'first digit, check digit, word before it',
    source: 'servicesaustralia.gov.au',
    named: ['9999 99999 9', '9999-99999-9', '9999999999'],
    words: 'medicare medicarenumber medicareno medicarecard',
    isValid: (id) => /^[2-6]/.test(id) && weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digitOf(id, 8),
  }),
  createIdNumber({
    name: 'au-abn',
    pack: 'au',
    validates: 'weighted sum modulo 89, word before it',
    source: 'abr.business.gov.au',
    named: ['99 999 999 999', '99999999999'],
    words: 'abn abnnumber australianbusinessnumber businessnumber',
    isValid: (id) => {
      const sum = weightedSum(id, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10;
      return sum % 89 === 0;
    },
  }),
  createIdNumber({
    name: 'sg-nric',
    pack: 'sg',
    validates: 'series, check letter',
    source: 'ica.gov.sg',
    alone: ['A9999999A'],
    named: ['A9999999A'],
    words: 'nric fin nricno nricnumber nricfin',
    isValid: hasSingaporeLetter,
  }),
  createIdNumber({
    name: 'kr-rrn',
    pack: 'kr',
    validates: 'date of birth, century; bare digits need a word before them and the check digit',
    source: 'mois.go.kr',
    alone: ['999999-9999999'],
    named: ['999999-9999999', '9999999999999'],
    words: 'rrn residentregistration residentregistrationnumber jumin 주민등록번호 주민번호 주민등록',
    isValid: (id) => isDate(0, numberAt(id, 2, 4), numberAt(id, 4, 6)) && hasKoreanSum(id),
  }),
  createIdNumber({
    name: 'cn-resident-id',
    type: 'cn_id',
    pack: 'cn',
    validates: 'date of birth, ISO 7064 mod 11-2',
    source: 'GB 11643-1999',
    alone: ['999999999999999999', '99999999999999999A'],
    named: ['99999999999999999A'],
    words: '身份证 身份证号 身份证号码 idcard residentid',
    isValid: (id) => {
      const check = '10X98765432'.charAt(weightedSum(id, CN_WEIGHTS) % 11);
      return /^[1-6]\d{5}(?:19|20)/.test(id) && isBirthDate(id) && check === id.charAt(17);
    },
  }),
  createIdNumber({
    name: 'jp-my-number',
    pack: 'jp',
    validates: 'check digit modulo 11, word before it',
    source: 'digital.go.jp',
    named: ['9999 9999 9999', '9999-9999-9999', '999999999999'],
    words: 'mynumber individualnumber マイナンバー 個人番号 kojinbango',
    isValid: (id) => {
      const rest = weightedSum(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      return (rest <= 1 ? 0 : 11 - rest) === digitOf(id, 11);
    },
  }),
];

function isBirthDate(id: string): boolean {
  return isDate(numberAt(id, 6, 10), numberAt(id, 10, 12), numberAt(id, 12, 14));
}

function hasGstSum(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 14; index += 1) {
    const product = BASE_36.indexOf(id.charAt(index)) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return BASE_36.charAt((36 - (sum % 36)) % 36) === id.charAt(14);
}

function hasSingaporeLetter(id: string): boolean {
  const series = id.charAt(0);
  const offset = series === 'T' || series === 'G' ? 4 : series === 'M' ? 3 : 0;
  const rest = (weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters = { S: 'JZIHGFEDCBA', T: 'JZIHGFEDCBA', F: 'XWUTRQPNMLK', G: 'XWUTRQPNMLK', M: 'XWUTRQPNJLK' }[series];
  return letters !== undefined && letters.charAt(rest) === id.charAt(8);
}

/** Numbers that were given out from October 2020 on have no check digit; printed ones are told by their form. */
function hasKoreanSum(id: string): boolean {
  return (11 - (weightedSum(id, KR_WEIGHTS) % 11)) % 10 === digitOf(id, 12);
}
