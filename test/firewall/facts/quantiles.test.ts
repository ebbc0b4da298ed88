import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSize, createSizes, quantilesOf, type Sizes } from '../../../src/firewall/facts/quantiles.js';

const PARTS = [0, 0.25, 0.5, 0.95, 1];

function sizesOf(values: readonly number[]): Sizes {
  const sizes = createSizes();
  for (const value of values) {
    addSize(sizes, value);
  }
  return sizes;
}

function exact(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}

const NUMBERS = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
  fc.double({ min: -1e3, max: -1e-3, noNaN: true }),
  fc.constant(0),
);

test('a quantile is wrong by one percent at most', () => {
  fc.assert(
    fc.property(fc.array(NUMBERS, { minLength: 1, maxLength: 300 }), (values) => {
      for (const [index, found] of quantilesOf([sizesOf(values)], PARTS).entries()) {
        const wanted = exact(values, PARTS[index] ?? 0);
        expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 0.010001);
      }
    }),
  );
});

test('neither the order nor how numbers are put together matters', () => {
  const wide = fc.oneof(NUMBERS, fc.double({ min: 1e-300, max: 1e300, noNaN: true }));
  fc.assert(
    fc.property(fc.array(wide, { minLength: 2, maxLength: 200 }), fc.nat(200), (values, cut) => {
      const once = quantilesOf([sizesOf(values)], PARTS);
      expect(quantilesOf([sizesOf([...values].reverse())], PARTS)).toEqual(once);
      const both = quantilesOf([sizesOf(values.slice(0, cut)), sizesOf(values.slice(cut))], [0.5, 1]);
      expect(both[1]).toBe(once[4]);
    }),
  );
});

test('the room for counts is bounded, and the greatest numbers stay exact', () => {
  const values = Array.from({ length: 600 }, (_, index) => 10 ** (index - 300));
  const sizes = sizesOf(values);
  expect(sizes.above.counts.length).toBeLessThanOrEqual(2048 + 64);
  const [median = 0, top = 0] = quantilesOf([sizes], [0.999, 1]);
  expect([median / 1e298, top / 1e299].every((ratio) => Math.abs(ratio - 1) <= 0.0101)).toBe(true);
});
