import { hasLuhn, hasVerhoeff } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { isMultiple } from '../number-checks.js';

/** With a blank where there is no second letter. */
const hasHongKongSum = isMultiple([9, 8, 7, 6, 5, 4, 3, 2, 1], 11);
const hasCountySum = isMultiple([1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1], 10);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** By its letter, the number of a county. */
const COUNTIES = '10 11 12 13 14 15 16 17 34 18 19 20 21 22 35 23 24 25 26 27 28 29 32 30 31 33'.split(' ');

/** Numbers of persons in Hong Kong, Taiwan, Israel, Nigeria and the Philippines: all of them need a word before them. */
export const moreNationalNumbers: readonly Detector[] = createIdNumbers({}, [
  {
    name: 'hk-identity-card',
    pack: 'hk',
    validates: 'check character modulo 11, word before it',
    source: 'immd.gov.hk',
    named: 'AA999999(#) | A999999(#) | AA999999# | A999999# | AA9999999 | A9999999',
    words: 'hkid hkidno hkidnumber hkidcard hongkongid hongkongidcard hongkongidentitycard 香港身份證 香港身份證號碼',
    checks: [/[\dA]$/, (id) => hasHongKongSum(id.padStart(9))],
  },
  {
    name: 'tw-national-id',
    pack: 'tw',
    validates: 'sex, check digit modulo 10, word before it',
    source: 'ris.gov.tw',
    named: 'A999999999',
    words: 'taiwanid taiwannationalid taiwanidnumber twid twnationalid 身分證 身分證字號 身份證字號 身分證統一編號',
    checks: [/^.[1289]/, (id) => hasCountySum((COUNTIES[LETTERS.indexOf(id.charAt(0))] ?? '') + id.slice(1))],
  },
  {
    name: 'il-identity-number',
    pack: 'il',
    validates: 'Luhn, word before it',
    source: 'gov.il',
    named: '99999999-9 | 999999999',
    words: 'teudatzehut teudatzehutnumber israeliid israeliidnumber israelid tzid תעודתזהות מספרזהות',
    checks: [hasLuhn],
  },
  {
    name: 'ng-nin',
    pack: 'ng',
    validates: 'Verhoeff, word before it',
    source: 'nimc.gov.ng',
    named: '9999 9999 999 | 9999-9999-999 | 99999999999',
    words: 'nin ninnumber ninno nationalidentificationnumber nigeriannin',
    checks: [hasVerhoeff],
  },
  {
    name: 'ph-tin',
    pack: 'ph',
    validates: 'length, word before it',
    source: 'bir.gov.ph',
    named: '999-999-999-99999 | 999-999-999-999 | 999-999-999 | 99999999999999 | 999999999999 | 999999999',
    words: 'tin tinno tinnumber birtin philippinetin taxpayeridentification taxpayeridentificationnumber',
  },
  {
    name: 'ph-identity-number',
    pack: 'ph',
    validates: 'groups of the card, word before it',
    source: 'philsys.gov.ph, sss.gov.ph, philhealth.gov.ph',
    named:
      '9999-9999-9999-9999 | 9999-9999-9999 | 9999-9999999-9 | 99-999999999-9 | 99-9999999-9 | 9999999999999999 | ' +
      '999999999999 | 9999999999',
    words:
      'philsys philsysnumber philsysid philsyscardnumber philid psn pcn sss sssnumber sssno crn umid umidcrn ' +
      'philhealth philhealthnumber philhealthno pagibig pagibigmid',
  },
]);
