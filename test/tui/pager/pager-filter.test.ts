import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { type OpenPager, openPager, WIDTHS } from '../../support/pager-bench.js';
import { kernelOver, records, stream } from '../../support/test-kernel.js';

const LONG =
  'note ~ "Customer 4711" and status in [open,paid] and amount >= 100 and customer.address.city = "Łódź" and id > 500';

function order(row: number) {
  return { id: row, status: row % 3 === 0 ? 'open' : 'paid', customer: { address: { city: 'Wien' } }, note: 'Delayed' };
}

describe.each(WIDTHS)('a filter on %i columns', (columns) => {
  it('is seen whole while it is edited, however long it is', async () => {
    const pager = await openPager(createFakePagerKernel(1000, order), { columns });
    await pager.keys('f');
    await pager.type(LONG);
    const lines = await pager.screen();
    expect(lines).toHaveLength(24);
    const from = lines.findIndex((line) => line.startsWith('filter: '));
    const shown = lines.slice(from).map((line) => line.slice('filter: '.length));
    expect(shown.join('').replaceAll(' ', '')).toBe(LONG.replaceAll(' ', ''));
    expect(lines.every((line) => displayWidth(line) <= columns)).toBe(true);
    await pager.keys('home', 'X');
    expect((await pager.screen()).join('\n')).toContain('filter: Xnote ~');
  });
});

it('tells of a field that no row has, with the nearest name, and goes on', async () => {
  const pager = await openPager(createFakePagerKernel(1000, order));
  await pager.keys('f');
  await pager.type('statsu = nothing_like_it');
  await pager.keys('enter');
  const shown = await pager.screen();
  expect(shown.at(-1)).toBe('no row seen so far has statsu: did you mean status?');
  await pager.keys('right');
  expect((await pager.screen()).join('\n')).toContain('did you mean status?');
  await pager.keys('f', 'ctrl+u');
  await pager.type('customer.adress.city = Wien');
  await pager.keys('enter');
  expect((await pager.screen()).at(-1)).toContain('did you mean customer.address.city?');
  await pager.keys('f', 'ctrl+u');
  await pager.type('customer.address.city = Wien');
  await pager.keys('enter');
  expect((await pager.screen()).join('\n')).not.toContain('did you mean');
});

it('gives earlier questions back with the arrows', async () => {
  const pager = await openPager(createFakePagerKernel(1000, order));
  for (const text of ['status = open', 'id ~ 99']) {
    await pager.keys('f', 'ctrl+u');
    await pager.type(text);
    await pager.keys('enter');
  }
  await pager.keys('escape', 'f', 'up');
  expect((await pager.screen()).at(-1)).toContain('filter: id ~ 99');
  await pager.keys('up');
  expect((await pager.screen()).at(-1)).toContain('filter: status = open');
  await pager.keys('up', 'down', 'down');
  expect((await pager.screen()).at(-1)).toBe('filter:');
});

it('looks for capitals by the rule of the search', async () => {
  const rows = [{ note: 'Delayed' }, { note: 'delayed' }, { note: 'in time' }];
  const kernel = await kernelOver(() => [records(rows)]);
  const { result } = await stream(kernel);
  for (const [typed, filtered, searched] of [
    ['delayed', 'matches 1-2 of 2 ·', '2 of 2 matches for delayed'],
    ['Delayed', 'matches 1-1 of 1 ·', '1 of 1 match for Delayed'],
    ['DELAYED', 'no matches ·', '0 matches for DELAYED'],
  ] as const) {
    const pager = await openPager(kernel, { handleId: result.handle_id ?? '' });
    await pager.keys('f');
    await pager.type(`note ~ ${typed}`);
    await pager.keys('enter');
    expect(await statusWith(pager, filtered)).toContain(filtered);
    await pager.keys('f', 'ctrl+u', 'enter', '/');
    await pager.type(typed);
    await pager.keys('enter');
    expect(await statusWith(pager, searched)).toContain(searched);
    pager.close();
  }
});

/** The line of what goes on, as soon as it says this; a scan needs some turns. */
async function statusWith(pager: OpenPager, wanted: string): Promise<string> {
  let status = '';
  for (let turn = 0; turn < 200 && !status.includes(wanted); turn += 1) {
    status = (await pager.screen()).at(-2) ?? '';
  }
  return status;
}
