import { digitOf, hasLuhn, isDate, numberAt, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

/** Numbers of South Africa and of Turkey. */
export const africanAndTurkishNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'za-id-number',
    type: 'za_id',
    pack: 'za',
    validates: 'date of birth, citizenship, Luhn; bare digits need a word before them',
    source: 'dha.gov.za',
    alone: ['999999 9999 999'],
    named: ['999999 9999 999', '9999999999999'],
    words: 'said idnumber rsaid southafricanid identitynumber idno id nationalid',
    isValid: (id) => isDate(0, numberAt(id, 2, 4), numberAt(id, 4, 6)) && '012'.includes(id.charAt(10)) && hasLuhn(id),
  }),
  createIdNumber({
    name: 'tr-identity-number',
    type: 'tr_tckn',
    pack: 'tr',
    validates: 'two check digits, word before it',
    source: 'nvi.gov.tr',
    named: ['99999999999'],
    words: 'tckn tckimlik tckimlikno kimlik kimlikno kimliknumarası tcno tc nationalid',
    isValid: isTurkish,
  }),
];

function isTurkish(id: string): boolean {
  const tenth = weightedSum(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10;
  const eleventh = weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
  return !id.startsWith('0') && (tenth + 10) % 10 === digitOf(id, 9) && eleventh === digitOf(id, 10);
}
