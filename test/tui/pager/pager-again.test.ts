import { describe, expect, it } from 'vitest';
import type { FindProgress } from '../../../src/contract/expansion.js';
import type { FindRows } from '../../../src/tui/state/pager-scan.js';
import { rememberFinds } from '../../../src/tui/state/remembered-finds.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { openPager } from '../../support/pager-bench.js';

function order(row: number) {
  return { id: row, status: row % 3 === 0 ? 'open' : 'paid', amount: (row * 7919) % 10_007 };
}

describe('what was asked before', () => {
  it('is counted, sorted and filtered once, however often it is asked', async () => {
    const kernel = createFakePagerKernel(10_000, order);
    const pager = await openPager(kernel, { columns: 120 });
    await pager.keys('right');
    for (const _ of [1, 2, 3]) {
      await pager.keys('F');
      await pager.screenWith(/paid +6,666/);
      await pager.keys('escape', ']');
      await pager.screenWith(/by status, descending/);
      await pager.keys('escape', 'f');
      await pager.type('status = open');
      await pager.keys('enter');
      await pager.screenWith(/matches 1-\d+ of 3,334/);
      await pager.keys('escape');
    }
    expect(kernel.finds).toHaveLength(3);
  });

  it('is asked anew of a handle that is still written, and of other rows', async () => {
    const kernel = createFakePagerKernel(10_000, order, { state: 'open' });
    const pager = await openPager(kernel, { columns: 120 });
    for (const _ of [1, 2]) {
      await pager.keys('F');
      await pager.screenWith(/10,000/);
      await pager.keys('escape');
    }
    expect(kernel.finds).toHaveLength(2);
  });

  it('is looked for once, and enter goes on from match to match', async () => {
    const kernel = createFakePagerKernel(10_000, order);
    const pager = await openPager(kernel, { columns: 120 });
    for (const row of ['4', '7', '10']) {
      await pager.keys('/');
      await pager.type('open');
      await pager.keys('enter');
      await pager.screenWith(new RegExp(`^> +${row} `, 'm'));
    }
    expect(kernel.finds).toHaveLength(1);
  });
});

describe('answers that are kept', () => {
  const signal = new AbortController().signal;

  function counting(rows: number): { find: FindRows; asked: () => number } {
    let asked = 0;
    return {
      asked: () => asked,
      find: async function* () {
        asked += 1;
        const half = Array.from({ length: rows / 2 }, (_, row) => row);
        yield { scanned: 1, total: 2, rows: half };
        yield { scanned: 2, total: 2, rows: half.map((row) => row + rows / 2) };
      },
    };
  }

  async function answer(find: FindRows, filter: string): Promise<readonly FindProgress[]> {
    const parts: FindProgress[] = [];
    for await (const part of find({ filter, signal })) {
      parts.push(part);
    }
    return parts;
  }

  it('have all matches in one piece', async () => {
    const { find, asked } = counting(6);
    const remembered = rememberFinds(find, () => true);
    expect(await answer(remembered, 'a = 1')).toHaveLength(2);
    expect(await answer(remembered, 'a = 1')).toEqual([{ scanned: 2, total: 2, rows: [0, 1, 2, 3, 4, 5] }]);
    expect(asked()).toBe(1);
  });

  it('are only those of questions that came to their end', async () => {
    const { find, asked } = counting(6);
    const remembered = rememberFinds(find, () => true);
    for await (const _ of remembered({ filter: 'a = 1', signal })) {
      break;
    }
    await answer(remembered, 'a = 1');
    expect(asked()).toBe(2);
  });

  it('are bounded: the oldest goes, and one that is too large is not kept', async () => {
    const { find, asked } = counting(400_000);
    const remembered = rememberFinds(find, () => true);
    for (const filter of ['a = 1', 'a = 2', 'a = 3', 'a = 1']) {
      await answer(remembered, filter);
    }
    expect(asked()).toBe(4);
    await answer(remembered, 'a = 3');
    expect(asked()).toBe(4);
    const large = counting(1_200_000);
    const forgetting = rememberFinds(large.find, () => true);
    await answer(forgetting, 'a = 1');
    await answer(forgetting, 'a = 1');
    expect(large.asked()).toBe(2);
  });
});
