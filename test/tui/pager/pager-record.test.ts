import { describe, expect, it } from 'vitest';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';

function order(row: number) {
  return {
    id: row,
    customer: { name: 'Ada', address: { city: row % 2 === 0 ? 'Wien' : 'Graz', zip: '1010' } },
    tags: ['new', 'late'],
    note: 'a long note about the order '.repeat(20),
    last: 'the needle',
  };
}

async function openRow(columns = 80): Promise<OpenPager> {
  const pager = await openPager(createFakePagerKernel(200, order), { columns });
  await pager.keys('enter');
  return pager;
}

function current(lines: readonly string[]): string {
  return lines.find((line) => line.startsWith('>')) ?? '';
}

describe.each(WIDTHS)('an open row on %i columns', (columns) => {
  it('folds nested values, one or all', async () => {
    const pager = await openRow(columns);
    await pager.keys('down', 'space');
    const closed = await pager.screen();
    expect(current(closed)).toMatch(/> customer +\+ 2 fields/);
    expect(closed.join('\n')).not.toContain('Wien');
    await pager.keys('enter');
    expect((await pager.screen()).join('\n')).toContain('Wien');
    await pager.keys('down', 'down', 'down', '-');
    const all = await pager.screen();
    expect(current(all)).toMatch(/> customer +\+ 2 fields/);
    expect(all.join('\n')).toMatch(/ tags +\+ list of 2/);
    await pager.keys('right');
    expect((await pager.screen()).join('\n')).toMatch(/ tags +\+ list of 2/);
    await pager.keys('+');
    expect((await pager.screen()).join('\n')).toContain('Graz');
  });

  it('finds a text in names and values, also in closed ones and far below', async () => {
    const pager = await openRow(columns);
    await pager.keys('-', '/');
    await pager.type('city');
    await pager.keys('enter');
    expect(current(await pager.screen())).toMatch(/> +city +Wien/);
    await pager.keys('/');
    await pager.type('needle');
    await pager.keys('enter');
    expect(current(await pager.screen())).toMatch(/> last +the needle/);
    await pager.keys('/');
    await pager.type('note');
    await pager.keys('enter', 'n', 'n', 'N');
    expect(current(await pager.screen())).toContain('note');
    await pager.keys('/');
    await pager.type('nowhere');
    await pager.keys('enter');
    expect((await pager.screen()).at(-1)).toBe('no field of this row holds it');
  });

  it('says which of all matches in the row it is at, as the list of rows does', async () => {
    const pager = await openRow(columns);
    await pager.keys('-', '/');
    await pager.type('e');
    await pager.keys('enter', 'N');
    const status = async () => (await pager.screen()).at(-2);
    const last = /^(\d+) of \1 (?:matches for |\/)e · row 1 of 200/;
    expect(await status()).toMatch(last);
    await pager.keys('n');
    expect(await status()).toMatch(/^1 of \d+ (?:matches for |\/)e · /);
    await pager.keys('g');
    expect(await status()).toMatch(/^\d+ matches (?:for |\/)e · /);
    await pager.keys('/');
    await pager.type('needle');
    await pager.keys('enter');
    expect(await status()).toMatch(/^1 of 1 (?:match for |\/)needle · row 1 of 200/);
    await pager.keys('escape');
    expect(await status()).toMatch(/^(?:rows )?1-/);
  });
});

describe('an open row', () => {
  it('goes to the next row with n where nothing is looked for', async () => {
    const pager = await openRow();
    await pager.keys('n', 'n', 'p');
    expect((await pager.screen()).at(-2)).toContain('row 2 of 200');
  });

  it('counts and filters by a nested field', async () => {
    const pager = await openRow();
    await pager.keys('/');
    await pager.type('city');
    await pager.keys('enter', 'F');
    const counted = (await pager.screen()).join('\n');
    expect(counted).toMatch(/> Wien +100 +50 %/);
    expect(counted).toMatch(/Graz +100 +50 %/);
    await pager.keys('escape');
    expect(current(await pager.screen())).toMatch(/> +city +Wien/);
    await pager.keys(',');
    const filtered = await pager.screen();
    expect(filtered.at(-1)).toBe('only rows with customer.address.city = "Wien"');
    expect(filtered.at(-2)).toContain('of 100');
  });

  it('shows a nested field as a column, also one that was named before', async () => {
    const pager = await openRow(120);
    await pager.keys('/');
    await pager.type('city');
    await pager.keys('enter', 'c', 'escape', 'right');
    const lines = await pager.screen();
    expect(lines[1]).toMatch(/id +customer\.address\.city +customer /);
    expect(lines[4]).toMatch(/ 2 +1 +Graz +\{/);
    await pager.keys(']');
    expect(current(await pager.screen())).toContain('Wien');
    const named = await openPager(createFakePagerKernel(9, order), { start: { fields: ['customer.name', 'id'] } });
    expect(current(await named.screen())).toMatch(/> +1 +Ada +0/);
  });

  it('closes with enter on a plain field', async () => {
    const pager = await openRow();
    await pager.keys('enter');
    expect((await pager.screen()).at(-2)).toContain('rows 1-');
  });
});

describe('the choice of columns', () => {
  it('finds a column by its name', async () => {
    const many = () => Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`column_${at}`, at]));
    const pager = await openPager(createFakePagerKernel(10, many));
    await pager.keys('c', '/');
    await pager.type('_4');
    await pager.keys('enter');
    expect(current(await pager.screen())).toContain('column_4 ');
    await pager.keys('n', 'n');
    expect(current(await pager.screen())).toContain('column_41');
    await pager.keys('N', 'N', 'N');
    expect(current(await pager.screen())).toContain('column_49');
    await pager.keys('/');
    await pager.type('nope');
    await pager.keys('enter');
    expect((await pager.screen()).at(-1)).toBe('no column has such a name');
    await pager.keys('?');
    expect((await pager.screen()).join('\n')).toContain('Keys of the columns');
    await pager.keys('q');
    expect(current(await pager.screen())).toContain('column_49');
  });
});
