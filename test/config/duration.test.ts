import { expect, test } from 'vitest';
import { parseDuration } from '../../src/config/duration.js';
import { nearestName } from '../../src/contract/did-you-mean.js';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5m', 90_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
  ['0s', 0],
  ['30', undefined],
  ['-1s', undefined],
  ['1w', undefined],
  ['1e3s', undefined],
  ['', undefined],
])('duration %j', (text, wanted) => {
  expect(parseDuration(text)).toBe(wanted);
});

test.each([
  ['tabel', ['table', 'summary'], 'table'],
  ['invok', ['invoke', 'revoke'], 'invoke'],
  ['max_token', ['max_tokens'], 'max_tokens'],
  ['zzzz', ['table'], undefined],
  ['', ['a', 'table'], 'a'],
])('closest to %j', (word, known, wanted) => {
  expect(nearestName(word, known)).toBe(wanted);
});
