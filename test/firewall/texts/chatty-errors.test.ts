import { describe, expect, it } from 'vitest';
import { rankItems, textOf } from '../../../src/firewall/texts/rank.js';
import { digestOf } from '../../support/digest-of.js';

const WORDS = ['door', 'window', 'roof', 'floor', 'wall', 'stair', 'lamp', 'pipe', 'wire', 'bell', 'lock', 'hinge'];

/** What a program under test complains of, in ever new words, and goes on. */
const COMPLAINTS = WORDS.flatMap((first) =>
  WORDS.map((second) => `gui(7) | script error: house.js, line 7: TypeError: the ${first} of the ${second} is null`),
);
const FAILURE =
  'TEST-UNEXPECTED-FAIL | parts/test_crane.html | lowers a load - got 3, expected 4 of the loads that were lifted';
const REPORT =
  '==71==ERROR: AddressSanitizer: heap-use-after-free on address 0x512000dacef0 at pc 0x7f5f778257ff bp 0x7fff65bbc1b0';
const PLACE = '    #0 0x7f5f778257fe in lower src/crane.c:17:3';

function firstOf(lines: readonly string[]): readonly string[] {
  const kept = digestOf(lines);
  return rankItems(kept, { maxTokens: 500, density: 0.3, headShare: 5 }).slice(0, 20).map(textOf);
}

describe('among a hundred errors that begin alike', () => {
  const half = COMPLAINTS.length / 2;

  it.each([
    ['the failed test', [FAILURE], FAILURE],
    ['what a sanitizer found', [REPORT, PLACE], REPORT],
    [
      'where a sanitizer found it, whoever wrote something before it',
      [`pid 4 | ${REPORT}`, `pid 4 | ${PLACE}`],
      `pid 4 | ${PLACE}`,
    ],
  ])('%s is one of the first that are told', (_name, lines, told) => {
    expect(firstOf([...COMPLAINTS.slice(0, half), ...lines, ...COMPLAINTS.slice(half)])).toContain(told);
  });

  it('another error is told too', () => {
    const other = 'could not open /srv/parts.db: no such file';
    expect(firstOf([other, ...COMPLAINTS])).toContain(other);
  });
});
