import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Value } from '../../../src/contract/row.js';
import { createRowSorter } from '../../../src/kernel/row-order.js';
import { createOrderedRows, type OrderedRows } from '../../../src/tui/state/ordered-rows.js';

type Values = readonly (Value | undefined)[];
const LIMITS = { most: 100, sampled: 256 };
const MOST_PASSES = 6;

function pass(values: Values, descending: boolean, afterRow?: number) {
  const after = afterRow === undefined ? undefined : { row: afterRow, value: values[afterRow] };
  const sorter = createRowSorter({ descending, after, ...LIMITS });
  for (const [row, value] of values.entries()) {
    sorter.add(row, value);
  }
  const { rows: _all, ...among } = sorter.among();
  expect(_all).toBe(values.length);
  return { rows: sorter.rows(), ...among };
}

function begin(values: Values, descending: boolean): OrderedRows {
  const { rows, sample = [], ...among } = pass(values, descending);
  expect(among).toEqual({ before: 0 });
  return createOrderedRows({ rows, count: values.length, sample });
}

/** Passes until the place is known, and how many there were. */
function goTo(ordered: OrderedRows, place: number, { values, descending }: { values: Values; descending: boolean }) {
  let passes = 0;
  while (ordered.missing(place, place + 1) !== undefined && passes < MOST_PASSES) {
    const after = ordered.before(place) ?? -1;
    const { rows, before } = pass(values, descending, after);
    ordered.add({ after, before, rows });
    passes += 1;
  }
  return passes;
}

/** The order that is promised, by a sort of everything. */
function sorted(values: Values, descending: boolean): readonly number[] {
  const sign = descending ? -1 : 1;
  const keyOf = (row: number): readonly [number, number | string] => {
    const value = values[row];
    if (value === undefined || value === null) {
      return [value === null ? 8 : 9, ''];
    }
    return [
      sign * ({ number: 0, string: 1 }[typeof value as 'number'] ?? 2),
      typeof value === 'string' ? value : Number(value),
    ];
  };
  const compare = (left: number, right: number): number => {
    const [[kind, key], [otherKind, other]] = [keyOf(left), keyOf(right)];
    if (kind !== otherKind) {
      return kind - otherKind;
    }
    return key === other ? left - right : key < other ? -sign : sign;
  };
  return values.map((_, row) => row).sort(compare);
}

describe('rows in the order of a column', () => {
  it('stand at every place as a sort of all rows puts them, ties by their numbers', () => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 0, max: 30 }) },
      fc.constantFrom('a', 'B', 'ä', '2026-01-02', '2026-01-10', ''),
      fc.boolean(),
      fc.constantFrom(null, undefined),
    );
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 900 }),
        fc.boolean(),
        fc.array(fc.nat(899), { minLength: 1, maxLength: 8 }),
        (values, descending, places) => {
          const expected = sorted(values, descending);
          const ordered = begin(values, descending);
          for (const each of [...places, 0, values.length - 1]) {
            const place = each % values.length;
            goTo(ordered, place, { values, descending });
            expect(ordered.rowAt(place)).toBe(expected[place]);
            expect(ordered.placeOf(expected[place] ?? -1)).toBe(place);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are found in a pass or two, and in one where the view goes on', () => {
    const values = Array.from({ length: 5000 }, (_, row) => (row * 7919) % 977);
    const question = { values, descending: true };
    const expected = sorted(values, true);
    for (const place of [4999, 2500, 1234, 160]) {
      const ordered = begin(values, true);
      expect(goTo(ordered, place, question)).toBeLessThanOrEqual(4);
      const end = Array.from({ length: 200 }, (_, index) => place + index).find(
        (each) => ordered.rowAt(each) === undefined,
      );
      if (end !== undefined && end < 5000) {
        expect([goTo(ordered, end, question), ordered.rowAt(end)]).toEqual([1, expected[end]]);
      }
    }
  });

  it('are kept in windows, of which the oldest goes', () => {
    const values = Array.from({ length: 5000 }, (_, row) => row);
    const ordered = begin(values, false);
    for (let place = 100; place < 5000; place += 100) {
      goTo(ordered, place, { values, descending: false });
    }
    expect(ordered.rowAt(0)).toBe(0);
    expect(ordered.rowAt(100)).toBeUndefined();
    expect([ordered.isWhole(), begin(values.slice(0, 100), false).isWhole()]).toEqual([false, true]);
  });
});
