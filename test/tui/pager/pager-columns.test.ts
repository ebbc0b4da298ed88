import { describe, expect, it } from 'vitest';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager } from '../../support/pager-bench.js';
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

describe.each([40, 60, 80, 120, 200])('on %i columns', (columns) => {
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
