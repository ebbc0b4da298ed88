import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';
import { kernelOver, records, stream, text } from '../../support/test-kernel.js';

const ROWS: readonly Row[] = Array.from({ length: 300 }, (_, row) => ({
  id: row,
  price: ((row * 7) % 11) + 0.5,
  quantity: row % 5,
  at: `2026-01-0${1 + (row % 3)}T10:00:00Z`,
  mail: 'ann@example.com',
}));

async function pagerOver(rows: readonly Row[], columns = 80): Promise<OpenPager> {
  const kernel = await kernelOver(() => [records(rows)]);
  const { result } = await stream(kernel);
  return openPager(kernel, { columns, handleId: result.handle_id ?? '' });
}

async function added(pager: OpenPager, formula: string): Promise<void> {
  await pager.keys('+');
  await pager.type(formula);
  await pager.keys('enter');
}

describe.each(WIDTHS)('on %i columns', (columns) => {
  it('a column that is made of others is shown, sorted by and filtered by', async () => {
    const pager = await pagerOver(ROWS, columns);
    await added(pager, 'total = price * quantity');
    await pager.screenWith(/total is made of each row/);
    await pager.screenWith(/^> +1 .* 0(?: |$)/m);
    await pager.screenWith(/^ +2 .* 7\.5(?: |$)/m);
    await pager.keys(']');
    await pager.screenWith(/by total,? desc/);
    await pager.screenWith(/^> .* 42(?: |$)/m);
    await pager.keys('escape', 'f');
    await pager.type('total > 41');
    await pager.keys('enter');
    expect((await pager.screenWith(/\b1-6(?: of |\/)6\b/)).join('\n')).not.toMatch(/ 7\.5(?: |$)/m);
  });

  it('what is wrong with a formula is told, and it can be mended', async () => {
    const pager = await pagerOver(ROWS, columns);
    await added(pager, 'total = price *');
    const shown = (await pager.screenWith(/the formula/)).join('\n');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('the formula ends where a value was expected (at character 16)');
    expect(shown).toMatch(/new column: .*/);
    await pager.type(' 2');
    await pager.keys('enter');
    await pager.screenWith(/total is made of each row/);
  });
});

describe('a column that is made of others', () => {
  it('has its values counted, stands in the open row, and is the base of another one', async () => {
    const pager = await pagerOver(ROWS, 120);
    await added(pager, 'day = left(at, 10)');
    await pager.keys('F');
    await pager.screenWith(/2026-01-02 +100/);
    await pager.keys('escape');
    await added(pager, 'date = split(day, "-", 3)');
    await pager.screenWith(/^> +1 .*2026-01-01 +01 /m);
    await pager.keys('enter');
    await pager.screenWith(/date +.*01/);
    await pager.keys('escape', '=');
    const command = (await pager.screenWith(/without the columns that were added/)).join('\n');
    expect(command).not.toMatch(/--fields.*day/);
  });

  it('is made of redacted values only', async () => {
    const pager = await pagerOver(ROWS, 120);
    await added(pager, 'who = left(mail, 3)');
    const shown = (await pager.screenWith(/who is made of each row/)).join('\n');
    expect(shown).toMatch(/‹email›.*‹email›/);
    expect(shown).not.toMatch(/\bann\b/);
  });

  it('is made anew by the same name, and not while rows stand by it', async () => {
    const pager = await pagerOver(ROWS, 120);
    await added(pager, 'n = id + 1');
    await added(pager, 'n = id + 1000');
    await pager.screenWith(/^> +1 +0 +1000 /m);
    await pager.keys('[');
    await pager.screenWith(/by n, ascending/);
    await added(pager, 'n = id');
    await pager.screenWith(/rows are sorted or filtered by n: esc leaves that first/);
    await pager.keys('ctrl+c');
    await added(pager, 'price = id');
    await pager.screenWith(/price is a column already/);
  });

  it('tells of a field that no row has, and text has none', async () => {
    const pager = await pagerOver(ROWS, 120);
    await added(pager, 'total = prise * 2');
    await pager.screenWith(/no row seen so far has prise: did you mean price\?/);
    const kernel = await kernelOver(() => [text('one\ntwo\n')]);
    const { result } = await stream(kernel);
    const lines = await openPager(kernel, { columns: 80, handleId: result.handle_id ?? '' });
    await added(lines, 'n = length(text)');
    await lines.screenWith(/text has no columns to make others of/);
  });
});
