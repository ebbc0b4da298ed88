import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';
import { kernelOver, records, stream } from '../../support/test-kernel.js';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

function event(row: number) {
  return { id: row, at: new Date(START + row * MINUTE).toISOString(), kind: row % 10 === 0 ? 'tick' : 'other' };
}

function current(lines: readonly string[]): string {
  return lines.find((line) => line.startsWith('>')) ?? '';
}

/** The numbers of the rows on the screen. */
function numbersOf(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => {
    const number = /^[> ][* ] *([\d,]+)(?: |$)/.exec(line)?.[1];
    return number === undefined ? [] : [Number(number.replaceAll(',', ''))];
  });
}

async function typed(pager: OpenPager, text: string): Promise<void> {
  await pager.keys(':');
  await pager.type(text);
  await pager.keys('enter');
}

/** Over rows that a real kernel keeps, with a real filter. */
async function pagerOver(rows: readonly Row[], columns = 80): Promise<OpenPager> {
  const kernel = await kernelOver(() => [records(rows)]);
  const { result } = await stream(kernel);
  return openPager(kernel, { columns, handleId: result.handle_id ?? '' });
}

describe.each(WIDTHS)('on %i columns', (columns) => {
  it('rows are marked, and gone to in the order of the view', async () => {
    const pager = await openPager(createFakePagerKernel(1000, event), { columns });
    await pager.keys('u');
    expect((await pager.screen()).at(-1)).toBe('m marks a row');
    await pager.keys('m', 'down', 'down', 'm', 'down');
    const lines = await pager.screen();
    expect(lines.filter((line) => /^.\* /.test(line))).toHaveLength(2);
    expect(lines.join('\n')).toContain('2 marked');
    await pager.keys('u');
    expect(current(await pager.screen())).toMatch(/^>\* +1 /);
    await pager.keys('U');
    expect(current(await pager.screen())).toMatch(/^>\* +3 /);
    await pager.keys('m', 'U');
    expect(current(await pager.screen())).toMatch(/^>\* +1 /);
    await pager.keys('m');
    expect((await pager.screen()).join('\n')).not.toContain('marked');
  });

  it('marked rows are shown alone, in the order of the view, and all again', async () => {
    const pager = await openPager(createFakePagerKernel(5000, event), { columns });
    const shown = async () => numbersOf(await pager.screen());
    await pager.keys('M');
    expect((await pager.screen()).at(-1)).toBe('m marks a row');
    await pager.keys('down', 'm', 'G', 'm', 'up', 'm', 'M');
    expect(await shown()).toEqual([2, 4999, 5000]);
    expect(current(await pager.screen())).toContain('999');
    expect((await pager.screen()).at(-2)).toMatch(/1-3/);
    await pager.keys('m', 'M');
    expect(await shown()).toContain(4990);
    await pager.keys('M');
    expect(await shown()).toEqual([2, 5000]);
    await pager.keys('escape');
    expect((await pager.screen()).at(-1)).toBe('the other rows are shown again');
    expect(await shown()).toContain(3);
    await pager.keys('g', ']');
    await pager.screenWith(/by id/);
    await pager.keys('M');
    expect(await shown()).toEqual([5000, 2]);
    await pager.keys('M');
    await pager.screenWith(/by id/);
    expect((await shown())[0]).toBe(5000);
  });

  it('marked rows are left when the filter is another one, and only those that fit it are shown', async () => {
    const pager = await openPager(createFakePagerKernel(1000, event), { columns });
    const shown = async () => numbersOf(await pager.screen());
    await pager.keys('m', 'down', 'm', 'M', 'f');
    await pager.type('kind = tick');
    await pager.keys('enter');
    await pager.screenWith(/11 /);
    expect(await shown()).toContain(11);
    await pager.keys('M');
    expect(await shown()).toEqual([1]);
    await pager.keys('escape', 'escape');
    expect(await shown()).toContain(2);
  });

  it('marked lines of text are shown alone', async () => {
    const line = (row: number) => ({ text: `line ${row}` });
    const pager = await openPager(createFakePagerKernel(500, line, { kind: 'text' }), { columns });
    await pager.keys('m', 'G', 'm', 'M');
    expect(numbersOf(await pager.screen())).toEqual([1, 500]);
  });

  it('a time is gone to, whole or its beginning, or the hours of the day', async () => {
    const pager = await pagerOver(
      Array.from({ length: 3000 }, (_, row) => event(row)),
      columns,
    );
    await typed(pager, '2026-01-02');
    expect(current(await pager.screenWith(/^> +1,?441 /m))).toContain('1,441'.slice(columns < 60 ? 2 : 0));
    await typed(pager, '3:30');
    await pager.screenWith(/^> +1,?651 /m);
    await typed(pager, '2026-01-01 00:05');
    await pager.screenWith(/^> +6 /m);
    await typed(pager, '2027-01-01');
    await pager.screenWith(/no row is so late/);
    await typed(pager, 'soon');
    await pager.screenWith(/type the number of a row/);
  });
});

describe('a time that is gone to', () => {
  it('is found where times fall, and within a filter', async () => {
    const falling = Array.from({ length: 3000 }, (_, row) => event(2999 - row));
    const pager = await pagerOver(falling);
    await typed(pager, '2026-01-02T00:00');
    await pager.screenWith(/^> +1,560 .*2026-01-02T00:00/m);
    await typed(pager, '2025-06');
    await pager.screenWith(/all rows are later/);
    await pager.keys('f');
    await pager.type('kind = tick');
    await pager.keys('enter');
    await pager.screenWith(/matches 1-/);
    await typed(pager, '2026-01-01T01');
    await pager.screenWith(/^> .*2026-01-01T01:50/m);
  });

  it('is the first row where all are later, and one is needed that has a time', async () => {
    const pager = await pagerOver(Array.from({ length: 50 }, (_, row) => event(row)));
    await pager.keys('G');
    await typed(pager, '2025-06-01');
    const lines = await pager.screenWith(/all rows are later/);
    expect(current(lines)).toMatch(/^> +1 /);
    const plain = await pagerOver([{ id: 1 }, { id: 2 }]);
    await typed(plain, '2025-06-01');
    await plain.screenWith(/no column has times in this row/);
  });

  it('is found by a few rows where they stand by time, and by all of them where they do not', async () => {
    const sorted = createFakePagerKernel(10_000_000, event);
    const pager = await openPager(sorted, { columns: 120 });
    await typed(pager, '2026-02-01');
    await pager.screenWith(/^> +44,641 .*2026-02-01T00:00/m);
    expect(sorted.reads.length).toBeLessThan(50);
    await typed(pager, '2100-01-01');
    await pager.screenWith(/no row is so late as 2100-01-01/);
    expect(sorted.reads.length).toBeLessThan(150);
    expect(sorted.finds).toEqual([]);
    const mixed = await pagerOver([event(0), event(50), event(20), event(90), event(60), event(99)]);
    await typed(mixed, '2026-01-01T01:00');
    await mixed.screenWith(/^> +4 .*01:30/m);
    const between = await pagerOver([event(0), event(50), event(20), event(90), event(60), event(70)]);
    await typed(between, '2026-01-01T01:20');
    await between.screenWith(/^> +4 .*01:30/m);
  });

  it('is found by a few matches of a filter that has come to its end', async () => {
    const kernel = createFakePagerKernel(20_000, event);
    const pager = await openPager(kernel, { columns: 120 });
    await pager.keys('f');
    await pager.type('kind = tick');
    await pager.keys('enter');
    await pager.screenWith(/matches 1-\d+ of 2,000/);
    await typed(pager, '2026-01-02T00:03');
    await pager.screenWith(/^> .*2026-01-02T00:10/m);
    await typed(pager, '2031-01-01');
    await pager.screenWith(/no row is so late/);
    expect(kernel.finds).toHaveLength(1);
  });

  it('is told while it is looked for, and given up by esc and by whoever goes on', async () => {
    const kernel = createFakePagerKernel(100_000, event);
    const pager = await openPager(kernel, { columns: 120 });
    const release = kernel.pause();
    await typed(pager, '2026-02-01');
    expect((await pager.screen()).at(-2)).toContain('looking for 2026-02-01 0 %, esc stops');
    await pager.keys('escape');
    expect((await pager.screen()).slice(-2).join('\n')).toMatch(/rows 1-.*\nstopped/s);
    await typed(pager, '2026-02-01');
    await pager.keys('down');
    expect((await pager.screen()).at(-2)).not.toContain('looking for');
    release();
    for (let turn = 0; turn < 20; turn += 1) {
      expect(current(await pager.screen())).toMatch(/^> +2 /);
    }
    expect(kernel.finds).toEqual([]);
  });
});
