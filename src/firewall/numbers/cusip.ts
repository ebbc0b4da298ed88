import type { Detector } from '../lex/detector.js';
import { createIdNumber } from './id-number.js';

const LENGTHS = [8, 7, 6, 5, 4, 3, 2, 1];
const FIRST_LETTER = LENGTHS.slice(1).map((run) => `A${'9'.repeat(run)}${'#'.repeat(7 - run)}9`);

/** Numbers of securities, behind their name. */
export const cusip: Detector = createIdNumber({
  name: 'cusip',
  group: 'financial',
  pack: 'us',
  validates: 'check digit modulo 10 double-add-double, word before it',
  source: 'cusip.com, ANSI X9.6',
  named: [...LENGTHS.map((run) => `${'9'.repeat(run)}${'#'.repeat(8 - run)}9`), ...FIRST_LETTER],
  words: 'cusip cusipnumber cusipno cins',
  isValid: hasCheckDigit,
});

/** Letters count from ten on; every second is doubled, and the digits of all are added. */
function hasCheckDigit(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 8; index += 1) {
    const value = Number.parseInt(id.charAt(index), 36) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return String((10 - (sum % 10)) % 10) === id.charAt(8);
}
