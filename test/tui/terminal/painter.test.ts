import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPainter, type Place } from '../../../src/tui/terminal/painter.js';
import type { Size } from '../../../src/tui/terminal/terminal.js';
import { createFakeTerminal } from '../../support/fake-terminal.js';

const SIZE = { columns: 10, rows: 5 };
const BEGIN = '\u001b[?2026h\u001b[?7l';
const END = '\u001b[?7h\u001b[?2026l';

/** What the last of these screens is painted with, after the ones before it. */
function lastPaint(place: Place, screens: readonly (readonly string[])[]): string {
  const terminal = createFakeTerminal(SIZE);
  const painter = createPainter(terminal.output, place, SIZE);
  let before = 0;
  for (const lines of screens) {
    before = terminal.written().length;
    painter.paint(lines);
  }
  return terminal.written().slice(before);
}

describe('inline', () => {
  test.each([
    ['the first screen', [['a', 'b']], `${BEGIN}\u001b[?25l\ra\u001b[K\r\n\rb\u001b[K\r\n${END}`],
    [
      'the same again',
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      '',
    ],
    [
      'the last line',
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      `${BEGIN}\u001b[1A\rc\u001b[K\r\n${END}`,
    ],
    [
      'the first line',
      [
        ['a', 'b'],
        ['c', 'b'],
      ],
      `${BEGIN}\u001b[2A\rc\u001b[K\r\n\r\n${END}`,
    ],
    ['one line more', [['a'], ['a', 'b']], `${BEGIN}\rb\u001b[K\r\n${END}`],
    ['one line less', [['a', 'b'], ['a']], `${BEGIN}\u001b[1A\u001b[J${END}`],
    ['a full line is not erased at its end', [['a'], ['0123456789']], `${BEGIN}\u001b[1A\r0123456789\r\n${END}`],
    [
      'too many lines',
      [['a'], ['a', 'b', 'c', 'd', 'e', 'f']],
      `${BEGIN}\rb\u001b[K\r\n\rc\u001b[K\r\n\rd\u001b[K\r\n${END}`,
    ],
  ])('%s', (_, screens, wanted) => {
    expect(lastPaint('inline', screens)).toBe(wanted);
  });

  test('what is to stay above comes with the screen below it, in one write that leaves the cursor hidden', async () => {
    const terminal = createFakeTerminal(SIZE);
    const painter = createPainter(terminal.output, 'inline', SIZE);
    painter.paint(['a', 'b']);
    const before = terminal.written().length;
    painter.paint(['a', 'b'], 'one\r\ntwo\r\n');
    const text = terminal.written().slice(before);
    expect(text.startsWith('\u001b[?2026h\u001b[2A')).toBe(true);
    expect(text.indexOf('\u001b[?2026l')).toBe(text.length - '\u001b[?2026l'.length);
    expect(text).not.toContain('\u001b[?25');
    // Who makes the window narrower meanwhile loses nothing of what stays.
    expect(text.indexOf('two')).toBeLessThan(text.indexOf('\u001b[?7l'));
    expect((await terminal.scrollback()).filter((line) => line !== '')).toEqual(['one', 'two', 'a', 'b']);
  });

  test('what stood above stays, and the screen is gone at the end', async () => {
    const terminal = createFakeTerminal(SIZE);
    terminal.output.write('$ run\r\n');
    const painter = createPainter(terminal.output, 'inline', SIZE);
    painter.paint(['a', 'b', 'c', 'd']);
    painter.paint(['e', 'b']);
    expect(await terminal.scrollback()).toEqual(['$ run', 'e', 'b', '', '', '']);
    painter.leave();
    expect((await terminal.scrollback()).join('|')).toMatch(/^\$ run\|+$/);
    expect(terminal.isCursorShown()).toBe(true);
  });
});

// tmux moves what is erased from the first row of the screen on into its scrollback.
test('a screen that begins in the first row is not erased from there on', () => {
  const terminal = createFakeTerminal(SIZE);
  const painter = createPainter(terminal.output, 'inline', SIZE);
  painter.paint(['a', 'b', 'c', 'd']);
  painter.leave();
  expect(terminal.written()).toContain('\r\u001b[K\r\n\u001b[J');
  expect(terminal.written()).not.toMatch(/\u001b\[\d+A\r?\u001b\[J/);
});

describe('alternate', () => {
  test.each([
    ['the first screen', [['a']], `${BEGIN}\u001b[?1049h\u001b[H\u001b[?25l\u001b[1;1Ha\u001b[K${END}`],
    ['the same again', [['a'], ['a']], ''],
    [
      'one line',
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      `${BEGIN}\u001b[2;1Hc\u001b[K${END}`,
    ],
    ['one line less', [['a', 'b'], ['a']], `${BEGIN}\u001b[2;1H\u001b[K${END}`],
    ['a full line', [['a'], ['0123456789']], `${BEGIN}\u001b[1;1H0123456789${END}`],
  ])('%s', (_, screens, wanted) => {
    expect(lastPaint('alternate', screens)).toBe(wanted);
  });

  test('what was shown before comes back', async () => {
    const terminal = createFakeTerminal(SIZE);
    terminal.output.write('$ run\r\n');
    const painter = createPainter(terminal.output, 'alternate', SIZE);
    painter.paint(['a', 'b', 'c', 'd', 'e']);
    expect(await terminal.screen()).toEqual(['a', 'b', 'c', 'd', 'e']);
    painter.leave();
    expect(await terminal.scrollback()).toEqual(['$ run', '', '', '', '']);
  });
});

describe('characters of whose width terminals differ', () => {
  test.each([
    ['behind them the column is said again', ['✅ab'], '\u001b[1;1H\u001b[K✅\u001b[3Gab\u001b[K'],
    [
      'colours beside them stay',
      ['a\u001b[1m✅\u001b[22mb'],
      '\u001b[1;1H\u001b[Ka\u001b[1m✅\u001b[4G\u001b[22mb\u001b[K',
    ],
    ['letters of one width have none of this', ['é漢│…'], '\u001b[1;1Hé漢│…\u001b[K'],
  ])('%s', (_, lines, wanted) => {
    expect(lastPaint('alternate', [[], lines])).toBe(`${BEGIN}${wanted}${END}`);
  });

  test('nothing beside them shifts where they are taken for narrower', async () => {
    const terminal = createFakeTerminal(SIZE);
    const painter = createPainter(terminal.output, 'inline', SIZE);
    painter.paint(['xxxxxxxxxx']);
    // The emulator knows emoji of Unicode 6, and takes this sign for one column.
    painter.paint(['✅ab']);
    expect((await terminal.screen())[0]).toBe('✅ ab');
  });
});

describe('resizes', () => {
  test.each<[string, Size, readonly string[], (readonly string[])?]>([
    ['narrower: lines took two rows each', { columns: 5, rows: 8 }, ['01234', '56']],
    [
      'narrower: wide characters do not stand over the edge',
      { columns: 5, rows: 9 },
      ['漢字', 'b'],
      ['漢字漢字漢', 'abc'],
    ],
    ['wider', { columns: 20, rows: 8 }, ['0123456789', 'x']],
    ['lower', { columns: 10, rows: 4 }, ['a', 'b', 'c']],
  ])('%s', async (_, size, lines, before = ['0123456789', 'abcdefghij']) => {
    const first = { columns: 10, rows: 8 };
    const terminal = createFakeTerminal(first);
    terminal.output.write('$ run\r\n');
    const painter = createPainter(terminal.output, 'inline', first);
    painter.paint(before);
    terminal.resize(size.columns, size.rows);
    painter.resized(size);
    painter.paint(lines);
    const shown = (await terminal.scrollback()).filter((line) => line !== '');
    expect(shown).toEqual(['$ run', ...lines]);
  });

  test('the next screen takes the place of the old one in one write', () => {
    const terminal = createFakeTerminal(SIZE);
    const painter = createPainter(terminal.output, 'inline', SIZE);
    painter.paint(['0123456789', 'b']);
    const before = terminal.written().length;
    painter.resized({ columns: 5, rows: 5 });
    painter.resized({ columns: 6, rows: 5 });
    painter.paint(['a']);
    expect(terminal.written().slice(before)).toBe(
      `${BEGIN}\u001b[3A\r\u001b[K\r\n\u001b[J\u001b[1A\ra\u001b[K\r\n${END}`,
    );
  });
});

const line = fc.string({ unit: fc.constantFrom('a', 'b', '漢', 'é', ' '), maxLength: 9 }).map(cutToTen);
const screens = fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

/** At most ten columns; 漢 takes two. */
function cutToTen(text: string): string {
  const kept: string[] = [];
  let width = 0;
  for (const character of text) {
    width += character === '漢' ? 2 : 1;
    if (width <= 10) {
      kept.push(character);
    }
  }
  return kept.join('').trimEnd();
}

test.each(['inline', 'alternate'] as const)(
  '%s: any screens end as the last one, and nothing is wiped',
  async (place) => {
    await fc.assert(
      fc.asyncProperty(screens, async (shown) => {
        const terminal = createFakeTerminal(SIZE);
        terminal.output.write('above\r\n');
        const painter = createPainter(terminal.output, place, SIZE);
        for (const lines of shown) {
          painter.paint(lines);
        }
        const last = shown.at(-1)?.slice(0, place === 'inline' ? 4 : 5) ?? [];
        const seen = await (place === 'inline' ? terminal.scrollback() : terminal.screen());
        const top = place === 'inline' ? ['above'] : [];
        expect(seen.slice(0, last.length + top.length)).toEqual([...top, ...last]);
        expect(seen.slice(last.length + top.length).join('')).toBe('');
        expect(terminal.written()).not.toMatch(/\u001b\[[23]J/);
      }),
      { numRuns: 60 },
    );
  },
);
