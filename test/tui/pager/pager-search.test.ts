import { describe, expect, it } from 'vitest';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';

async function searchFor(pager: OpenPager, text: string): Promise<readonly string[]> {
  await pager.keys('/');
  await pager.type(text);
  await pager.keys('enter');
  return await pager.screen();
}

function current(lines: readonly string[]): string {
  return lines.find((line) => line.startsWith('>')) ?? '';
}

describe.each(WIDTHS)('a search on %i columns', (columns) => {
  it('brings the column of the match into sight', async () => {
    const wide = (row: number) => ({
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`column_${index}`, 'filling '.repeat(3)])),
      last: row === 700 ? 'the needle' : 'hay',
    });
    const pager = await openPager(createFakePagerKernel(1000, wide), { columns });
    const shown = await searchFor(pager, 'needle');
    expect(current(shown)).toContain('the needle');
    expect(shown.at(-2)).toMatch(/^1 of 1 (?:match for |\/)needle/);
  });

  it('brings a match far inside a cell, and far inside a line of text, into sight', async () => {
    const long = `${'hay '.repeat(100)}needle${' hay'.repeat(100)}`;
    const cells = await openPager(
      createFakePagerKernel(100, (row) => ({ id: row, text: row === 9 ? long : 'x' })),
      {
        columns,
      },
    );
    expect(current(await searchFor(cells, 'needle'))).toContain('needle');
    const lines = await openPager(
      createFakePagerKernel(100, (row) => ({ line: row + 1, text: row === 70 ? `${long}\n` : 'x\n' }), {
        kind: 'text',
      }),
      { columns },
    );
    expect(current(await searchFor(lines, 'needle'))).toContain('needle');
    await searchFor(lines, 'x');
    expect(current(await lines.screen())).toMatch(/^> +1 +x$|^> +\d+ +x$/);
  });

  it('never cuts the count, however long the text that is looked for', async () => {
    const long = 'a long text that somebody put in from elsewhere, to be looked for as it stands';
    const kernel = createFakePagerKernel(3721, (row) => ({ id: row, note: long, at: '2026-01-01T00:00:01.264Z' }));
    const pager = await openPager(kernel, { columns });
    await searchFor(pager, long);
    await pager.keys('n');
    expect((await pager.screen()).at(-2)).toMatch(/^3 of 3,721 .*a long text/);
  });

  it('says which of all matches it is at', async () => {
    const kernel = createFakePagerKernel(40_000, (row) => ({ id: row, tag: row % 10 === 3 ? 'needle' : 'hay' }));
    const pager = await openPager(kernel, { columns });
    await searchFor(pager, 'needle');
    for (let turn = 0; turn < 8; turn += 1) {
      await pager.screen();
    }
    await pager.keys('n', 'n');
    expect((await pager.screen()).at(-2)).toMatch(/^3 of 4,000 (?:matches for |\/)needle/);
    await pager.keys('down');
    expect((await pager.screen()).at(-2)).toMatch(/^4,000 matches (?:for |\/)needle/);
    await pager.keys('N', 'N', 'N', 'N');
    const there = columns === 40 ? /^4,000 of 4,000 · .*\/40,000$/ : /^4,000 of 4,000 matches(?: for needle)? · /;
    expect((await pager.screen()).at(-2)).toMatch(there);
  });
});

it('says that the match stands in a column that is not shown', async () => {
  const kernel = createFakePagerKernel(100, (row) => ({ id: row, notes: row === 50 ? 'needle' : 'hay' }));
  const pager = await openPager(kernel, { start: { fields: ['id'] } });
  const shown = await searchFor(pager, 'needle');
  expect(current(shown)).toContain('50');
  expect(shown.at(-1)).toBe('found in notes, a column that is not shown');
});

describe('the way from error to error', () => {
  const levels = (row: number) => ({ id: row, level: row === 300 ? 'ERROR' : row === 700 ? 'fatal' : 'info' });

  it('goes by the level of rows, forward and back, and with n', async () => {
    const pager = await openPager(createFakePagerKernel(1000, levels));
    await pager.keys('e');
    const shown = await pager.screen();
    expect(current(shown)).toContain('ERROR');
    expect(shown.at(-2)).toMatch(/1 of 2 .*errors/);
    await pager.keys('e');
    expect(current(await pager.screen())).toContain('fatal');
    await pager.keys('E');
    expect(current(await pager.screen())).toContain('ERROR');
    await pager.keys('n');
    expect(current(await pager.screen())).toContain('fatal');
  });

  it('keeps to the filter, also to one of alternatives', async () => {
    const pager = await openPager(createFakePagerKernel(1000, levels));
    await pager.keys('f');
    await pager.type('id > 500 or id = 1');
    await pager.keys('enter');
    await pager.screen();
    await pager.keys('e');
    const shown = await pager.screen();
    expect(current(shown)).toContain('fatal');
    expect(shown.at(-2)).toMatch(/1 of 1 .*errors/);
  });

  it.each([
    ['a status', (row: number) => ({ status: row === 30 ? 503 : 200 })],
    ['a numbered level', (row: number) => ({ level: row === 30 ? 50 : 30 })],
    ['an error', (row: number) => ({ id: row, error: row === 30 ? 'gone' : null })],
  ])('goes by %s too', async (_name, rowOf) => {
    const pager = await openPager(createFakePagerKernel(100, rowOf));
    await pager.keys('e');
    expect((await pager.screen()).at(-2)).toMatch(/1 of 1 .*errors/);
  });

  it('goes by words in text, and says where no column tells of errors', async () => {
    const line = (row: number) => ({ line: row + 1, text: row === 30 ? 'Fatal: gone\n' : 'all is well\n' });
    const text = await openPager(createFakePagerKernel(100, line, { kind: 'text' }));
    await text.keys('e');
    expect(current(await text.screen())).toContain('Fatal: gone');
    const rows = await openPager(createFakePagerKernel(10, (row) => ({ id: row })));
    await rows.keys('e');
    expect((await rows.screen()).join('\n')).toContain('no column is called level');
  });
});
