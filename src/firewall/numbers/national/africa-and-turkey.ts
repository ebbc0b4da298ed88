import { hasLuhn } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, REST, weighted } from '../number-checks.js';

/** Numbers of South Africa and of Turkey. */
export const africanAndTurkishNumbers: readonly Detector[] = createIdNumbers({}, [
  {
    name: 'za-id-number',
    pack: 'za',
    type: 'za_id',
    validates: 'date of birth, citizenship, Luhn; bare digits need a word before them',
    source: 'dha.gov.za',
    alone: '999999 9999 999',
    named: '9999999999999',
    words: 'said idnumber rsaid southafricanid identitynumber idno id nationalid',
    checks: [born('--MMDD'), /^.{10}[012]/, hasLuhn],
  },
  {
    name: 'tr-identity-number',
    pack: 'tr',
    type: 'tr_tckn',
    validates: 'two check digits, word before it',
    source: 'nvi.gov.tr',
    named: '99999999999',
    words: 'tckn tckimlik tckimlikno kimlik kimlikno kimliknumarası tcno tc nationalid',
    checks: [/^[^0]/, weighted([7, -1, 7, -1, 7, -1, 7, -1, 7], REST), weighted([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], REST)],
  },
]);
