import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';
import { kernelOver, stream, text } from '../../support/test-kernel.js';

/** More columns than any screen has room for. */
function wide(row: number) {
  const members = Array.from({ length: 60 }, (_, index) => [`member_${index}`, `value ${index} of ${row}`]);
  return { id: 7000 + row, ...Object.fromEntries(members), last: 'end' };
}

async function typed(pager: OpenPager, asked: string): Promise<readonly string[]> {
  await pager.keys(':');
  await pager.type(asked);
  await pager.keys('enter');
  return pager.screen();
}

const headOf = (lines: readonly string[]): string => lines.find((line) => /member_|last/.test(line)) ?? '';

describe.each(WIDTHS)('on %i columns', (columns) => {
  it('a column is gone to by its name, or the beginning of it', async () => {
    const pager = await openPager(createFakePagerKernel(100, wide), { columns });
    expect(headOf(await pager.screen())).not.toContain('member_42');
    expect(headOf(await typed(pager, 'member_42'))).toContain('member_42');
    expect(headOf(await typed(pager, 'LA'))).toContain('last');
    expect((await typed(pager, 'nothing')).join('\n')).toContain('type the number of a row');
  });

  it('a column that is kept stays in sight beside those further right, until it is let go', async () => {
    const pager = await openPager(createFakePagerKernel(100, wide), { columns });
    await pager.keys('|');
    expect((await pager.screen()).at(-1)).toBe('id stays in sight: | lets it go');
    const lines = await typed(pager, 'member_42');
    expect(headOf(lines)).toMatch(/^ +id .*member_42/);
    expect(lines.find((line) => line.startsWith('>'))).toMatch(/7000 .*value 42 of 0/);
    const [, first] = /columns (\d+)/.exec(lines.join('\n')) ?? [];
    expect(first === undefined || Number(first) > 30).toBe(true);
    await pager.keys('0', '|');
    expect((await pager.screen()).at(-1)).toBe('id goes with the others again');
    expect(headOf(await typed(pager, 'member_42'))).not.toMatch(/^ +id /);
  });

  it('a column is made wider and narrower, and stays so', async () => {
    const long = (row: number) => ({ id: row, note: `note ${'abcdefghij'.repeat(5)} ${row}`, last: 'end' });
    const pager = await openPager(createFakePagerKernel(100, long), { columns });
    const noteIn = async () => (await pager.screen()).find((line) => line.startsWith('>')) ?? '';
    await pager.keys('right', ...Array.from({ length: 20 }, () => '<'));
    expect((await pager.screen()).at(-1)).toBe('note is 4 characters wide');
    expect(await noteIn()).toMatch(/ {2}not… {2}end/);
    await pager.keys('>', '>');
    expect((await pager.screen()).at(-1)).toBe('note is 12 characters wide');
    expect(await noteIn()).toMatch(/ {2}note abcdef… {2}end/);
    await pager.keys('down', 'G', 'left');
    expect(await noteIn()).toMatch(/ {2}note abcdef… {2}end/);
    await pager.keys('right', ...Array.from({ length: 60 }, () => '>'));
    expect((await pager.screen()).every((line) => displayWidth(line) <= columns)).toBe(true);
    expect(await noteIn()).toContain(columns < 80 ? '  note abcdefghij' : ' 99');
  });

  it('what is said of a column is never cut off', async () => {
    const pager = await openPager(createFakePagerKernel(100, wide), { columns, rows: 15 });
    await pager.keys('w');
    expect((await pager.screen()).slice(-2).join(' ')).toContain('long values are wrapped: w cuts them again');
    expect((await pager.screen()).some((line) => line.includes('99 of 100'))).toBe(false);
  });

  it('a title has whole parts', async () => {
    const pager = await openPager(createFakePagerKernel(100, wide), { columns });
    expect((await pager.screen())[0]).toMatch(/^h_4t8r2v6y1n {2}[^…]+$/);
  });
});

describe('the kind of a column', () => {
  it('is date where all of its texts are, and text where one is not', async () => {
    const kernel = createFakePagerKernel(100, (row) => ({
      at: `2026-01-0${(row % 9) + 1}T10:30:00Z`,
      due: row === 3 ? 'never' : '2026-02-03',
      none: null,
    }));
    const pager = await openPager(kernel, { columns: 80 });
    expect((await pager.screen())[2]).toMatch(/date +text +null/);
  });
});

describe('who types :q', () => {
  it('leaves, unless a column is called so', async () => {
    const plain = await openPager(createFakePagerKernel(100, wide));
    await typed(plain, 'q');
    expect(plain.isClosed()).toBe(true);
    const named = await openPager(createFakePagerKernel(100, (row) => ({ id: row, quantity: 3 })));
    await typed(named, 'q');
    expect(named.isClosed()).toBe(false);
  });
});

describe('columns that are kept in sight', () => {
  it('leave at least half of the screen to the others', async () => {
    const pager = await openPager(createFakePagerKernel(100, wide), { columns: 60 });
    for (let column = 0; column < 8; column += 1) {
      await pager.keys('|', 'right');
    }
    const lines = await typed(pager, 'member_42');
    expect(headOf(lines)).toMatch(/^ +id .*member_42/);
    expect(headOf(lines)).not.toContain('member_2 ');
    expect(lines.find((line) => line.startsWith('>'))).toContain('value 42 of 0');
    for (let step = 0; step < 62; step += 1) {
      await pager.keys('left');
    }
    expect((await pager.screen()).join('\n')).toMatch(/^ +id +member_0/m);
  });

  it('are none of text', async () => {
    const kernel = await kernelOver(() => [text('one\ntwo\n')]);
    const { result } = await stream(kernel);
    const pager = await openPager(kernel, { handleId: result.handle_id ?? '' });
    await pager.keys('|');
    expect((await pager.screen()).at(-1)).toBe('text has no columns');
  });
});
