import { expect, test } from 'vitest';
import { visibleLength } from '../../src/kernel/visible-length.js';

test.each([
  ['', 0],
  ['for the audit', 13],
  ['  for \t\n the\u00a0audit  ', 13],
  ['\u200b'.repeat(40), 0],
  ['\ufeff\u2060\u00ad\u200e\u202e\u2066'.repeat(9), 0],
  ['\u3164\u115f\uffa0\u2800\u{e0041}\ufe0f'.repeat(9), 0],
  ['\u0000\u0007\u0085\u009f\ud800'.repeat(9), 0],
  ['\u001b[31;1m\u001b]0;a title nobody sees\u0007\u001b[0m', 0],
  [' \u200b \u200b \u200b ', 0],
  ['a \u200b \u200b b', 3],
  ['\u2003'.repeat(40), 0],
  ['😀'.repeat(4), 4],
  ['\u0301'.repeat(40), 0],
  ['e\u0301\u0323'.repeat(4), 4],
  ['Prüfung für Jänner', 18],
  ['监管机构要求提供上个季度的记录', 15],
])('of %j somebody sees %d characters', (text, length) => {
  expect(visibleLength(text)).toBe(length);
});
