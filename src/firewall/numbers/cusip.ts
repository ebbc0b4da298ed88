import type { Detector } from '../lex/detector.js';
import { createIdNumber } from './id-number.js';
import { crossed, TO_10 } from './number-checks.js';

const LENGTHS = [8, 7, 6, 5, 4, 3, 2, 1];
const FIRST_LETTER = LENGTHS.slice(1).map((run) => `A${'9'.repeat(run)}${'#'.repeat(7 - run)}9`);

/** Numbers of securities, behind their name. */
export const cusip: Detector = createIdNumber({
  name: 'cusip',
  group: 'financial',
  pack: 'us',
  validates: 'check digit modulo 10 double-add-double, word before it',
  source: 'cusip.com, ANSI X9.6',
  named: [...LENGTHS.map((run) => `${'9'.repeat(run)}${'#'.repeat(8 - run)}9`), ...FIRST_LETTER].join(' | '),
  words: 'cusip cusipnumber cusipno cins',
  checks: [crossed([1, 2, 1, 2, 1, 2, 1, 2], TO_10)],
});
