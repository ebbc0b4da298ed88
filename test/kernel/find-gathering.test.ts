import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountedSum, CountedValues, FindProgress, FindRequest } from '../../src/contract/expansion.js';
import type { Value } from '../../src/contract/row.js';
import { createRowSorter } from '../../src/kernel/row-order.js';
import { createValueCounter } from '../../src/kernel/value-counter.js';
import { createRangeCounter } from '../../src/kernel/value-ranges.js';
import { ANN, kernelOver, records, stream, text } from '../support/test-kernel.js';

function order(values: readonly (Value | undefined)[], descending = false, most = 1000): readonly number[] {
  const sorter = createRowSorter({ descending, most });
  for (const [row, value] of values.entries()) {
    sorter.add(row, value);
  }
  return sorter.rows();
}

describe('the order of rows', () => {
  it('is that of numbers, texts, truths and the rest, with what is not there last in both directions', () => {
    const values = [undefined, null, { a: 1 }, true, false, 'b', 'a', 10, 9, 'a'];
    expect(order(values)).toEqual([8, 7, 6, 9, 5, 4, 3, 2, 1, 0]);
    expect(order(values, true)).toEqual([2, 3, 4, 5, 6, 9, 7, 8, 1, 0]);
  });

  it.each([true, false])('keeps the first of many in bounded memory (descending: %s)', (descending) => {
    const values = Array.from({ length: 5000 }, (_, row) => (row * 7919) % 1000);
    const whole = order(values, descending, 10_000);
    expect(order(values, descending, 50)).toEqual(whole.slice(0, 50));
    const few = createRowSorter({ descending, most: 50 });
    for (const [row, value] of values.entries()) {
      few.add(row, value);
    }
    expect([few.rows(), few.rows()]).toEqual([whole.slice(0, 50), whole.slice(0, 50)]);
  });
});

describe('the order of rows by several values', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), { maxLength: 80 });

  it.each([
    [false, false],
    [false, true],
    [true, false],
  ])('goes on where the first ones are equal (descending: %s, %s)', (first, second) => {
    fc.assert(
      fc.property(pairs, fc.nat(100), (values, place) => {
        const sign = (descends: boolean) => (descends ? -1 : 1);
        const wanted = values
          .map(([left, right], row) => ({ left, right, row }))
          .sort((a, b) => sign(first) * (a.left - b.left) || sign(second) * (a.right - b.right) || a.row - b.row)
          .map(({ row }) => row);
        const after = wanted[place];
        const at = after === undefined ? undefined : values[after];
        const low = after === undefined || at === undefined ? undefined : { row: after, value: at[0], more: [at[1]] };
        const sorter = createRowSorter({ descending: first, thenBy: [second], after: low });
        for (const [row, [left, right]] of values.entries()) {
          sorter.add(row, left, [right]);
        }
        expect(sorter.rows()).toEqual(wanted.slice(low === undefined ? 0 : place + 1));
      }),
    );
  });
});

describe('counted values', () => {
  function counted(values: readonly (Value | undefined)[], most?: number): CountedValues {
    const counter = createValueCounter(most);
    for (const value of values) {
      counter.add(value);
    }
    return counter.values();
  }

  it('tells values of every kind apart, and what is not there', () => {
    const values = ['1', 1, true, 'true', null, 'null', undefined, [1], { a: 1 }, '1', '[1]'];
    expect(counted(values)).toEqual({
      values: [
        { value: '1', rows: 2 },
        { value: 1, rows: 1 },
        { value: true, rows: 1 },
        { value: 'true', rows: 1 },
        { value: null, rows: 1 },
        { value: 'null', rows: 1 },
        { value: '[1]', rows: 1, form: 'json' },
        { value: '{"a":1}', rows: 1, form: 'json' },
        { value: '[1]', rows: 1 },
      ],
      rows: 11,
      missing: 1,
      different: 9,
      is_exact: true,
    });
  });

  it('takes long texts by their beginning', () => {
    const { values } = counted([`${'x'.repeat(500)}a`, `${'x'.repeat(500)}b`, 'x'.repeat(200)]);
    expect(values).toEqual([
      { value: 'x'.repeat(200), rows: 2, form: 'beginning' },
      { value: 'x'.repeat(200), rows: 1 },
    ]);
  });

  it('counts the frequent of too many in bounded memory, and says by how much it may be wrong', () => {
    const values = Array.from({ length: 20_000 }, (_, row): Value => (row % 4 === 0 ? 'often' : row));
    values.splice(15_000, 0, ...Array.from({ length: 900 }, () => 'late'));
    const { values: told, is_exact: isExact, different } = counted(values, 100);
    expect(isExact).toBe(false);
    expect(different).toBeLessThan(200);
    expect(told[0]).toEqual({ value: 'often', rows: 5000 });
    const late = told.find(({ value }) => value === 'late');
    expect(late?.rows).toBe(900);
    expect(late?.missed).toBeGreaterThan(0);
  });
});

describe('sums of counted values', () => {
  const amounts = fc.array(fc.tuple(fc.nat(300), fc.integer({ min: -100_000, max: 100_000 })), { maxLength: 400 });

  it('are those of the rows of each value or range, whatever order they come in', () => {
    fc.assert(
      fc.property(amounts, (rows) => {
        const counter = createValueCounter(undefined, true);
        const ranges = createRangeCounter(true);
        for (const [value, amount] of rows) {
          counter.add(value, amount / 100);
          ranges.add(value, amount / 100);
        }
        const isRight = (summed: CountedSum | undefined, fits: (value: number) => boolean): void => {
          const numbers = rows.filter(([value]) => fits(value)).map(([, amount]) => amount / 100);
          expect(summed?.sum).toBeCloseTo(total(numbers.map((number) => number * 100)) / 100, 8);
          expect([summed?.least, summed?.most]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
        };
        for (const { value, summed } of counter.values().values) {
          isRight(summed, (each) => each === value);
        }
        for (const { from, to, summed } of ranges.ranges()?.ranges ?? []) {
          isRight(summed, (each) => each >= Number(from) && each < Number(to));
        }
      }),
    );
  });

  it('are exact for decimals, and tell of long numbers no more than facts do', () => {
    const counter = createValueCounter(undefined, true);
    for (let row = 0; row < 1000; row += 1) {
      counter.add('cents', 0.1);
    }
    counter.add('long', 4_111_111_111_111);
    counter.add('long', 3);
    counter.add('large', 1e300);
    counter.add(undefined, 7);
    const { values, missing_summed: missing } = counter.values();
    expect(values.map(({ value, summed }) => [value, summed])).toEqual([
      ['cents', { sum: 100, numbers: 1000, least: 0.1, most: 0.1 }],
      ['long', { sum: 4_110_000_000_000, numbers: 2, least: 3, most: 4_110_000_000_000 }],
      ['large', { sum: 0, numbers: 0 }],
    ]);
    expect(missing).toEqual({ sum: 7, numbers: 1, least: 7, most: 7 });
  });

  it('stay with the frequent of too many values', () => {
    const counter = createValueCounter(100, true);
    for (let row = 0; row < 20_000; row += 1) {
      counter.add(row % 4 === 0 ? 'often' : row, 2);
    }
    const { values, summed } = counter.values();
    expect(values[0]).toMatchObject({ value: 'often', rows: 5000, summed: { sum: 10_000, numbers: 5000 } });
    expect(summed).toEqual({ sum: 40_000, numbers: 20_000, least: 2, most: 2 });
  });
});

const ROWS = Array.from({ length: 3000 }, (_, id) => ({
  id,
  email: `ann${id}@example.com`,
  plan: id % 3 === 0 ? 'free' : 'team',
  deep: { amount: (id * 7919) % 3000 },
}));

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

async function gather(
  request: Omit<FindRequest, 'handleId' | 'principal'>,
  kept = [records(ROWS)],
  allowance = 1_000_000,
) {
  const kernel = await kernelOver(() => kept);
  const { result } = await stream(kernel);
  const session = request.sessionId === undefined ? undefined : await kernel.sessions.create(ANN, allowance);
  const asked = { ...request, ...(session === undefined ? {} : { sessionId: session.session_id }) };
  let last: FindProgress | undefined;
  for await (const part of kernel.find({ principal: ANN, handleId: result.handle_id ?? '', ...asked })) {
    last = part;
  }
  const traces = await kernel.audit.list({ event: 'expand' });
  const used = session === undefined ? 0 : (await kernel.sessions.get(session.session_id, ANN)).used;
  return { last, traces, used };
}

describe('a search that gathers', () => {
  it('puts the rows that fit in the order of a field', async () => {
    const { last, traces } = await gather({ filter: 'plan = free', order: { field: 'deep.amount', descending: true } });
    const wanted = ROWS.filter(({ plan }) => plan === 'free').sort((a, b) => b.deep.amount - a.deep.amount);
    expect(last).toMatchObject({ scanned: 3000, total: 3000, rows: [], ordered: wanted.map(({ id }) => id) });
    expect(traces).toMatchObject([{ outcome: 'completed', args: { order: { field: 'deep.amount' } } }]);
  });

  it('goes on in the order behind a row, and tells how many come before', async () => {
    const wanted = ROWS.filter(({ plan }) => plan === 'free').sort((a, b) => b.deep.amount - a.deep.amount);
    const ids = wanted.map(({ id }) => id);
    const asked = { filter: 'plan = free', order: { field: 'deep.amount', descending: true } };
    const { last: first } = await gather(asked);
    expect(first?.among).toMatchObject({ rows: ids.length, before: 0, sample: ids });
    const { last } = await gather({ ...asked, order: { ...asked.order, after: ids[40] ?? 0 } });
    expect(last).toMatchObject({ ordered: ids.slice(41), among: { rows: ids.length, before: 41 } });
    expect(last?.among).not.toHaveProperty('sample');
    await expect(gather({ order: { field: 'plan', after: 3000 } })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('puts rows that are equal by one field in the order of others', async () => {
    const thenBy = Array.from({ length: 4 }, () => ({ field: 'id' }));
    await expect(gather({ order: { field: 'plan', thenBy } })).rejects.toMatchObject({ code: 'USAGE' });
    const { last } = await gather({
      order: { field: 'plan', thenBy: [{ field: 'deep.amount', descending: true }] },
    });
    const wanted = [...ROWS].sort((a, b) => a.plan.localeCompare(b.plan) || b.deep.amount - a.deep.amount);
    expect(last?.ordered).toEqual(wanted.map(({ id }) => id));
  });

  it('counts values as they are shown', async () => {
    const { last } = await gather({ count: 'email' });
    expect(last?.counted).toEqual({
      values: [{ value: '[REDACTED:email]', rows: 3000 }],
      rows: 3000,
      missing: 0,
      different: 1,
      is_exact: true,
    });
  });

  it('counts lines of text', async () => {
    const { last } = await gather({ count: 'text' }, [text('a\nb\na\n')]);
    expect(last?.counted?.values).toEqual([
      { value: 'a\n', rows: 2 },
      { value: 'b\n', rows: 1 },
    ]);
  });

  it('charges the session for counted values', async () => {
    expect((await gather({ count: 'plan', sessionId: 's' })).used).toBeGreaterThan(20);
    const asked = { count: 'deep.amount', sessionId: 's' };
    expect((await gather(asked)).last?.counted?.ranges?.ranges).toHaveLength(60);
    const { last, used } = await gather(asked, undefined, 3000);
    expect(used).toBeLessThanOrEqual(3000);
    expect(last?.counted).toMatchObject({ different: 3000, rows: 3000 });
    expect(last?.counted).not.toHaveProperty('ranges');
  });

  it('sums another field in the rows of each value, and of all', async () => {
    const { last, traces } = await gather({ count: 'plan', sum: 'deep.amount' });
    const of = (plan: string) => total(ROWS.filter((row) => row.plan === plan).map(({ deep }) => deep.amount));
    expect(last?.counted).toMatchObject({
      values: [
        { value: 'team', rows: 2000, summed: { sum: of('team'), numbers: 2000 } },
        { value: 'free', rows: 1000, summed: { sum: of('free'), numbers: 1000 } },
      ],
      summed: { sum: of('team') + of('free'), numbers: 3000 },
    });
    expect(traces).toMatchObject([{ args: { count: 'plan', sum: 'deep.amount' } }]);
  });

  it('sums what is shown: what was replaced is no number', async () => {
    const people = [
      { plan: 'a', social_security_number: 536_221_234, amount: 5 },
      { plan: 'a', social_security_number: 'none', amount: '7' },
    ];
    const { last } = await gather({ count: 'plan', sum: 'social_security_number' }, [records(people)]);
    expect(last?.counted?.values).toEqual([{ value: 'a', rows: 2, summed: { sum: 0, numbers: 0 } }]);
    const amounts = await gather({ count: 'plan', sum: 'amount' }, [records(people)]);
    expect(amounts.last?.counted?.values).toMatchObject([{ summed: { sum: 5, numbers: 1 } }]);
  });

  it('sums what is made of others, for values by ranges too', async () => {
    const asked = { count: 'id', sum: 'double', formulas: ['double = id * 2'] };
    const { ranges = [] } = (await gather(asked)).last?.counted?.ranges ?? {};
    expect(ranges[0]).toEqual({ from: 0, to: 50, rows: 50, summed: { sum: 2450, numbers: 50, least: 0, most: 98 } });
    expect(total(ranges.map(({ summed }) => summed?.sum ?? 0))).toBe(2999 * 3000);
  });

  it('refuses a sum of no values, and of a field that no row has', async () => {
    await expect(gather({ sum: 'id', filter: 'id > 0' })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(gather({ count: 'plan', sum: 'plam' })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('refuses a field that no row has, and two things at once', async () => {
    await expect(gather({ count: 'plam' })).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('did you mean plan?'),
    });
    await expect(gather({ count: 'plan', order: { field: 'plan' } })).rejects.toMatchObject({ code: 'USAGE' });
  });
});
