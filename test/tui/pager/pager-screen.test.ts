import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createPagerScreen, runPager } from '../../../src/tui/pager.js';
import { mount } from '../../../src/tui/terminal/mount.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createFakePagerKernel } from '../../support/fake-pager-kernel.js';
import { createFakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { type OpenPager, openPager } from '../../support/pager-bench.js';
import { ANN } from '../../support/test-kernel.js';

const MILLIONS = 10_000_000;

function customer(row: number) {
  return {
    id: row,
    name: row % 3 === 0 ? 'Zoë Łukaszewicz' : 'Ada Abbott',
    email: '[REDACTED:email]',
    amount: row * 1.5,
    open: row % 2 === 0,
    address: { city: '大阪', zip: ['0150', row] },
    notes: row % 7 === 0 ? 'a note about this customer that goes on and on '.repeat(4) : null,
  };
}

function screenFile(name: string): string {
  return fileURLToPath(new URL(`../../../fixtures/screens/pager-${name}.txt`, import.meta.url));
}

async function expectScreen(pager: OpenPager, name: string): Promise<void> {
  await expect(`${(await pager.screen()).join('\n')}\n`).toMatchFileSnapshot(screenFile(name));
}

const SIZES = [
  [80, 24],
  [40, 12],
  [60, 20],
  [120, 30],
  [200, 60],
  [20, 6],
] as const;

it('begins with what is to be said of what was asked for', async () => {
  const start = { fields: ['id', 'nam'], notice: 'none of the first 20,000 rows has "nam": did you mean name?' };
  const pager = await openPager(createFakePagerKernel(30, customer), { columns: 80, rows: 12, start });
  expect((await pager.screen()).join('\n')).toContain(start.notice);
  await pager.keys('down');
  expect((await pager.screen()).join('\n')).not.toContain(start.notice);
});

describe.each(SIZES)('the pager at %ix%i', (columns, rows) => {
  it('shows rows, an open one, the choice of columns and an error as they are drawn in the files', async () => {
    const kernel = createFakePagerKernel(MILLIONS, customer);
    const pager = await openPager(kernel, { columns, rows });
    const size = `${columns}x${rows}`;
    await pager.keys(':');
    await pager.type('1234567');
    await pager.keys('enter', 'down');
    await expectScreen(pager, `rows.${size}`);
    await pager.keys('enter');
    await expectScreen(pager, `record.${size}`);
    await pager.keys('escape', 'c', 'down', 'space', 'J');
    await expectScreen(pager, `columns.${size}`);
    await pager.keys('enter', 'f');
    await pager.type('id ~ 9999');
    await expectScreen(pager, `prompt.${size}`);
    await pager.keys('escape', '?');
    await expectScreen(pager, `help.${size}`);
    kernel.fail({ code: 'HANDLE_EXPIRED', message: 'the handle has expired', hint: 'run the capability again' });
    await pager.keys('escape', 'G');
    await expectScreen(pager, `error.${size}`);
  });

  it('never draws more than there is room for', async () => {
    const wild = (row: number) => ({ [`${row % 9} 長い名前`]: '\u001b[31m\u0007日本\tx'.repeat(30), '': row, b: '\n' });
    const pager = await openPager(createFakePagerKernel(5000, wild), { columns, rows });
    for (const key of [
      'space',
      'right',
      'right',
      'enter',
      'down',
      'escape',
      'c',
      'G',
      'escape',
      '=',
      'y',
      '?',
      'q',
      '/',
      'x',
    ]) {
      await pager.keys(key);
      const lines = await pager.screen();
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }
    }
  });
});

describe('reading', () => {
  it('asks for windows of at most the row cap, two at once at most, and never for all rows', async () => {
    const kernel = createFakePagerKernel(MILLIONS, customer);
    const pager = await openPager(kernel);
    await pager.keys('space', 'space', 'space', 'G', 'g', 'G', 'pageup');
    expect(Math.max(...kernel.reads.map((rows) => rows.length))).toBe(50);
    expect(kernel.busiest()).toBeLessThanOrEqual(2);
    expect(kernel.reads.flat().length).toBeLessThan(1000);
    expect((await pager.screen()).join('\n')).toContain('9,999,981');
  });

  it('does not ask again for what it has', async () => {
    const kernel = createFakePagerKernel(MILLIONS, customer);
    const pager = await openPager(kernel);
    await pager.keys('space', 'pageup', 'space', 'pageup', 'down', 'up');
    expect(kernel.reads.length).toBe(new Set(kernel.reads.map((rows) => rows[0])).size);
  });

  it('marks rows that the reader may not see', async () => {
    const pager = await openPager(createFakePagerKernel(10, (row) => (row === 3 ? undefined : { id: row })));
    const lines = await pager.screen();
    expect(lines.find((line) => line.includes('(not for this reader)'))?.trim()).toMatch(/^4/);
    expect(lines.filter((line) => /^.\s+\d+ {2,}\d+$/.test(line))).toHaveLength(9);
  });

  it('stops a slow read with escape, and goes on with the next key', async () => {
    const kernel = createFakePagerKernel(MILLIONS, customer);
    const pager = await openPager(kernel);
    const release = kernel.pause();
    await pager.keys('G');
    expect((await pager.screen()).join('\n')).toContain('reading');
    await pager.keys('escape');
    expect(pager.isClosed()).toBe(false);
    expect((await pager.screen()).at(-1)).toBe('stopped');
    release();
    await pager.keys('up');
    expect((await pager.screen()).join('\n')).toContain('9999998');
    await pager.keys('escape');
    expect(pager.isClosed()).toBe(true);
  });

  it('shows an error in place, reads again when the person moves on, and q still closes', async () => {
    const kernel = createFakePagerKernel(1000, customer);
    const pager = await openPager(kernel);
    kernel.fail({ code: 'STORE_FAILED', message: 'The store failed.', hint: 'look at the disk' });
    await pager.keys('G');
    const failed = (await pager.screen()).join('\n');
    expect(failed).toContain('STORE_FAILED');
    expect(failed).toContain('look at the disk');
    kernel.fail(undefined);
    await pager.keys('up');
    const healed = (await pager.screen()).join('\n');
    expect(healed).not.toContain('STORE_FAILED');
    expect(healed).toContain('998');
    kernel.fail({ code: 'HANDLE_NOT_FOUND', message: 'there is no such handle' });
    await pager.keys('r', 'q');
    expect(pager.isClosed()).toBe(true);
  });

  it('says nothing of errors that are not the kernel’s', async () => {
    const kernel = createFakePagerKernel(1000, customer);
    kernel.fail({ code: 'ENOENT', message: '/home/ann/secret' });
    const shown = (await (await openPager(kernel)).screen()).join('\n');
    expect(shown).toContain('INTERNAL');
    expect(shown).not.toContain('secret');
  });
});

describe('filter and search', () => {
  const tagged = (row: number) => ({ id: row, tag: `#${row}#` });

  it('pages through sparse matches while the scan goes on', async () => {
    const kernel = createFakePagerKernel(200_000, tagged);
    const pager = await openPager(kernel, { start: { filter: 'tag ~ #5555#' }, columns: 120 });
    const shown = await pager.screen();
    expect(shown.join('\n')).toContain('5,556');
    expect(shown.at(-2)).toMatch(/matches 1-1 of 1 so far .* filter tag ~ #5555# \(scan [\d.]+ %\)/);
    await pager.keys('escape');
    expect((await pager.screen()).at(-2)).toMatch(/of 1 .* \(scan stopped at [\d.]+ %\)/);
    expect(pager.isClosed()).toBe(false);
  });

  it('opens a row whose values are still on their way', async () => {
    const kernel = createFakePagerKernel(5000, customer);
    const pager = await openPager(kernel);
    const goOn = kernel.pause();
    await pager.keys('G', 'enter');
    expect((await pager.screen()).join('\n')).toContain('row 5,000 …');
    goOn();
    expect((await pager.screen()).join('\n')).toMatch(/> id +4999/);
    pager.close();
  });

  it('says so when a row is hidden from this reader', async () => {
    const pager = await openPager(createFakePagerKernel(5, (row) => (row === 0 ? undefined : customer(row))));
    await pager.keys('enter');
    expect((await pager.screen()).at(-1)).toBe('this row is not for this reader');
  });

  it('comes back to the row it was at when the filter goes', async () => {
    const kernel = createFakePagerKernel(8000, tagged);
    const pager = await openPager(kernel);
    await pager.keys('f');
    await pager.type('tag ~ 777#');
    await pager.keys('enter', 'down');
    expect((await pager.screen()).at(-2)).toContain('matches 1-8 of 8 · 14 % · filter tag ~ 777#');
    await pager.keys('f', 'ctrl+u', 'enter');
    const shown = await pager.screen();
    expect(shown.find((line) => line.startsWith('>'))).toContain('1,778');
    expect(shown.at(-2)).toContain('of 8,000');
  });

  it('never leaves with escape when nothing stands behind it, and says what does', async () => {
    const pager = await openPager(createFakePagerKernel(80, tagged), { isOutermost: true });
    await pager.keys('escape', 'escape');
    expect((await pager.screen()).at(-1)).toBe('q closes the pager');
    expect(pager.isClosed()).toBe(false);
    await pager.keys('q');
    expect(pager.isClosed()).toBe(true);
  });

  it('leaves the filter with escape, and then the pager for the view behind it', async () => {
    const pager = await openPager(createFakePagerKernel(8000, tagged));
    await pager.keys('f');
    await pager.type('tag ~ 777#');
    await pager.keys('enter', 'down');
    await pager.screen();
    await pager.keys('escape');
    const shown = await pager.screen();
    expect(shown.at(-1)).toBe('all rows again');
    expect(shown.find((line) => line.startsWith('>'))).toContain('1,778');
    await pager.keys('escape');
    expect(pager.isClosed()).toBe(true);
  });

  it('hands back a filter that makes no sense with what is wrong', async () => {
    const kernel = createFakePagerKernel(1000, customer);
    const pager = await openPager(kernel);
    kernel.fail({ code: 'USAGE', message: 'the filter has an unknown operator', hint: 'the operators are =' });
    await pager.keys('f');
    await pager.type('id ?');
    await pager.keys('enter');
    kernel.fail(undefined);
    const shown = await pager.screen();
    expect(shown.at(-1)).toContain('filter: id ?');
    expect(shown.join('\n')).toContain('the filter has an unknown operator: the operators are =');
    await pager.keys('escape');
    expect((await pager.screen()).at(-2)).toContain('of 1,000');
  });

  it('finds the next match from where it is, goes round, and back', async () => {
    const kernel = createFakePagerKernel(3000, (row) => ({ id: row, text: row % 1000 === 5 ? 'needle' : 'hay' }));
    const pager = await openPager(kernel);
    const current = async () => (await pager.screen()).find((line) => line.startsWith('>'))?.split(/ +/)[1];
    await pager.keys('pagedown', '/');
    await pager.type('needle');
    await pager.keys('enter');
    expect(await current()).toBe('1,006');
    await pager.keys('n');
    expect(await current()).toBe('2,006');
    await pager.keys('n');
    expect(await current()).toBe('6');
    expect((await pager.screen()).at(-1)).toContain('other end');
    await pager.keys('N', 'N');
    expect(await current()).toBe('1,006');
    await pager.keys('/');
    await pager.type('nowhere');
    await pager.keys('enter');
    expect((await pager.screen()).at(-1)).toBe('no row holds it');
  });

  it('does not go to a match that is found after the person went on', async () => {
    const kernel = createFakePagerKernel(30_000, tagged);
    const pager = await openPager(kernel);
    const release = kernel.pause();
    await pager.keys('/');
    await pager.type('#29000#');
    await pager.keys('enter', 'down');
    release();
    for (let turn = 0; turn < 6; turn += 1) {
      await pager.screen();
    }
    expect((await pager.screen()).find((line) => line.startsWith('>'))).toContain('#1#');
    await pager.keys('n');
    expect((await pager.screen()).find((line) => line.startsWith('>'))).toContain('#29000#');
  });

  it('searches within the filter', async () => {
    const kernel = createFakePagerKernel(3000, (row) => ({ id: row, kind: row % 2 === 0 ? 'even' : 'odd' }));
    const pager = await openPager(kernel);
    await pager.keys('f');
    await pager.type('kind = odd');
    await pager.keys('enter', '/');
    await pager.type('12');
    await pager.keys('enter');
    expect(kernel.finds.at(-1)).toMatchObject({ filter: 'kind = odd', text: '12' });
  });
});

describe('going where there is nothing', () => {
  it('says which the last row is', async () => {
    const pager = await openPager(createFakePagerKernel(3000, customer));
    await pager.keys(':');
    await pager.type('99999999');
    await pager.keys('enter');
    const shown = await pager.screen();
    expect(shown.find((line) => line.startsWith('>'))).toMatch(/^> 3,000 +2999/);
    expect(shown.at(-1)).toBe('3,000 is the last row');
  });
});

describe('an open handle', () => {
  it('goes with G to what has come since it last said so, and says that more may come', async () => {
    const kernel = createFakePagerKernel(100, customer, { state: 'open' });
    const pager = await openPager(kernel);
    kernel.become({ total_rows: 500 });
    await pager.keys('G');
    const shown = await pager.screen();
    expect(shown.find((line) => line.startsWith('>'))).toMatch(/^> 500 +499/);
    expect(shown.at(-1)).toBe('the last so far: t follows what comes');
    pager.close();
  });

  it('is followed while rows come, and told to be complete at the end', async () => {
    const kernel = createFakePagerKernel(100, customer, { state: 'open' });
    const pager = await openPager(kernel);
    await pager.keys('t');
    expect((await pager.screen()).at(-2)).toContain('following · open');
    kernel.become({ total_rows: 500 });
    pager.terminal.advance(1000);
    expect((await pager.screen()).join('\n')).toContain('> 500');
    kernel.become({ total_rows: 501, state: 'partial', reason: 'cancelled' });
    pager.terminal.advance(1000);
    expect((await pager.screen()).at(-2)).toContain('partial: cancelled');
    expect(pager.terminal.timers()).toBe(0);
  });

  it('shows a last row that is not decided yet as soon as it is', async () => {
    let isDecided = false;
    const line = (row: number) => ({ line: row + 1, text: `line ${row + 1}\n` });
    const rowOf = (row: number) => (row < 9 || isDecided ? line(row) : undefined);
    const pager = await openPager(createFakePagerKernel(10, rowOf, { state: 'open', kind: 'text' }));
    expect((await pager.screen()).filter((text) => /line \d/.test(text))).toHaveLength(9);
    expect((await pager.screen()).find((text) => text.includes('…'))).toMatch(/^ +10 /);
    isDecided = true;
    pager.terminal.advance(1000);
    expect((await pager.screen()).filter((text) => /line \d/.test(text))).toHaveLength(10);
  });

  it('goes on with a filter in rows that came later', async () => {
    const kernel = createFakePagerKernel(100, (row) => ({ id: `x${row}y` }), { state: 'open' });
    const pager = await openPager(kernel, { start: { filter: 'id ~ 5y' } });
    expect((await pager.screen()).at(-2)).toContain('of 10');
    kernel.become({ total_rows: 200 });
    pager.terminal.advance(1000);
    expect((await pager.screen()).at(-2)).toContain('of 20');
    expect(kernel.finds.at(-1)).toMatchObject({ from: 100 });
  });
});

describe('copying', () => {
  it('puts the cell, the row, the id or the command on the clipboard and says so', async () => {
    const pager = await openPager(createFakePagerKernel(100, customer));
    const copied = () => {
      const found = [...pager.terminal.written().matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].at(-1)?.[1];
      return Buffer.from(found ?? '', 'base64').toString();
    };
    await pager.keys('down', 'right', 'y');
    expect(copied()).toBe('Ada Abbott');
    expect((await pager.screen()).at(-1)).toBe('copied name: 10 characters');
    await pager.keys('Y');
    expect(JSON.parse(copied())).toEqual(customer(1));
    await pager.keys('I');
    expect(copied()).toBe('h_4t8r2v6y1n');
    await pager.keys('c', 'space', 'enter', '=', 'y');
    expect(copied()).toBe('akernel expand h_4t8r2v6y1n --fields id,email,amount,open,address,notes');
  });

  it.each([40, 60, 80, 120, 200])(
    'shows and gives the command for all that fits a filter, on %i columns',
    async (columns) => {
      const pager = await openPager(createFakePagerKernel(100, customer), { columns, start: { filter: 'id ~ 5' } });
      await pager.keys('G', '=');
      const whole = "akernel expand h_4t8r2v6y1n --filter 'id ~ 5' --all --budget none -o csv > h_4t8r2v6y1n.csv";
      const screen = (await pager.screen()).map((line) => line.trim()).join(' ');
      expect(screen).toContain('All of it into a file, redacted:');
      expect(screen.replaceAll(' ', '')).toContain(whole.replaceAll(' ', ''));
      await pager.keys('Y');
      const sent = [...pager.terminal.written().matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].at(-1)?.[1];
      expect(Buffer.from(sent ?? '', 'base64').toString()).toBe(whole);
    },
  );
});

describe('on a terminal', () => {
  it('takes the alternate screen and gives the terminal back', async () => {
    const terminal = createFakeTerminal();
    const done = runPager({ terminal, kernel: createFakePagerKernel(100, customer), principal: ANN, handleId: 'h_1' });
    for (let turn = 0; turn < 10; turn += 1) {
      await terminal.press();
      await new Promise((resolve) => setImmediate(resolve));
      terminal.advance(50);
    }
    expect(await terminal.isAlternate()).toBe(true);
    expect((await terminal.screen()).join('\n')).toContain('Zoë Łukaszewicz');
    await terminal.press(KEYS.down, 'q');
    await done;
    expect(await terminal.isAlternate()).toBe(false);
    expect(terminal.isCursorShown()).toBe(true);
    expect(terminal.isRaw()).toBe(false);
    expect(terminal.timers()).toBe(0);
  });

  it('is a part of another screen, and leaves nothing behind when that closes it', async () => {
    const terminal = createFakeTerminal();
    const kernel = createFakePagerKernel(100, customer, { state: 'open' });
    const ports = {
      terminal,
      kernel,
      principal: ANN,
      handleId: 'h_1',
      refresh: () => undefined,
      onClose: () => undefined,
    };
    const screen = createPagerScreen(ports);
    const mounted = mount(terminal, screen);
    await new Promise((resolve) => setImmediate(resolve));
    screen.close();
    mounted.close();
    expect(terminal.timers()).toBe(0);
  });
});
