import { expect, test } from 'vitest';
import { createBatchSize } from '../../../src/drivers/sql/postgres/batch-size.js';

/** The sizes asked for, where each row takes so long and has so many characters. */
function sizesOf(rowMs: number, rowChars: number, roundTripMs = 1): readonly number[] {
  let nowMs = 1;
  const batch = createBatchSize(roundTripMs, () => nowMs);
  return Array.from({ length: 6 }, () => {
    const size = batch.next();
    batch.note(Array.from({ length: size }, () => ['x'.repeat(rowChars)]));
    nowMs += rowMs * size;
    return size;
  });
}

test('slow rows are asked for one by one', () => {
  expect(sizesOf(120, 10)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('quick ones in more and more at once, up to a bound', () => {
  expect(sizesOf(0.001, 10)).toEqual([1, 8, 64, 512, 4096, 4096]);
});

test('wide ones in few', () => {
  expect(sizesOf(0.001, 100_000)).toEqual([1, 2, 2, 2, 2, 2]);
});

test('a long way to the server does not make rows slow', () => {
  expect(sizesOf(120, 10, 100).slice(0, 2)).toEqual([1, 8]);
});
