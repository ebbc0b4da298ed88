import { expect, test } from 'vitest';
import { hiddenLinesOf, withoutLines } from '../../../src/hosts/hook/hidden-lines.js';

const KEY = ['first line of a long key', 'second line of a long key', 'short'].join('\r\n');
const REAL = `a = value-of-16-chars\n${KEY}\nend second line`;
const SHOWN = 'a = [X]\n[REDACTED:key]\nend second line';
const TEXT = {
  real: REAL,
  shown: SHOWN,
  replacements: [
    { at: 4, length: 3, raw_chars: 17 },
    { at: 8, length: 14, raw_chars: KEY.length },
  ],
};

test('lines of what a text hides are hidden elsewhere, longest first, and short ones are not', () => {
  const hidden = hiddenLinesOf(TEXT);
  expect(hidden.map(({ line }) => line)).toEqual([
    'second line of a long key',
    'first line of a long key',
    'value-of-16-chars',
  ]);
  expect(withoutLines('+second line of a long key\n short\n$& end', hidden)).toBe('+[REDACTED:key]\n short\n$& end');
});
