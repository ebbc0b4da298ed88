import { BARE_DATA } from '../judge/field-rule.js';
import { isRandomValue } from '../judge/secret-value.js';
import type { Detector } from '../lex/detector.js';
import { matchUpTo } from '../lex/long-value.js';
import { KIND } from '../pattern/characters.js';

/** What is longer is withheld to its end. */
const MAX_SECRET = 160;
const ESCAPES = /%[0-9a-f]{2}/gi;
const LONG_PART = /[A-Za-z0-9]{14}/;
const SEGMENT = /^[\w%~.-]+/;

/** The secret part of a link that lets its reader in: `/reset-password/<secret>`, `?code=<secret>`. */
export const linkSecret: Detector = {
  name: 'link-secret',
  group: 'secret',
  validates: 'the words before, and a long value of several kinds of characters that is mostly without words',
  source: 'RFC 6749 section 4.1.2; OWASP Forgot Password Cheat Sheet',
  literals:
    '?code=|&code=|/reset-password/|/password-reset/|/password/reset/|/reset_password/|/password_reset/|/reset/|/verify-email/|/confirm-email/|/magic-link/|/invite/|/invitations/|/activate/|/confirm/'.split(
      '|',
    ),
  match: (window, _start, end) =>
    matchUpTo(window, KIND.stop, { start: end, most: MAX_SECRET, type: 'secret' }, (sample) =>
      isSecret(sample) ? 0 : -1,
    ),
};

/** Words of a title are parted by hyphens, and short. */
function isSecret(sample: string): boolean {
  const plain = (SEGMENT.exec(sample)?.[0] ?? '').replace(ESCAPES, '-').replaceAll(/[.~]/g, '');
  return LONG_PART.test(plain) && isRandomValue(plain, BARE_DATA);
}
