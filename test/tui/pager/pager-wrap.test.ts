import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { openPager, WIDTHS } from '../../support/pager-bench.js';

const WORDS = Array.from({ length: 60 }, (_, at) => `word${at}`);

function current(lines: readonly string[]): number {
  return lines.findIndex((line) => line.startsWith('>'));
}

function seenRows(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line) => /^[> ] +([\d,]+) {2}/.exec(line)?.[1]?.replaceAll(',', '') ?? []).map(Number);
}

describe.each(WIDTHS)('wrapped on %i columns', (columns) => {
  it('a long cell and a long line are seen whole, and fit the screen', async () => {
    const rows = (row: number) => ({ id: row, note: row % 3 === 0 ? WORDS.slice(0, 20).join(' ') : 'ok', last: row });
    const table = await openPager(createFakePagerKernel(500, rows), { columns });
    const lines = (row: number) => ({
      line: row + 1,
      text: row % 3 === 0 ? `${WORDS.slice(0, 20).join(' ')}\n` : 'ok\n',
    });
    const text = await openPager(createFakePagerKernel(500, lines, { kind: 'text' }), { columns });
    for (const pager of [table, text]) {
      await pager.keys('w');
      const shown = await pager.screen();
      expect(shown).toHaveLength(24);
      expect(shown.every((line) => displayWidth(line) <= columns)).toBe(true);
      expect(shown.join('\n')).toContain('word19');
      await pager.keys('w');
      expect((await pager.screen()).at(-1)).toBe('one line a row');
    }
  });

  it('what was replaced is a short mark, also where it is broken', async () => {
    const rows = (row: number) => ({
      id: row,
      email: '[REDACTED:email]',
      where: '{"city":"[REDACTED:address]","zip":"1"}'.repeat(9),
    });
    const pager = await openPager(createFakePagerKernel(50, rows), { columns });
    await pager.keys('w');
    const shown = (await pager.screen()).join('\n');
    expect(shown).toContain('‹email›');
    expect(shown).toContain('address');
    expect(shown).not.toMatch(/REDACT|[\ue000\ue001]/);
  });

  it('the row under the cursor is in sight, and pages leave none out', async () => {
    const rows = (row: number) => ({ id: row, note: WORDS.slice(0, (row * 7) % 60).join(' ') });
    const pager = await openPager(createFakePagerKernel(300, rows), { columns });
    await pager.keys('w');
    const seen = new Set<number>();
    for (let press = 0; press < 40; press += 1) {
      const shown = await pager.screen();
      expect(current(shown)).toBeGreaterThan(0);
      for (const row of seenRows(shown)) {
        seen.add(row);
      }
      await pager.keys('space');
    }
    const last = Math.max(...seen);
    expect(Array.from({ length: last }, (_, at) => at + 1).filter((row) => !seen.has(row))).toEqual([]);
    for (const key of ['down', 'down', 'down', 'up', 'G', 'up', 'up', 'g', 'ctrl+d', 'pageup']) {
      await pager.keys(key);
      expect(current(await pager.screen())).toBeGreaterThan(0);
    }
    await pager.keys('G');
    expect(seenRows(await pager.screen()).at(-1)).toBe(300);
  });
});
