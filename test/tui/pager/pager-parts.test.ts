import { describe, expect, it } from 'vitest';
import { clipboardSequence } from '../../../src/tui/state/pager-clipboard.js';
import { learnColumns, leftFor, memberOf, placeColumns } from '../../../src/tui/state/pager-columns.js';
import { commandLine } from '../../../src/tui/state/pager-command.js';
import { joinedLine } from '../../../src/tui/state/pager-line.js';
import { createMatchList } from '../../../src/tui/state/pager-matches.js';
import { moveTo, moveView } from '../../../src/tui/state/pager-moves.js';
import { openPicker, pick } from '../../../src/tui/state/pager-picker.js';
import { placeAsked } from '../../../src/tui/state/pager-prompt.js';
import { recordLines } from '../../../src/tui/state/pager-record.js';
import { follow, reducePager } from '../../../src/tui/state/pager-reducer.js';
import { createSearchResults, nextMatch, previousMatch } from '../../../src/tui/state/pager-search.js';
import { type HandleFacts, INITIAL_PAGER, type PagerState } from '../../../src/tui/state/pager-state.js';
import { statusParts } from '../../../src/tui/state/pager-status.js';
import { wantedWindows, windowLength, windowSizes } from '../../../src/tui/state/pager-windows.js';
import { percent } from '../../../src/tui/state/status-words.js';
import { sliceColumns } from '../../../src/tui/text/slice-columns.js';

const FACTS: HandleFacts = {
  handle_id: 'h_1',
  kind: 'records',
  total_rows: 1000,
  size_bytes: 100_000,
  state: 'complete',
};
const STATE: PagerState = { ...INITIAL_PAGER, facts: FACTS };
const ROOM = { height: 20, width: 60 };

describe('match list', () => {
  it('grows, answers by place and by row, and is bounded', () => {
    const list = createMatchList(1000);
    const rows = Array.from({ length: 999 }, (_, index) => index * 3);
    expect(list.add(rows)).toBe(true);
    expect(list.at(500)).toBe(1500);
    expect([list.below(0), list.below(1), list.below(3), list.below(9999)]).toEqual([0, 1, 1, 999]);
    expect(list.add([4000, 4001])).toBe(false);
    expect([list.count(), list.at(999), list.at(1000), list.at(-1)]).toEqual([1000, 4000, undefined, undefined]);
  });
});

describe('search', () => {
  function results(from: number) {
    const made = createSearchResults(from);
    made.ahead.add([60, 80], 90);
    return made;
  }

  it('knows the next match as soon as it was found, also before the end', () => {
    expect(nextMatch(results(50), 50)).toEqual({ row: 60, isWrapped: false });
    expect(nextMatch(results(50), 60)).toEqual({ row: 80, isWrapped: false });
    expect(nextMatch(results(50), 80)).toBe('wait');
  });

  it('goes round when everything was looked at', () => {
    const made = results(50);
    made.ahead.end();
    expect(nextMatch(made, 80)).toBe('wait');
    made.behind.add([10, 20], 50);
    made.behind.end();
    expect(nextMatch(made, 80)).toEqual({ row: 10, isWrapped: true });
    expect(nextMatch(made, 20)).toEqual({ row: 60, isWrapped: false });
    expect(previousMatch(made, 60)).toEqual({ row: 20, isWrapped: false });
    expect(previousMatch(made, 10)).toEqual({ row: 80, isWrapped: true });
  });

  it('waits with the match before until nothing before it can be missed', () => {
    const made = results(50);
    expect(previousMatch(made, 80)).toEqual({ row: 60, isWrapped: false });
    expect(previousMatch(made, 60)).toBe('wait');
    made.ahead.end();
    made.behind.end();
    expect(previousMatch(made, 60)).toEqual({ row: 80, isWrapped: true });
  });

  it('says so when there is none', () => {
    const made = createSearchResults(0);
    made.ahead.add([], 10);
    made.ahead.end();
    expect([nextMatch(made, 5), previousMatch(made, 5)]).toEqual(['none', 'none']);
  });
});

describe('windows', () => {
  it.each([
    [{ top: 0, direction: 1 as const }, [0, 1]],
    [{ top: 40, direction: 1 as const }, [0, 1, 2]],
    [{ top: 40, direction: -1 as const }, [0, 1]],
    [{ top: 120, direction: -1 as const }, [2, 1]],
    [{ top: 980, direction: 1 as const }, [19]],
  ])('from %o on these are wanted: %j', (place, windows) => {
    expect(wantedWindows({ size: 50, length: 1000, height: 20, ...place })).toEqual(windows);
  });

  it('the last one is short, and large rows come fewer at once', () => {
    expect(windowLength(19, { size: 50, length: 990 })).toBe(40);
    expect(windowSizes(50, { total_rows: 10, size_bytes: 1000 })).toEqual({ size: 50, kept: 32 });
    expect(windowSizes(500, { total_rows: 10, size_bytes: 5_000_000 })).toEqual({ size: 2, kept: 16 });
    expect(windowSizes(50, { total_rows: 1, size_bytes: 500_000_000 })).toEqual({ size: 1, kept: 4 });
  });
});

describe('movement', () => {
  it.each([
    ['down', { cursor: 1, top: 0 }],
    ['page-down', { cursor: 19, top: 19 }],
    ['last', { cursor: 999, top: 980 }],
    ['up', { cursor: 0, top: 0 }],
  ] as const)('%s', (command, place) => {
    expect(moveView(STATE, command, ROOM)).toMatchObject(place);
  });

  it('puts a far row in the middle, and keeps the screen still for a near one', () => {
    expect(moveTo(STATE, 500, ROOM)).toMatchObject({ cursor: 500, top: 490 });
    expect(moveTo({ ...STATE, top: 100, cursor: 110 }, 105, ROOM)).toMatchObject({ cursor: 105, top: 100 });
    expect(moveTo(STATE, 1e9, ROOM)).toMatchObject({ cursor: 999, top: 980 });
  });

  it('going up ends following, and new rows are followed', () => {
    const following = follow({ ...STATE, isFollowing: true }, 20);
    expect(following).toMatchObject({ cursor: 999, top: 980 });
    const grown = reducePager(following, { type: 'facts', facts: { ...FACTS, total_rows: 1500 }, height: 20 });
    expect(grown).toMatchObject({ cursor: 1499, top: 1480 });
    expect(moveView(grown, 'up', ROOM).isFollowing).toBe(false);
  });

  it.each([
    ['1', 0],
    ['0', 0],
    ['17', 16],
    ['1,000', 999],
    ['99999999', 99_999_998],
    ['50%', 499],
    ['100%', 999],
    ['x', undefined],
    ['-3', undefined],
    ['', undefined],
  ])(':%s is place %s', (text, place) => {
    expect(placeAsked(text, 1000)).toBe(place);
  });
});

describe('columns', () => {
  const rows = [{ id: 1, name: 'Ada', email: '[REDACTED:email]', more: null }];

  it('are those of the rows, in order, with the kind of their values', () => {
    const columns = learnColumns([], [...rows, { id: 2.5, name: 'x', extra: [1] }, 7]);
    expect(columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'id num',
      'name text',
      'email text',
      'more null',
      'extra list',
      'value num',
    ]);
    expect(memberOf(7, 'value')).toBe(7);
    expect(memberOf({ a: 1 }, 'toString')).toBeUndefined();
  });

  it('only grow, and stay the same list when nothing is new', () => {
    const columns = learnColumns([], rows);
    expect(learnColumns(columns, rows)).toBe(columns);
    const wider = learnColumns(columns, [{ name: 'a much longer name' }]);
    expect(learnColumns(wider, rows)).toBe(wider);
    expect(wider[1]?.width).toBe(18);
  });

  it('are placed from the left, and scrolled until the wanted one is seen', () => {
    const columns = learnColumns([], [{ a: 'x'.repeat(20), b: 'y'.repeat(20), c: 'z'.repeat(20) }]);
    expect(placeColumns(columns, 0, 50).map(({ name, room }) => [name, room])).toEqual([
      ['a', 20],
      ['b', 20],
      ['c', 6],
    ]);
    expect(leftFor(columns, { left: 0, index: 2, width: 50 })).toBe(1);
    expect(leftFor(columns, { left: 1, index: 0, width: 50 })).toBe(0);
    expect(placeColumns(columns, 0, 10).map(({ room }) => room)).toEqual([10]);
  });

  it('take room that others leave', () => {
    const columns = learnColumns([], [{ a: 1, b: 'y'.repeat(100) }]);
    expect(placeColumns(columns, 0, 80).map(({ room }) => room)).toEqual([4, 74]);
  });

  it('are chosen and ordered, and new ones stay out of the choice', () => {
    let state: PagerState = openPicker({ ...STATE, columns: learnColumns([], rows) });
    for (const command of ['lower', 'down', 'toggle', 'apply'] as const) {
      state = pick(state, command, 10);
    }
    expect(state.columns.map(({ name, isShown }) => [name, isShown])).toEqual([
      ['name', true],
      ['id', true],
      ['email', false],
      ['more', true],
    ]);
    expect(state).toMatchObject({ mode: 'table', areColumnsChosen: true });
    const grown = reducePager(state, { type: 'rows', rows: [{ late: 1 }] });
    expect(grown.columns.at(-1)).toMatchObject({ name: 'late', isShown: false });
  });

  it('cannot all be hidden, and a cancelled choice changes nothing', () => {
    const open = openPicker({ ...STATE, columns: learnColumns([], rows) });
    const none = pick(pick(open, 'all', 10), 'apply', 10);
    expect(none).toMatchObject({ mode: 'columns', notice: expect.stringContaining('at least one') });
    expect(pick(pick(open, 'all', 10), 'cancel', 10)).toMatchObject({ columns: open.columns, areColumnsChosen: false });
  });
});

describe('the command line', () => {
  it.each([
    [{ offset: 0 }, 'akernel expand h_1'],
    [{ offset: 1200, fields: ['id', 'name'] }, 'akernel expand h_1 --fields id,name --offset 1200'],
    [{ offset: 0, filter: `name = "O'Neil"` }, `akernel expand h_1 --filter 'name = "O'\\''Neil"'`],
    [{ offset: 0, filter: '$(rm -rf ~) = 1' }, `akernel expand h_1 --filter '$(rm -rf ~) = 1'`],
    [{ offset: 0, fields: ['-x', 'a b'] }, `akernel expand h_1 --fields='-x,a b'`],
  ])('of %o', (parts, line) => {
    expect(commandLine({ handleId: 'h_1', ...parts })).toBe(line);
  });
});

describe('what is copied', () => {
  it('is base64 in one sequence, and not longer than 100 KB', () => {
    expect(clipboardSequence('é')).toBe('\u001b]52;c;w6k=\u0007');
    expect(clipboardSequence('x'.repeat(102_401))).toBeUndefined();
  });
});

describe('an open row', () => {
  it('is a tree of its fields', () => {
    const lines = recordLines(
      { id: 1, address: { city: 'Oslo', tags: ['a', 2] }, empty: {}, note: 'x '.repeat(30) },
      40,
    );
    expect(lines.map(({ depth, name, path }) => `${' '.repeat(depth)}${name} (${path})`)).toEqual([
      'id (id)',
      'address (address)',
      ' city (address.city)',
      ' tags (address.tags)',
      '  0 (address.tags.0)',
      '  1 (address.tags.1)',
      'empty (empty)',
      'note (note)',
      ' (note)',
    ]);
  });

  it('shows long values up to a bound, and says what is left', () => {
    const lines = recordLines({ big: 'word '.repeat(50_000) }, 80);
    expect(lines.length).toBeLessThan(2000);
    expect(lines.at(-1)).toMatchObject({ kind: 'note', text: '150,000 characters more: akernel expand value' });
  });

  it('of text joins the pieces of a long line that were read', () => {
    const rows = [
      { line: 1, text: 'a\n' },
      { line: 2, piece: 1, text: 'bb' },
      { line: 2, piece: 2, text: 'cc' },
      { line: 2, piece: 3, text: 'dd\n' },
    ].map((value) => ({ value }));
    expect(joinedLine((place) => rows[place], 2)).toEqual({ line: 2, text: 'bbccdd\n' });
    expect(joinedLine((place) => (place === 3 ? undefined : rows[place]), 1)).toEqual({
      line: 2,
      pieces: '1 to 2',
      text: 'bbcc',
    });
    expect(joinedLine((place) => rows[place], 0)).toEqual({ line: 1, text: 'a\n' });
  });
});

describe('the status', () => {
  it.each([
    [0, '0 %'],
    [0.0123, '0.01 %'],
    [4.56, '4.6 %'],
    [99.9999, '99 %'],
    [100, '100 %'],
  ])('%s is %s', (value, text) => {
    expect(percent(value)).toBe(text);
  });

  it('says where one is and what goes on', () => {
    const scan = { text: 'a = 1', matches: 12, scanned: 430, total: 1000, status: 'running' as const };
    const room = {
      row: 0,
      width: 80,
      height: 20,
      match: undefined,
      ellipsis: '…',
      isReading: false,
      columns: undefined,
    };
    expect(statusParts({ ...STATE, top: 100, cursor: 100 }, room)).toEqual([
      'rows 101-120 of 1,000',
      '10 %',
      'complete',
    ]);
    expect(statusParts({ ...STATE, filter: scan }, room)).toContain('filter a = 1 (scan 43 %)');
    const text = { ...STATE, facts: { ...FACTS, kind: 'text' as const } };
    expect(statusParts(text, room).slice(0, 2)).toEqual(['lines 1-20 of 1,000', '0 %']);
    expect(statusParts({ ...text, mode: 'record' }, { ...room, row: 9 })[0]).toBe('line 10 of 1,000');
    expect(statusParts(STATE, { ...room, width: 40 }).slice(0, 2)).toEqual(['1-20/1,000', '0 %']);
    const partial = { ...STATE, facts: { ...FACTS, state: 'partial' as const, reason: 'cancelled' } };
    expect(statusParts(partial, room)).toContain('partial: cancelled');
  });

  it('lets parts give way as a whole where a line is short, and never what stops something', () => {
    const search = {
      text: 'a customer of ours',
      matches: 345_678,
      scanned: 43,
      total: 100,
      status: 'running',
    } as const;
    const order = {
      keys: [{ field: 'customer.address.city', descending: false }],
      scanned: 1,
      total: 8,
      status: 'running',
    } as const;
    const state: PagerState = { ...STATE, facts: { ...FACTS, total_rows: 10_000_000 }, search, top: 9_876_543 };
    const room = { ...ROOM, width: 80, row: 0, match: 12, ellipsis: '…', isReading: true, columns: undefined };
    const line = (changed: PagerState, width: number) => statusParts(changed, { ...room, width }).join(' · ');
    expect(line(state, 80)).toBe('12 of 345,678 matches so far · 9,876,544-9,876,563/10,000,000 · reading');
    expect(line(state, 160)).toBe(
      '12 of 345,678 matches so far for a customer of ours (scan 43 %) · rows 9,876,544-9,876,563 of 10,000,000 · 0 % · reading · complete',
    );
    const still = { ...state, cursor: 9_876_550, search: { ...search, matches: 13, status: 'done' } } as const;
    expect(line(still, 40)).toMatch(/^12 of 13.* · 9,876,551\/10,000,000$/);
    for (const width of [40, 60, 80, 120, 200]) {
      const busy = line({ ...state, order, passed: 0 }, width);
      expect(busy).toMatch(/sorting.*, esc stops/);
      expect(busy).toMatch(/reading.*, esc stops/);
      expect(busy.length).toBeLessThanOrEqual(width);
    }
  });
});

describe('a slice of a line', () => {
  it.each([
    ['abcdef', 0, 4, 'abc…'],
    ['abcdef', 2, 4, 'cdef'],
    ['abcdef', 9, 4, ''],
    ['日本語', 0, 4, '日…'],
    ['日本語', 2, 4, '本語'],
    ['é日本', 0, 3, 'é…'],
  ])('%s from %i, %i wide', (text, from, width, part) => {
    expect(sliceColumns(text, from, width, '…')).toBe(part);
  });
});
