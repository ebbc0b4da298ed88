import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDate, createDateStats, dateRange } from '../../../src/firewall/facts/dates.js';

function rangeOf(texts: readonly string[]): readonly [string, string] {
  const stats = createDateStats();
  for (const text of texts) {
    expect(addDate(stats, text, 0)).toBe(true);
  }
  const { first, last } = dateRange(stats);
  return [first, last];
}

describe('the range', () => {
  const cases: readonly (readonly [readonly string[], string, string])[] = [
    [['2024-02-29'], '2024-02-29', '2024-02-29'],
    [['2024-02-29', '1999-12-31', '2024-02-28'], '1999-12-31', '2024-02-29'],
    [['2024-02-29 10:00', '2024-02-29T09:59:59'], '2024-02-29T09:59:59', '2024-02-29T10:00:00'],
    [['2024-02-29', '2024-02-29T00:00:00.250Z'], '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.250Z'],
    [['2024-01-01T00:30:00+0100'], '2023-12-31T23:30:00Z', '2023-12-31T23:30:00Z'],
    [['2023-12-31T23:30:00-01:00'], '2024-01-01T00:30:00Z', '2024-01-01T00:30:00Z'],
    [['2024-01-01T12:00:00+05'], '2024-01-01T07:00:00Z', '2024-01-01T07:00:00Z'],
    [['2024-01-01T00:00:00.123456789Z'], '2024-01-01T00:00:00.123Z', '2024-01-01T00:00:00.123Z'],
    [['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'], '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  ];

  test.each(cases)('of %j', (texts, first, last) => {
    expect(rangeOf(texts)).toEqual([first, last]);
  });
});

test.each([
  '2024-13-01',
  '2024-00-01',
  '2024-01-32',
  '2024-1-1',
  '2024-01-01x',
  '2024-01-01T25:00',
  '2024-01-01T10:60',
  '2024-01-01T10:00:00.Zx',
  '2024-01-01T10:00:00+1',
  '2024-01-01T',
  '1234-5678-9012-3456',
  'ab24-01-01',
])('%s is no date', (text) => {
  expect(addDate(createDateStats(), text, 0)).toBe(false);
});

test('times order as Date orders them', () => {
  const time = fc.date({ noInvalidDate: true, min: new Date('1600-01-01'), max: new Date('9000-01-01') });
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 30 }), (times) => {
      const sorted = [...times].sort((a, b) => a.getTime() - b.getTime()).map((date) => date.toISOString());
      const shown = (text: string | undefined): string | undefined => text?.replace('.000Z', 'Z');
      expect(rangeOf(times.map((date) => date.toISOString()))).toEqual([shown(sorted[0]), shown(sorted.at(-1))]);
    }),
  );
});
