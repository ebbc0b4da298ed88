import { describe, expect, it } from 'vitest';
import { cellSpans } from '../../src/tui/components/cell-spans.js';
import { createPaneDrawer } from '../../src/tui/components/live-pane.js';
import type { SpanLine } from '../../src/tui/components/span-lines.js';
import type { PaneEntry } from '../../src/tui/state/live.js';
import { learnColumns, learnUsual, leftFor, placeColumns, settleColumns } from '../../src/tui/state/pager-columns.js';
import { displayWidth } from '../../src/tui/text/display-width.js';
import { placeholderStart, shortWidth } from '../../src/tui/text/short-marks.js';
import { createTheme } from '../../src/tui/theme.js';

const THEME = createTheme({ color: false, ascii: false });
const ASCII = createTheme({ color: false, ascii: true });
const { glyphs } = THEME;
const textOf = (line: SpanLine): string => line.map(({ text }) => text).join('');

describe('a placeholder in a cell', () => {
  it.each([
    ['[REDACTED:email]', 10, 'left', '‹email›   ', ['‹email›']],
    ['[REDACTED:email]', 10, 'right', '   ‹email›', ['‹email›']],
    ['[REDACTED:email]', 5, 'left', '‹ema…', ['‹ema…']],
    ['to [REDACTED:email#3], [REDACTED:phone]', 24, 'left', 'to ‹email#3›, ‹phone›   ', ['‹email#3›', '‹phone›']],
    ['{"to":"[REDACTED:email]"}', 12, 'left', '{"to":"‹ema…', ['‹ema…']],
    ['a long text and then [REDACTED:person', 37, 'left', 'a long text and then ‹person›        ', ['‹person›']],
    ['‹email› as a tool wrote it', 26, 'left', '‹email› as a tool wrote it', []],
    ['[REDACTED:] [REDACTED:a b]', 26, 'left', '[REDACTED:] [REDACTED:a b]', []],
  ] as const)('%s in %i columns', (text, room, align, shown, marks) => {
    const spans = cellSpans(text, { room, align, glyphs });
    expect(textOf(spans)).toBe(shown);
    expect(displayWidth(textOf(spans))).toBe(room);
    expect(spans.filter(({ role }) => role === 'redacted').map((span) => span.text)).toEqual(marks);
  });

  it('keeps to ASCII where that is wanted', () => {
    expect(textOf(cellSpans('to [REDACTED:email]', { room: 20, align: 'left', glyphs: ASCII.glyphs }))).toBe(
      'to <email>          ',
    );
  });

  it('is measured as it is drawn, and found by a place within it', () => {
    const text = 'to [REDACTED:email], [REDACTED:phone]';
    expect(shortWidth(text)).toBe('to ‹email›, ‹phone›'.length);
    expect(placeholderStart(text, 8)).toBe(3);
    expect(placeholderStart(text, 19)).toBe(19);
    expect(placeholderStart('[a] b', 4)).toBe(4);
  });
});

describe('widths of columns', () => {
  const long = { id: 1, text: 'x'.repeat(30) };
  const short = { id: 2, text: 'short' };

  it('are those of the rows with short marks', () => {
    expect(learnColumns([], [{ email: '[REDACTED:email]' }])[0]?.width).toBe('‹email›'.length);
  });

  it('shrink when the screen asked for less twice, and grow at once', () => {
    const wide = learnColumns([], [long, short]);
    const once = settleColumns(wide, [short]);
    expect(once[1]?.width).toBe(30);
    const twice = settleColumns(once, [short]);
    expect(twice[1]?.width).toBe(5);
    expect(settleColumns(twice, [short])).toBe(twice);
    expect(learnColumns(twice, [long])[1]?.width).toBe(30);
  });

  it('stay for one screen of short values, and where it would be hardly less', () => {
    const wide = learnColumns([], [long]);
    expect(settleColumns(settleColumns(wide, [short]), [long])[1]?.width).toBe(30);
    const nearly = { id: 3, text: 'x'.repeat(28) };
    expect(settleColumns(settleColumns(wide, [nearly]), [nearly])[1]?.width).toBe(30);
  });

  it('are those of nine in ten cells where not all have room for their widest', () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({
      name: id === 7 ? 'n'.repeat(30) : 'name',
      word: 'w'.repeat(20),
    }));
    const columns = learnUsual(learnColumns([], rows), rows);
    expect(placeColumns(columns, 0, 60).map(({ room }) => room)).toEqual([30, 20]);
    expect(placeColumns(columns, 0, 32).map(({ room }) => room)).toEqual([10, 20]);
    expect(placeColumns(columns, 0, 26).map(({ room }) => room)).toEqual([4, 20]);
    const twice = rows.map((row, id) => (id === 8 || id === 9 ? { ...row, name: 'n'.repeat(30) } : row));
    expect(placeColumns(learnUsual(learnColumns([], twice), twice), 0, 52).map(({ room }) => room)).toEqual([30, 20]);
    expect(placeColumns(learnUsual(learnColumns([], twice), twice), 0, 40).map(({ room }) => room)).toEqual([19, 19]);
  });

  it('are as wide as their values, where their names are wider', () => {
    const rows = Array.from({ length: 20 }, (_, id) => ({
      a_long_name_of_a_column: id === 3 ? 'x'.repeat(40) : 'x',
      b: 'b'.repeat(20),
    }));
    expect(placeColumns(learnUsual(learnColumns([], rows), rows), 0, 46).map(({ room }) => room)).toEqual([24, 20]);
  });

  it('give way so that all columns are seen, not below what can be read', () => {
    const rows = [{ a: 'x'.repeat(30), b: 'y'.repeat(30), c: 1 }];
    const columns = learnColumns([], rows);
    expect(placeColumns(columns, 0, 48).map(({ room }) => room)).toEqual([20, 20, 4]);
    expect(placeColumns(columns, 0, 34).map(({ room }) => room)).toEqual([24, 8]);
    expect(placeColumns(columns, 0, 30).map(({ room }) => room)).toEqual([30]);
  });

  it('of dates, numbers and ids stay while nested values and texts give way', () => {
    const row = {
      id: 71,
      at: '2026-01-01T00:00:01.264Z',
      meta: { tags: ['x'], os: 'linux' },
      by: 'Ada of Oslo '.repeat(4),
    };
    const columns = learnColumns([], [row, { ...row, at: '' }]);
    const roomsIn = (width: number) => placeColumns(columns, 0, width).map(({ room }) => room);
    expect(roomsIn(120)).toEqual([4, 24, 27, 48]);
    expect(roomsIn(80)).toEqual([4, 24, 14, 32]);
    expect(roomsIn(60)).toEqual([4, 24, 8, 18]);
    expect(roomsIn(50)).toEqual([4, 24, 18]);
    const spoilt = learnColumns(columns, [{ at: 'not known yet, but soon' }]);
    expect(placeColumns(spoilt, 0, 52).map(({ room }) => room)).toEqual([4, 17, 8, 17]);
  });

  it('leave no room unused beside a last column that is cut', () => {
    const columns = learnColumns([], [{ a: 'x'.repeat(40), b: 'y'.repeat(40), c: 'z'.repeat(90) }]);
    expect(leftFor(columns, { left: 0, index: 2, width: 50 })).toBe(1);
    expect(placeColumns(columns, 2, 50).map(({ room }) => room)).toEqual([50]);
  });
});

describe('the table of the live view', () => {
  const room = (width: number) => ({ width, theme: THEME, startedAt: 0 });
  const rowOf = (row: Readonly<Record<string, string | number>>): PaneEntry => ({ type: 'row', row });

  it('is moved sideways, tells what is on either side, and stops at its end', () => {
    const drawer = createPaneDrawer();
    const entries = [rowOf(Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`name${index}`, 'value'])))];
    const headAt = () => drawer.head(entries, room(30)).map(textOf)[0]?.replaceAll(/ +/g, ' ');
    expect(headAt()).toBe('name0 name1 name2 name3 5 →');
    drawer.sideways(-1);
    expect(headAt()).toBe('name0 name1 name2 name3 5 →');
    drawer.sideways(1);
    expect(headAt()).toBe('name1 name2 name3 … ← 1 4 →');
    for (let press = 0; press < 20; press += 1) {
      drawer.sideways(1);
    }
    expect(headAt()).toBe('name5 name6 name7 name8 ← 5');
    expect(textOf(drawer.lines(entries[0] ?? rowOf({}), room(30))[0] ?? [])).toMatch(/^value {2}value/);
    expect(drawer.head(entries, room(200)).map(textOf)[0]).toMatch(/^name0 .*name8$/);
  });

  it('draws a head where the first key comes before the first row', () => {
    const drawer = createPaneDrawer();
    drawer.sideways(1);
    expect(drawer.head([], room(40))).toEqual([]);
    expect(drawer.head([rowOf({ id: 1 })], room(40)).map(textOf)).toEqual(['  id']);
  });

  it('has narrower columns when long values went by for a while', () => {
    const drawer = createPaneDrawer();
    drawer.head([rowOf({ text: 'x'.repeat(30), next: 1 })], room(80));
    const starts: number[] = [];
    for (let drawing = 0; drawing < 70; drawing += 1) {
      const entry = rowOf({ text: 'short', next: drawing });
      starts.push(drawer.head([entry], room(80)).map(textOf)[0]?.indexOf('next') ?? -1);
      drawer.lines(entry, room(80));
    }
    expect([starts[0], starts[40], starts.at(-1)]).toEqual([32, 32, 7]);
    expect(starts.filter((start, index) => index > 0 && start !== starts[index - 1])).toHaveLength(1);
  });
});
