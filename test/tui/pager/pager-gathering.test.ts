import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { openPager, WIDTHS } from '../../support/pager-bench.js';
import { kernelOver, records, stream } from '../../support/test-kernel.js';

const MILLIONS = 1_000_000;

function order(row: number) {
  return {
    id: row,
    status: row % 3 === 0 ? 'open' : 'paid',
    amount: (row * 7919) % MILLIONS,
    customer: { city: 'Wien' },
    note: row === 5 ? null : row % 100 === 0 ? 'mark' : 'late',
  };
}

function current(lines: readonly string[]): string {
  return lines.find((line) => line.startsWith('>')) ?? '';
}

describe.each(WIDTHS)('on %i columns', (columns) => {
  it('a column is sorted by, again the other way, and left', async () => {
    const pager = await openPager(createFakePagerKernel(10_000, order), { columns });
    await pager.keys('right', 'right', ']');
    const sorted = await pager.screenWith(/by amount,? desc/);
    expect(current(sorted)).toMatch(/> +9977 |> +9,977 /);
    expect(sorted.join('\n')).toContain('amount ↓');
    await pager.keys('[');
    expect(current(await pager.screenWith(/by amount,? asc/))).toMatch(/> +1 /);
    await pager.keys('down', 'escape');
    expect((await pager.screen()).at(-1)).toBe('in the order of the result again');
    await pager.keys('[', '[');
    expect((await pager.screen()).join('\n')).not.toContain('ascending');
  });

  it('rows that are equal by one column stand by another, and by one that changes its direction', async () => {
    const pager = await openPager(createFakePagerKernel(10_000, order), { columns });
    await pager.keys('right', '[', 'right', '}');
    // The greatest amount of those that are open, and then the least.
    const sorted = await pager.screenWith(/^> +6,?820 /m);
    expect(sorted.join('\n')).toContain(columns < 60 ? 'amount ↓' : 'by status');
    await pager.keys('{');
    await pager.screenWith(/^> +1 /m);
    await pager.keys('[');
    await pager.screenWith(/by amount,? asc/);
  });

  it('of nested values a field is chosen, and its values are counted', async () => {
    const pager = await openPager(createFakePagerKernel(3000, order), { columns });
    await pager.keys('right', 'right', 'right', 'F');
    const opened = await pager.screen();
    expect(current(opened)).toMatch(/city +Wien/);
    expect(opened.join('\n')).toContain('F counts the field under');
    await pager.keys('F');
    expect(current(await pager.screenWith(/1 value/))).toMatch(/> Wien +3,000 +100 %/);
    await pager.keys('escape', 'up', 'F');
    expect(current(await pager.screenWith(/1 value/))).toContain('{"city":"Wien"}');
  });

  it('values are counted, with bars where there is room, and enter filters by one', async () => {
    const pager = await openPager(createFakePagerKernel(9000, order), { columns });
    await pager.keys('right', 'F');
    const counted = await pager.screenWith(/2 values/);
    expect(counted.find((line) => line.includes('paid'))).toMatch(/> paid +6,000 +67 %/);
    expect(counted.find((line) => line.includes('open'))).toMatch(/open +3,000 +33 %/);
    expect(counted.some((line) => line.includes('██'))).toBe(columns > 30);
    expect(counted.every((line) => displayWidth(line) <= columns)).toBe(true);
    await pager.keys('down', 'enter');
    const filtered = await pager.screenWith(/3,000 · /);
    expect(filtered.join('\n')).not.toContain('paid');
    await pager.keys('escape');
    await pager.screenWith(/paid/);
  });
});

const SUMS_OF_ID: Readonly<Record<number, RegExp>> = {
  80: /sum of id 404,550 · mean 449\.5/,
  120: /sum of id 404,550 · mean 449\.5, 0 to 899/,
  200: /sum of id 404,550 · mean 449\.5, 0 to 899/,
};

describe.each([40, 60, 80, 120, 200])('sums on %i columns', (columns) => {
  const sold = (row: number) => ({
    id: row,
    shop: row % 3 === 0 ? 'north' : 'south',
    price: row % 10 === 0 ? '[REDACTED:number]' : (row % 3) + 0.5,
    place: { floor: 2 },
  });
  const sizes = { columns, rows: 15 };

  it('stand beside counted values, with the mean where there is room', async () => {
    const pager = await openPager(createFakePagerKernel(9000, sold), sizes);
    await pager.keys('right', 'F');
    await pager.screenWith(/2 values/);
    await pager.keys('+');
    expect((await pager.screen()).at(-1)).toMatch(/^sum of column:/);
    await pager.type('PRI');
    await pager.keys('enter');
    const summed = await pager.screenWith(columns < 60 ? /sum of price/ : /sum of price 12,150 of 8,100 numbers/);
    expect(summed.every((line) => displayWidth(line) <= columns)).toBe(true);
    expect(current(summed)).toMatch(columns < 60 ? /south +6,000 .*10,800/ : /> south +6,000 +67 % +10,800 +2 /);
    expect(summed.find((line) => line.includes('north'))).toMatch(columns < 60 ? /1,350/ : /3,000 +33 % +1,350 +0\.5 /);
    const extremes = columns < 60 ? / rows .* sum$/ : / rows .* sum +mean +least +most$/;
    expect(summed.some((line) => extremes.test(line.trimEnd()))).toBe(true);
    await pager.keys('down', 'enter');
    expect((await pager.screenWith(/3,000 · /)).join('\n')).not.toContain('south');
  });

  it('of a column of numbers itself come with nothing typed, with the mean and the extremes of all rows', async () => {
    const pager = await openPager(createFakePagerKernel(900, sold), sizes);
    await pager.keys('F');
    await pager.screenWith(/900 values/);
    await pager.keys('+', 'enter');
    const summed = await pager.screenWith(/sum of id/);
    expect(summed.join('\n')).toMatch(SUMS_OF_ID[columns] ?? /sum of id/);
    await pager.keys('+', 'enter');
    await pager.screenWith(/^(?!.*sum of)/s);
  });

  it('of a column that is not there are not asked for, and are left with nothing typed', async () => {
    const kernel = createFakePagerKernel(900, sold);
    const pager = await openPager(kernel, sizes);
    await pager.keys('right', 'F');
    await pager.screenWith(/2 values/);
    await pager.keys('+');
    await pager.type('nothing');
    await pager.keys('enter');
    expect((await pager.screen()).join(' ')).toMatch(/no column is called so; +numbers are in id/);
    expect(kernel.finds).toHaveLength(1);
    await pager.keys('escape', '+');
    await pager.type('place.floor');
    await pager.keys('enter');
    expect(current(await pager.screenWith(/sum of place/))).toMatch(/1,200/);
    await pager.keys('+', 'enter');
    const left = await pager.screenWith(/^(?!.*sum of).*> south/s);
    expect(current(left)).toMatch(/> south +600 +67 %/);
    await pager.keys('escape');
    expect((await pager.screen()).at(-2)).toMatch(/1-\d+/);
  });

  it('stand in the order of the sums when that is asked for', async () => {
    const kinds = (row: number) => ({
      kind: ['a', 'b', 'b', 'c', 'c', 'c'][row % 6] ?? '',
      cost: row % 6 === 0 ? 9 : 2,
    });
    const pager = await openPager(createFakePagerKernel(600, kinds), sizes);
    const first = async () => (await pager.screen()).flatMap((line) => /^[> ] ([abc]) /.exec(line)?.[1] ?? []).join('');
    await pager.keys('F');
    await pager.screenWith(/3 values/);
    await pager.keys('s');
    expect((await pager.screen()).at(-1)).toBe('there are no sums: + asks for them');
    await pager.keys('+');
    await pager.type('cost');
    await pager.keys('enter');
    await pager.screenWith(/sum of cost 1,900/);
    expect(await first()).toBe('cba');
    await pager.keys('s');
    expect(await first()).toBe('acb');
    await pager.keys('s');
    expect(await first()).toBe('cba');
  });

  it('are told of ranges, and of no numbers at all', async () => {
    const pager = await openPager(createFakePagerKernel(5000, sold), sizes);
    await pager.keys('F');
    await pager.screenWith(/50 ranges/);
    await pager.keys('+');
    await pager.type('id');
    await pager.keys('enter');
    expect(current(await pager.screenWith(/sum of id/))).toMatch(/> 0 to 100 +100 .*4,950/);
    await pager.keys('s');
    expect((await pager.screen()).join(' ')).toMatch(/ranges stand in their own order/);
    await pager.keys('+');
    await pager.type('shop');
    await pager.keys('enter');
    expect(current(await pager.screenWith(columns < 60 ? /no numbers/ : /no numbers in shop/))).toMatch(
      /> 0 to 100 +100 .* -/,
    );
  });
});

describe('a sum that fails', () => {
  it('leaves the values as they were', async () => {
    const kernel = createFakePagerKernel(90, order);
    const pager = await openPager(kernel);
    await pager.keys('right', 'F');
    await pager.screenWith(/2 values/);
    kernel.fail({ code: 'USAGE', message: 'nothing can be summed' });
    await pager.keys('+');
    await pager.type('amount');
    await pager.keys('enter');
    expect(current(await pager.screenWith(/nothing can be summed/))).toMatch(/> paid +60/);
  });
});

describe.each(WIDTHS)('ranges on %i columns', (columns) => {
  const measured = (row: number) => ({
    id: row,
    amount: row % 10 === 9 ? 0.5 : row / 4,
    at: new Date(Date.UTC(2026, 0, 1) + row * 60_000).toISOString(),
    note: row % 3 === 0 ? 'late' : 'none',
  });

  it('stand for numbers that come once, and enter filters by one', async () => {
    const pager = await openPager(createFakePagerKernel(5000, measured), { columns });
    await pager.keys('F');
    const counted = await pager.screenWith(/50 ranges of/);
    expect(current(counted)).toMatch(/> 0 to 100 +100 +2\.0 %/);
    expect(counted.some((line) => line.includes('██'))).toBe(true);
    expect(counted.every((line) => displayWidth(line) <= columns)).toBe(true);
    await pager.keys('r');
    expect(current(await pager.screen())).toMatch(/> 0 +1 +0\.02 %/);
    await pager.keys('r', 'down', '!');
    expect((await pager.screen()).join(' ')).toMatch(/a filter can ask for a range/);
    await pager.keys('enter');
    expect((await pager.screenWith(/filter/)).join('\n')).toContain(columns < 60 ? 'id >= ' : 'id >= 100 and');
  });

  it('are shown of values that come again when they are asked for, times too, and of nothing else', async () => {
    const pager = await openPager(createFakePagerKernel(5000, measured), { columns });
    await pager.keys('right', 'F');
    expect(current(await pager.screenWith(/values/))).toMatch(/> 0\.5 +501 +10 %/);
    await pager.screenWith(/^(?!.*counting)/s);
    await pager.keys('r');
    expect(current(await pager.screen())).toMatch(/> 0 to 50 +6\d\d +1\d %/);
    await pager.keys('escape', 'right', 'F');
    expect((await pager.screenWith(/ranges of/)).join('\n')).toContain('2026-01-01');
    await pager.keys('escape', 'right', 'F', 'r');
    expect((await pager.screenWith(/only more than/)).join('\n')).toContain('late');
  });
});

describe('a text looked for in a list over the rows', () => {
  const kinds = (row: number) => ({ id: row, kind: ['red one', 'blue', 'red two', 'green'][row % 4] ?? '', red: 1 });

  it('is told among counted values with which of the matches one is at', async () => {
    const pager = await openPager(createFakePagerKernel(400, kinds));
    await pager.keys('right', 'F');
    await pager.screenWith(/4 values/);
    await pager.keys('/');
    await pager.type('red');
    await pager.keys('enter');
    const first = (await pager.screen()).at(-2);
    expect(first).toMatch(/^[12] of 2 matches for red · kind · 4 values/);
    await pager.keys('n');
    expect((await pager.screen()).at(-2)).toMatch(first?.startsWith('1') === true ? /^2 of 2 / : /^1 of 2 /);
    await pager.keys('G', 'N', 'down', '/');
    await pager.type('nothing');
    await pager.keys('enter');
    expect((await pager.screen()).at(-2)).toMatch(/^0 matches for nothing · kind/);
  });

  it('is told among columns, and no more when their list is left', async () => {
    const pager = await openPager(createFakePagerKernel(400, kinds));
    await pager.keys('c', '/');
    await pager.type('d');
    await pager.keys('enter');
    expect((await pager.screen()).at(-2)).toMatch(/^2 of 3 matches for d · rows 1-/);
    await pager.keys('n');
    expect((await pager.screen()).at(-2)).toMatch(/^3 of 3 matches for d /);
    await pager.keys('escape');
    expect((await pager.screen()).at(-2)).toMatch(/^rows 1-/);
  });
});

describe('the shares of values', () => {
  it.each([
    [
      'full-bars-beside-nothing',
      50_000,
      (row: number) => String(row),
      /0 +1 +<0\.01 %$/,
      /hardly one comes twice/,
      false,
    ],
    ['rare-values', 50_000, (row: number) => row % 5000, /0 +10 +0\.02 % {2}▏$/, /5,000 values · 50,000 rows/, true],
    ['part-of-a-percent', 1000, (row: number) => row % 200, /0 +5 +0\.50 % {2}.$/, /200 values/, true],
    [
      'no-value-twice',
      900,
      (row: number) => String(row),
      /0 +1 +0\.11 %$/,
      /900 values · no one comes twice · 900 rows$/m,
      false,
    ],
    ['one-of-all', 1, () => 7, /7 +1 +100 % {2}█+$/, /1 value · 1 row$/m, true],
    ['two-values', 8, (row: number) => Number(row < 7), /0 +1 +13 % {2}█/, /2 values · 8 rows/, true],
  ] as const)('%s', async (_, rows, codeOf, line, status, hasBars) => {
    const pager = await openPager(createFakePagerKernel(rows, (row) => ({ code: codeOf(row) })));
    await pager.keys('F');
    const lines = await pager.screenWith(status);
    expect(lines.find((each) => /^[> ] [07] /.test(each))).toMatch(line);
    expect(lines.some((each) => /[▏▎█]/.test(each))).toBe(hasBars);
  });
});

describe('the columns of the pager', () => {
  it('shows every place of many rows in their order, each stretch of it in a pass of its own', async () => {
    const codes = Array.from({ length: 250_000 }, (_, row) => (row * 7919) % 977);
    const expected = codes.map((_, row) => row).sort((a, b) => (codes[a] ?? 0) - (codes[b] ?? 0) || a - b);
    const kernel = createFakePagerKernel(250_000, (row) => ({ code: codes[row] ?? 0, row }));
    const pager = await openPager(kernel, { columns: 120 });
    const rowAt = (place: number) => new RegExp(`^> +${((expected[place] ?? 0) + 1).toLocaleString('en')} `, 'm');
    await pager.keys('[');
    await pager.screenWith(/rows 1-\d+ of 250,000 .*by code, ascending/);
    expect(current(await pager.screen())).toMatch(rowAt(0));
    await pager.keys('G');
    expect(current(await pager.screenWith(rowAt(249_999)))).toMatch(/ 976 /);
    await pager.keys(':');
    await pager.type('125001');
    await pager.keys('enter');
    await pager.screenWith(rowAt(125_000));
    await pager.keys('down');
    await pager.screenWith(rowAt(125_001));
    await pager.keys(':');
    await pager.type('100000');
    await pager.keys('enter', 'down', 'down');
    await pager.screenWith(rowAt(100_001));
    await pager.keys('g');
    await pager.screenWith(rowAt(0));
    expect(kernel.finds.length).toBeLessThanOrEqual(8);
  });

  it('goes back to where all was known when a stretch is not waited for', async () => {
    const kernel = createFakePagerKernel(150_000, (row) => ({ code: row % 977 }));
    const pager = await openPager(kernel, { columns: 120 });
    await pager.keys('[');
    await pager.screenWith(/by code, ascending/);
    const release = kernel.pause();
    await pager.keys('down', 'G');
    await pager.screenWith(/sorting by code 0 %, esc stops/);
    await pager.keys('escape');
    const lines = await pager.screenWith(/rows 1-\d+ of 150,000 .*by code, ascending/);
    expect(current(lines)).toMatch(/> +978 /);
    release();
    await pager.keys('escape');
    expect((await pager.screen()).join('\n')).not.toContain('ascending');
  });

  it('sorts again what fits another filter', async () => {
    const pager = await openPager(createFakePagerKernel(10_000, order), { columns: 120 });
    await pager.keys('[');
    await pager.screenWith(/by id, ascending/);
    await pager.keys('f');
    await pager.type('status = open');
    await pager.keys('enter');
    await pager.screenWith(/of 3,334 .*by id, ascending/);
    expect(current(await pager.screen())).toMatch(/> +1 /);
  });

  it('keeps what was sorted and counted so far when it is stopped, or leaves it', async () => {
    const kernel = createFakePagerKernel(MILLIONS, order);
    const pager = await openPager(kernel);
    const release = kernel.pause();
    await pager.keys(']');
    await pager.screenWith(/sorting by id 0 %, esc stops/);
    await pager.keys('escape');
    expect((await pager.screen()).join('\n')).not.toContain('by id');
    expect(pager.isClosed()).toBe(false);
    await pager.keys('F');
    await pager.screenWith(/counting/);
    await pager.keys('escape');
    expect((await pager.screen()).join('\n')).not.toContain('esc stops');
    release();
    await pager.keys('escape', 'escape');
    expect(pager.isClosed()).toBe(true);
  });

  it('goes from match to match in the order that is seen', async () => {
    const pager = await openPager(createFakePagerKernel(1000, order));
    await pager.keys(']');
    await pager.screenWith(/by id, descending/);
    await pager.keys('/');
    await pager.type('mark');
    await pager.keys('enter');
    expect(current(await pager.screenWith(/> +901 /))).toContain('900');
    await pager.keys('n');
    expect(current(await pager.screenWith(/> +801 /))).toContain('800');
    await pager.keys('N', 'N');
    expect((await pager.screen()).at(-1)).toBe('the search went on from the other end');
  });

  it('filters by the cell under the cursor, with what was asked before', async () => {
    const kernel = await kernelOver(() => [records(Array.from({ length: 300 }, (_, row) => order(row)))]);
    const { result } = await stream(kernel);
    const pager = await openPager(kernel, { handleId: result.handle_id ?? '' });
    await pager.screenWith(/Wien/);
    await pager.keys('right', ',');
    await pager.screenWith(/of 100 .*status = "open"/);
    await pager.keys('left', 'down', '!');
    await pager.screenWith(/of 99 .*status = "open" and /);
    await pager.keys('escape', '$', 'left', ',');
    expect((await pager.screen()).join(' ')).toMatch(/no filter can name a list or an object/);
    await pager.keys('right', 'F');
    const notes = await pager.screenWith(/late +\d+ +\d+ %/);
    expect(notes.join('\n')).toMatch(/null +1 +0.33 %/);
    await pager.keys('!');
    expect(current(await pager.screenWith(/>.*(null|mark)/))).toContain('mark');
  });

  it('finds a value in the list, and comes back from where it was', async () => {
    const pager = await openPager(createFakePagerKernel(500, order));
    await pager.keys('F');
    await pager.screenWith(/ranges of 500 values/);
    await pager.keys('r', '/');
    await pager.type('49');
    await pager.keys('enter');
    expect(current(await pager.screen())).toMatch(/> 49 /);
    await pager.keys('n');
    expect(current(await pager.screen())).toMatch(/> 149 /);
    await pager.keys('N', 'N');
    expect(current(await pager.screen())).toMatch(/> 499 /);
    await pager.keys('/');
    await pager.type('nowhere');
    await pager.keys('enter');
    expect((await pager.screen()).at(-1)).toBe('no value in this list holds it');
  });

  it('hides a column, of which c shows that it is there', async () => {
    const pager = await openPager(createFakePagerKernel(100, order));
    await pager.keys('right', '-');
    const lines = await pager.screen();
    expect(lines.at(-1)).toBe('status is hidden: c shows it again');
    expect(lines[1]).not.toContain('status');
    await pager.keys('-', '-', '-', '-');
    expect((await pager.screen()).at(-1)).toBe('at least one column must be shown');
    await pager.keys('c');
    expect((await pager.screen()).join('\n')).toContain('[ ] status');
  });

  it('has no columns of text, and counts its lines', async () => {
    const lines = (row: number) => ({ line: row + 1, text: row % 4 === 0 ? 'often\n' : `line ${row}\n` });
    const pager = await openPager(createFakePagerKernel(400, lines, { kind: 'text' }));
    for (const [key, said] of [
      [']', 'text has no columns to sort by'],
      [',', 'text has no cells: f filters'],
      ['-', 'text has no columns'],
    ] as const) {
      await pager.keys(key);
      expect((await pager.screen()).at(-1)).toBe(said);
    }
    await pager.keys('F');
    expect((await pager.screenWith(/301 values/)).join('\n')).toMatch(/> often +100 +25 %/);
  });
});
