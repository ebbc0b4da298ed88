import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addNumber, createNumberStats, numberFigures } from '../../../src/firewall/facts/numbers.js';

function figuresOf(values: readonly number[]): ReturnType<typeof numberFigures> {
  const stats = createNumberStats();
  for (const value of values) {
    addNumber(stats, value);
  }
  return numberFigures(stats);
}

test('amounts in cents add up as whole cents do', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 500 }), (cents) => {
      const exact = cents.reduce((sum, cent) => sum + cent, 0);
      const figures = figuresOf(cents.map((cent) => cent / 100));
      expect(figures.sum).toBeCloseTo(exact / 100, 6);
      expect(figures.mean).toBeCloseTo(exact / 100 / cents.length, 4);
      expect([figures.min, figures.max]).toEqual([Math.min(...cents) / 100, Math.max(...cents) / 100]);
    }),
  );
});

test('small numbers are not lost beside large ones', () => {
  expect(figuresOf([1e16, 1, -1e16, 1]).sum).toBe(2);
});

test('what is not finite is counted apart', () => {
  expect(figuresOf([1, Number.POSITIVE_INFINITY, Number.NaN, 3])).toEqual({
    count: 2,
    min: 1,
    max: 3,
    mean: 2,
    sum: 4,
    notFinite: 2,
    isSequence: false,
  });
});
