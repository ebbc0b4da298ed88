import { describe, expect, test } from 'vitest';
import { createLiveScreen, type LivePorts, type LiveScreen } from '../../../src/tui/screens/live-screen.js';
import { displayWidth } from '../../../src/tui/text/display-width.js';
import { createTheme } from '../../../src/tui/theme.js';
import { drawn } from '../../support/drawn-lines.js';
import { FINAL_FRAME, FIRST_FRAME, frameOf, rowsFrame } from './sample-frames.js';

const START = Date.UTC(2026, 0, 1);
const SIZES = ['80x24', '40x12', '60x20', '120x30', '200x60', '20x6'] as const;

interface Sample {
  readonly screen: LiveScreen;
  readonly done: string[];
  readonly lines: (size: string, theme?: { readonly ascii: boolean }) => readonly string[];
  readonly press: (...keys: readonly string[]) => void;
  readonly usage: { rows: number; bytes: number; redactions: Record<string, number> };
  now: number;
}

function sample(ports: Partial<LivePorts> = {}): Sample {
  const done: string[] = [];
  const usage = { frames: 0, rows: 0, bytes: 0, redactions: { email: 0 } as Record<string, number> };
  const it = { now: START };
  const screen = createLiveScreen({
    about: { capabilityId: 'demo.customers', principalId: 'ada' },
    now: () => it.now,
    usage: () => ({ ...usage }),
    refresh: () => undefined,
    hasKeys: true,
    place: 'inline',
    cancel: () => void done.push('cancel'),
    leave: () => void done.push('leave'),
    interrupt: () => void done.push('interrupt'),
    ...ports,
  });
  return Object.assign(it, {
    screen,
    done,
    usage,
    lines: (size: string, { ascii } = { ascii: false }) => linesAt(screen, size, { ascii, now: it.now }),
    press(...keys: readonly string[]) {
      for (const name of keys) {
        screen.onKey({ name });
      }
    },
  });
}

function linesAt(screen: LiveScreen, size: string, { ascii, now }: { readonly ascii: boolean; readonly now: number }) {
  const [columns = 80, rows = 24] = size.split('x').map(Number);
  const theme = createTheme({ color: false, ascii });
  return drawn(screen.view({ size: { columns, rows }, theme, now }), columns);
}

/** A run in the middle of its phases. */
function running(): Sample {
  const it = sample();
  it.screen.frame(FIRST_FRAME);
  it.now += 700;
  Object.assign(it.usage, { rows: 12, bytes: 4800, redactions: { email: 12, phone: 3 } });
  it.screen.tick();
  it.screen.frame(rowsFrame(1, 12));
  it.now += 1000;
  Object.assign(it.usage, { rows: 23_456, bytes: 5_800_000, redactions: { email: 30, phone: 3 } });
  it.screen.frame(rowsFrame(13, 18, 2));
  it.screen.tick();
  return it;
}

const STATES: Readonly<Record<string, () => Sample>> = {
  'live-waiting': () => sample(),
  'live-running': running,
  'live-summary'() {
    const it = running();
    const facts = [
      'rows 31-23456: 23426',
      'email: [REDACTED:email]=23426',
      'amount: 1 to 9999, mean 5020',
      '9 more facts left out',
    ];
    it.screen.frame(frameOf({ phase: 3, used: 3100, facts }));
    return it;
  },
  'live-held'() {
    const it = running();
    it.lines('80x24');
    it.press('up');
    it.screen.frame(rowsFrame(31, 5, 2));
    return it;
  },
  'live-text'() {
    const it = sample();
    it.screen.frame(
      frameOf({
        ...FIRST_FRAME,
        text: 'GET /index 200\nuser=ada password=[REDACTED:password] from a long line that has to go on below\n',
      }),
    );
    it.screen.frame(
      frameOf({
        channel: 'stderr',
        text: 'warning: \u001b]0;title\u0007disk is full\n',
        progress: { done: 450, total: 1000 },
      }),
    );
    return it;
  },
  'live-leaving'() {
    const it = running();
    it.press('q');
    return it;
  },
  'live-facts'() {
    const it = running();
    it.press('tab');
    it.screen.frame(FINAL_FRAME);
    it.now += 300;
    it.screen.end({
      status: 'completed',
      action_id: 'a_9x2k7m4qpw',
      handle_id: 'h_4t8r2v6y1n',
      final_frame: FINAL_FRAME,
    });
    return it;
  },
  'live-log'() {
    const it = running();
    it.screen.frame(frameOf({ phase: 4, warnings: ['budget below 10%: the rest is kept in the handle only'] }));
    it.press('backtab');
    return it;
  },
  'live-help'() {
    const it = running();
    it.press('?');
    return it;
  },
};

describe.each(Object.keys(STATES))('%s', (name) => {
  test.each(SIZES)('at %s', async (size) => {
    const lines = STATES[name]?.().lines(size) ?? [];
    const [columns = 0, rows = 0] = size.split('x').map(Number);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    expect(lines.length).toBeLessThan(rows);
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(lines.filter((line) => /^seen .*…/.test(line))).toStrictEqual([]);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../../fixtures/screens/${name}.${size}.txt`);
  });
});

test('only ASCII where that is wanted', () => {
  const it = sample();
  it.screen.frame(frameOf({ ...FIRST_FRAME, phase: 2, rows: [{ id: 1, name: 'Ada' }] }));
  expect(it.lines('80x24', { ascii: true }).join('\n')).toMatch(/^[\n -~]*$/);
});

describe('keys', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['cancel asks first', ['c'], []],
    ['cancel twice', ['c', 'c'], ['cancel']],
    ['cancel, yes', ['c', 'y'], ['cancel']],
    ['cancel, no', ['c', 'escape', 'y'], []],
    ['leave asks first', ['q'], []],
    ['leave and cancel', ['q', 'c'], ['cancel']],
    ['leave and let it finish', ['q', 'f'], ['leave']],
    ['leave, no', ['q', 'escape', 'f'], []],
    ['other keys answer nothing', ['q', 'x', 'f'], ['leave']],
    ['an interrupt at once', ['ctrl+c'], ['interrupt']],
    ['an interrupt while something is asked', ['q', 'ctrl+c'], ['interrupt']],
    ['keys in help are for help', ['?', 'q', 'c'], []],
  ])('%s', (_, keys, wanted) => {
    const it = running();
    it.press(...keys);
    expect(it.done).toEqual(wanted);
  });

  test('esc at the top says what leaves, and never leaves itself', () => {
    const it = running();
    it.press('up', 'escape');
    expect(it.lines('80x24').at(-1)).toContain('space freeze');
    it.press('escape');
    expect(it.lines('80x24').at(-1)).toBe('the run goes on: c cancels it, q leaves it');
    it.press('escape');
    expect(it.lines('80x24').at(-1)).toBe('the run goes on: c cancels it, q leaves it');
    it.screen.end({ status: 'completed', action_id: 'a_1' });
    it.press('?', 'x', 'escape', 'escape');
    expect(it.lines('80x24').at(-1)).toBe('q closes the view');
    expect(it.done).toEqual([]);
    it.press('q');
    expect(it.done).toEqual(['leave']);
  });

  test('after the end q closes at once', () => {
    const it = running();
    it.screen.end({ status: 'completed', action_id: 'a_1' });
    it.press('q');
    expect(it.done).toEqual(['leave']);
  });

  test('without a handle there is nothing to page through, and it says so', () => {
    const it = sample({ openPager: () => sample().screen });
    it.press('e');
    expect(it.lines('80x24').at(-1)).toBe('there is no handle yet');
    it.press('x');
    expect(it.lines('80x24').at(-1)).toContain('freeze');
  });

  test('the pager has the keys and the room until it closes; the run goes on', () => {
    const inner = sample({ place: 'alternate' });
    let close = (): void => undefined;
    const it = sample({
      openPager: (handleId, { onClose }) => {
        inner.done.push(handleId);
        close = onClose;
        return inner.screen;
      },
    });
    it.screen.frame(FIRST_FRAME);
    it.press('e', 'q', 'c');
    expect(inner.done).toEqual(['h_4t8r2v6y1n', 'cancel']);
    expect(it.screen.place()).toBe('alternate');
    expect(it.screen.isWatched()).toBe(true);
    close();
    expect(it.screen.place()).toBe('inline');
    expect(it.screen.isWatched()).toBe(false);
  });
});

test('a command that ended with a status said that it completed', () => {
  const it = sample();
  it.screen.end({ status: 'completed', action_id: 'a_1', exit: { exit_code: 7, signal: null } });
  expect(it.lines('80x24')[0]).toMatch(/exit status 7 {2}0:00$/);
});

describe('Ctrl-C in the pager killed the run', () => {
  function paging() {
    const pressed: string[] = [];
    const it = sample({
      openPager: (_, { onClose }) => ({
        ...sample({ place: 'alternate' }).screen,
        onKey({ name }) {
          pressed.push(name);
          if (pressed.length > 1) {
            onClose();
          }
        },
      }),
    });
    it.screen.frame(FIRST_FRAME);
    it.press('e');
    return { it, pressed };
  }

  test('it is a key of the pager, and the run goes on when it closes', () => {
    const { it, pressed } = paging();
    it.press('ctrl+c');
    expect(it.screen.place()).toBe('alternate');
    it.press('ctrl+c');
    expect(pressed).toEqual(['ctrl+c', 'ctrl+c']);
    expect(it.done).toEqual([]);
    expect(it.lines('80x24').at(-1)).toBe('the pager is closed, the run goes on: Ctrl-C again cancels it');
    it.press('ctrl+c');
    expect(it.done).toEqual(['interrupt']);
  });

  test('nothing is said of a run that has ended', () => {
    const { it } = paging();
    it.screen.end({ status: 'completed', action_id: 'a_1' });
    it.press('ctrl+c', 'ctrl+c');
    expect(it.lines('80x24').at(-1)).toContain('q close');
  });
});

describe('the pane of facts', () => {
  test('tells those of the stream so far, made anew once a second while it is looked at', () => {
    let made = 0;
    const it = sample({
      facts() {
        made += 1;
        return [`rows: ${made}`];
      },
    });
    it.screen.frame(FIRST_FRAME);
    it.screen.tick();
    expect(made).toBe(0);
    it.press('tab');
    expect(it.lines('80x24').join('\n')).toMatch(/of the stream so far ─\n {2}rows {2}1\n/);
    it.screen.tick();
    expect(made).toBe(1);
    it.now += 1000;
    it.screen.tick();
    expect(it.lines('80x24').join('\n')).toMatch(/\n {2}rows {2}2\n/);
    it.screen.end({ status: 'completed', action_id: 'a_1' });
    expect(it.lines('80x24').join('\n')).toMatch(/\n {2}rows {2}3\n/);
  });
});

test('the ids are there before the first frame, as soon as they are known', () => {
  const it = sample({ about: { capabilityId: 'demo.customers', principalId: 'ada', actionId: 'a_9x2k7m4qpw' } });
  expect(it.lines('80x24')[1]).toBe('action a_9x2k7m4qpw · no handle yet');
  Object.assign(it.usage, { handle_id: 'h_4t8r2v6y1n', rows: 1 });
  it.screen.tick();
  expect(it.lines('80x24')[1]).toBe('action a_9x2k7m4qpw · handle h_4t8r2v6y1n open');
  expect(it.lines('80x24')[4]).toBe('seen 1 row · 0 B · 0 shown');
});

describe('what was replaced', () => {
  const many = { email: 1200, phone: 300, card: 20, iban: 3, ssn: 2, password: 1 };

  test.each<[string, string]>([
    ['200x24', 'redacted of what was shown email 1,200  phone 300  card 20  iban 3  ssn 2  password 1'],
    ['80x24', 'redacted of what was shown email 1,200  phone 300  card 20  iban 3  +2 types'],
    ['60x24', 'redacted of what was shown email 1,200  phone 300  +4 types'],
    ['42x24', 'redacted email 1,200  phone 300  +4 types'],
    ['38x24', 'redacted email 1,200  +5 types'],
  ])('in %s', (size, wanted) => {
    const it = sample();
    it.screen.frame(FIRST_FRAME);
    it.usage.redactions = many;
    it.screen.tick();
    expect(it.lines(size)).toContain(wanted);
  });
});

describe('what is held', () => {
  const contentOf = (it: Sample) => it.lines('80x24').slice(7, -1).join('\n');

  test('a frozen pane stands still while rows come, and follows again', () => {
    const it = running();
    const before = contentOf(it);
    it.press('space');
    it.screen.frame(rowsFrame(100, 3000, 2));
    expect(contentOf(it)).toBe(before);
    expect(it.lines('80x24').join('\n')).toContain('frozen, 3,000 new');
    it.press('space');
    expect(contentOf(it)).toMatch(/3,?099/);
  });

  test('arrows scroll back row by row, and below the last row it follows again', () => {
    const it = running();
    it.lines('80x24');
    it.press('up', 'up');
    expect(it.lines('80x24').join('\n')).toContain('scrolled back');
    it.press('down', 'down', 'down');
    expect(it.screen.isWatched()).toBe(false);
  });

  test('home leads to the oldest row, end to the newest', () => {
    const it = running();
    it.lines('80x24');
    it.press('home');
    expect(contentOf(it)).toMatch(/\n +1 {2}Hugo Kim/);
    it.press('end');
    expect(contentOf(it)).toMatch(/\n +30 /);
    expect(it.screen.isWatched()).toBe(false);
  });

  test('pages forward and back meet', () => {
    const it = running();
    it.screen.frame(rowsFrame(31, 100, 2));
    it.lines('80x24');
    it.press('pageup');
    const before = contentOf(it);
    it.press('pageup', 'pagedown');
    expect(contentOf(it)).toBe(before);
  });
});
