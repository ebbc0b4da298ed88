import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountedRanges } from '../../src/contract/expansion.js';
import type { Value } from '../../src/contract/row.js';
import { compileFilter, parseFilter } from '../../src/kernel/handle-filter.js';
import { createRangeCounter } from '../../src/kernel/value-ranges.js';
import { rangeText } from '../../src/tui/state/filter-text.js';

function counted(values: readonly Value[]): CountedRanges | undefined {
  const counter = createRangeCounter();
  for (const value of values) {
    counter.add(value);
  }
  return counter.ranges();
}

/** How many of the values the filter of each range finds. */
function found(values: readonly Value[], ranges: CountedRanges['ranges']): readonly number[] {
  return ranges.map((range) => {
    const holds = compileFilter(parseFilter(rangeText('value', range)));
    return values.filter((value) => holds({ value })).length;
  });
}

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => Number((amount / 100).toFixed(2)));
/** Beside a number that is larger by so much what is smaller is as good as zero. */
const doubles = fc
  .double({ noNaN: true, min: -1e100, max: 1e100 })
  .map((number) => (Math.abs(number) < 1e-90 ? 0 : number));
const numbers = fc.oneof(
  fc.array(cents, { minLength: 1, maxLength: 300 }),
  fc.array(fc.integer(), { minLength: 1, maxLength: 300 }),
  fc.array(doubles, { minLength: 1, maxLength: 300 }),
);
const instants = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });
const moments = fc.integer({ min: 0, max: 10_000_000 }).map((second) => new Date(Date.UTC(2026, 0, 1) + second * 1000));
const times = fc
  .tuple(
    fc.oneof(fc.array(instants, { minLength: 1 }), fc.array(moments, { minLength: 1, maxLength: 300 })),
    fc.boolean(),
  )
  .map(([all, isDate]) => all.map((time) => (isDate ? time.toISOString().slice(0, 10) : time.toISOString())));

describe('values counted in ranges', () => {
  it.each([
    ['numbers', numbers],
    ['times', times],
  ] as const)('are those that the filter of each range finds: %s', (_, lists) => {
    fc.assert(
      fc.property(lists, (values: readonly Value[]) => {
        const { ranges, others } = counted(values) ?? { ranges: [], others: -1 };
        expect(others).toBe(0);
        expect(ranges.length).toBeLessThanOrEqual(60);
        expect(ranges.map(({ rows }) => rows)).toEqual(found(values, ranges));
        expect(ranges.reduce((sum, { rows }) => sum + rows, 0)).toBe(values.length);
      }),
    );
  });

  it.each<readonly [name: string, values: readonly Value[], ranges: readonly (readonly [unknown, unknown, number])[]]>([
    ['one number', [7, 7], [[7, 7.000000001, 2]]],
    ['round beginnings', Array.from({ length: 1000 }, (_, index) => index), rangesOf(50, 20)],
    ['tenths', Array.from({ length: 70 }, (_, index) => (index + 10) / 10), rangesOf(0.5, 14, 1, 5)],
    [
      'one far away: ranges without rows cost nothing',
      [...Array.from({ length: 65 }, (_, index) => index), 1e12],
      [...rangesOf(5, 13), [1e12, 1e12 + 5, 1]],
    ],
    ['below zero', Array.from({ length: 80 }, (_, index) => index - 40), rangesOf(5, 16, -40)],
    [
      'months',
      ['2026-01-31', '2026-02-01', ...days(80)],
      [
        ['2026-01', '2026-02', 32],
        ['2026-02', '2026-03', 29],
        ['2026-03', '2026-04', 21],
      ],
    ],
    ['an hour with a blank', ['2026-01-01 10:59:59'], [['2026-01-01 10:59:59', '2026-01-01 11:00:00', 1]]],
  ])('%s', (_, values, expected) => {
    expect(counted(values)?.ranges.map(({ from, to, rows }) => [from, to, rows])).toEqual(expected);
  });

  it('says how many have no place among them, and nothing where most have none', () => {
    expect(counted([1, 2, 3, 'a', null])).toMatchObject({ others: 2 });
    expect(counted([1, 2, 'a', null])).toBeUndefined();
    expect(
      counted(['2026-01-01T10:00:00Z', '2026-01-02', '2026-13-01T00:00:00Z', '2026-01-01T10:00:01Z']),
    ).toBeUndefined();
  });
});

function rangesOf(
  width: number,
  count: number,
  first = 0,
  each = width,
): readonly (readonly [number, number, number])[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Number((first + index * width).toFixed(6));
    return [from, Number((from + width).toFixed(6)), each];
  });
}

function days(count: number): readonly string[] {
  return Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
}
