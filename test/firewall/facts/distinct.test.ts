import { describe, expect, test } from 'vitest';
import { addHash, createRegisters, estimateDistinct, hashText } from '../../../src/firewall/facts/distinct.js';

function estimateOf(texts: Iterable<string>): number {
  const registers = createRegisters();
  for (const text of texts) {
    addHash(registers, hashText(text));
  }
  return estimateDistinct(registers);
}

function* numbered(size: number, make: (index: number) => string): Generator<string> {
  for (let index = 0; index < size; index += 1) {
    yield make(index);
  }
}

const KINDS: readonly (readonly [string, (index: number) => string])[] = [
  ['numbers', String],
  ['addresses', (index) => `user${index}@example.com`],
  ['even numbers in hexadecimal', (index) => (index * 2).toString(16).padStart(12, '0')],
  ['long texts that differ at their end', (index) => `${'x'.repeat(500)}${index}`],
  ['texts beyond the Latin alphabet', (index) => `東京${index}🎉`],
];

describe.each(KINDS)('the estimate for %s', (_name, make) => {
  test.each([51, 1000, 10_000, 20_000, 100_000])('is within 5 %% of %d', (size) => {
    expect(Math.abs(estimateOf(numbered(size, make)) - size) / size).toBeLessThan(0.05);
  });
});

test('nothing is nothing, and repeats change nothing', () => {
  expect(estimateOf([])).toBe(0);
  const once = estimateOf(numbered(5000, String));
  expect(estimateOf([...numbered(5000, String), ...numbered(5000, String)])).toBe(once);
});

test('a long text costs no more than its length, head, tail and samples', () => {
  expect(hashText('x'.repeat(1_000_000))).not.toBe(hashText('x'.repeat(1_000_001)));
});
