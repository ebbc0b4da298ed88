import { expect, test } from 'vitest';
import { KIND } from '../../../src/firewall/pattern/characters.js';
import { type ComingText, partOf, runOf, searched } from '../../../src/firewall/pattern/coming-text.js';

/** What is asked of a text, and from where on it waits; nowhere when it does not. */
function ask<Answer>(
  text: string,
  isFinal: boolean,
  question: (coming: ComingText) => Answer,
): readonly [answer: Answer, since: number | undefined] {
  let since: number | undefined;
  const answer = question({ text, isFinal, wait: (from) => (since = from) });
  return [answer, since];
}

test('a part waits when it is cut, unless a sign in it says that no more is needed', () => {
  expect(ask('abc', false, (coming) => partOf(coming, 1, 2))).toEqual(['bc', undefined]);
  expect(ask('abc', false, (coming) => partOf(coming, 1, 3))).toEqual(['bc', 1]);
  expect(ask('abc', true, (coming) => partOf(coming, 1, 3))).toEqual(['bc', undefined]);
  expect(ask('ab\n', false, (coming) => partOf(coming, 1, 3, /\n/))).toEqual(['b\n', undefined]);
  expect(ask('abc', false, (coming) => partOf(coming, 1, 3, /\n/))).toEqual(['bc', 1]);
});

test('a run waits when the text ends in it before its limit', () => {
  expect(ask('a12', false, (coming) => runOf(coming, KIND.digit, 1, 2))).toEqual([3, undefined]);
  expect(ask('a12', false, (coming) => runOf(coming, KIND.digit, 1, 3))).toEqual([3, 1]);
  expect(ask('a12b', false, (coming) => runOf(coming, KIND.digit, 1, 9))).toEqual([3, undefined]);
});

test('a search waits where the text ended before its limit', () => {
  expect(ask('abc', false, (coming) => searched(coming, 3, 4))).toEqual([3, 3]);
  expect(ask('abc', false, (coming) => searched(coming, 3, 4, 1))).toEqual([3, 1]);
  expect(ask('abc', false, (coming) => searched(coming, 3, 3))).toEqual([3, undefined]);
  expect(ask('abc', false, (coming) => searched(coming, 2, 4))).toEqual([2, undefined]);
  expect(ask('abc', true, (coming) => searched(coming, 3, 4))).toEqual([3, undefined]);
});
