import { hasLuhn, hasVerhoeff, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const FIRST_LETTER = 0x41;
/** What a first letter counts for in Hong Kong: A is 10. */
const LETTER_VALUE = 10;
/** In the place of a second letter. */
const BLANK_VALUE = 36;
/** By its letter, the number of a county. */
const COUNTIES = [
  10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33,
];

/** Numbers of persons in Hong Kong, Taiwan, Israel, Nigeria and the Philippines: all of them need a word before them. */
export const moreNationalNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'hk-identity-card',
    pack: 'hk',
    validates: 'check character modulo 11, word before it',
    source: 'immd.gov.hk',
    named: ['AA999999(#)', 'A999999(#)', 'AA999999#', 'A999999#', 'AA9999999', 'A9999999'],
    words: 'hkid hkidno hkidnumber hkidcard hongkongid hongkongidcard hongkongidentitycard 香港身份證 香港身份證號碼',
    isValid: isHongKong,
  }),
  createIdNumber({
    name: 'tw-national-id',
    pack: 'tw',
    validates: 'sex, check digit modulo 10, word before it',
    source: 'ris.gov.tw',
    named: ['A999999999'],
    words: 'taiwanid taiwannationalid taiwanidnumber twid twnationalid 身分證 身分證字號 身份證字號 身分證統一編號',
    isValid: (id) => {
      const county = COUNTIES[id.charCodeAt(0) - FIRST_LETTER] ?? 0;
      const sum = weightedSum(id.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1]);
      return /^[1289]/.test(id.slice(1)) && (Math.floor(county / 10) + (county % 10) * 9 + sum) % 10 === 0;
    },
  }),
  createIdNumber({
    name: 'il-identity-number',
    pack: 'il',
    validates: 'Luhn, word before it',
    source: 'gov.il',
    named: ['99999999-9', '999999999'],
    words: 'teudatzehut teudatzehutnumber israeliid israeliidnumber israelid tzid תעודתזהות מספרזהות',
    isValid: hasLuhn,
  }),
  createIdNumber({
    name: 'ng-nin',
    pack: 'ng',
    validates: 'Verhoeff, word before it',
    source: 'nimc.gov.ng',
    named: ['9999 9999 999', '9999-9999-999', '99999999999'],
    words: 'nin ninnumber ninno nationalidentificationnumber nigeriannin',
    isValid: hasVerhoeff,
  }),
  createIdNumber({
    name: 'ph-tin',
    pack: 'ph',
    validates: 'length, word before it',
    source: 'bir.gov.ph',
    named: ['999-999-999-99999', '999-999-999-999', '999-999-999', '99999999999999', '999999999999', '999999999'],
    words: 'tin tinno tinnumber birtin philippinetin taxpayeridentification taxpayeridentificationnumber',
    isValid: () => true,
  }),
  createIdNumber({
    name: 'ph-identity-number',
    pack: 'ph',
    validates: 'groups of the card, word before it',
    source: 'philsys.gov.ph, sss.gov.ph, philhealth.gov.ph',
    named: [
      '9999-9999-9999-9999',
      '9999-9999-9999',
      '9999-9999999-9',
      '99-999999999-9',
      '99-9999999-9',
      '9999999999999999',
      '999999999999',
      '9999999999',
    ],
    words:
      'philsys philsysnumber philsysid philsyscardnumber philid psn pcn sss sssnumber sssno crn umid umidcrn ' +
      'philhealth philhealthnumber philhealthno pagibig pagibigmid',
    isValid: () => true,
  }),
];

function isHongKong(id: string): boolean {
  const letters = /^[A-Z]{2}/.test(id) ? 2 : 1;
  const values = [...id.slice(0, letters)].map((letter) => letter.charCodeAt(0) - FIRST_LETTER + LETTER_VALUE);
  const [first = 0, second = 0] = letters === 2 ? values : [BLANK_VALUE, ...values];
  const last = id.charAt(letters + 6);
  const check = last === 'A' ? LETTER_VALUE : Number(last);
  return (first * 9 + second * 8 + weightedSum(id.slice(letters), [7, 6, 5, 4, 3, 2]) + check) % 11 === 0;
}
