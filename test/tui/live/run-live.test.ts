import { describe, expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import { type LiveEnd, runLive } from '../../../src/tui/live.js';
import { createFakeTerminal, type FakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { createSampleRun, type SampleRun, settle } from '../../support/sample-run.js';
import { FINAL_FRAME, FIRST_FRAME, rowsFrame } from './sample-frames.js';

/** The head and the rows stay; the keys and the gauge do not. */
const LEFT =
  /^\$ akernel invoke\ndemo\.customers as ada +\S completed +\d:\d\d\naction a_\S+ · handle h_4t8r2v6y1n[^\n]*\n +id [^\n]*\n +1 {2}Hugo Kim[^\n]*(?:\n +\d {2}[^\n]*){4}$/;

interface Live extends SampleRun {
  readonly terminal: FakeTerminal;
  /** Undefined while it goes on. */
  readonly ended: () => Promise<LiveEnd | undefined>;
  readonly left: readonly (string | undefined)[];
  readonly text: () => Promise<string>;
}

interface Wishes {
  readonly columns?: number;
  readonly hasInput?: boolean;
  readonly signal?: AbortSignal;
}

function startLive({ columns = 80, hasInput = true, signal = new AbortController().signal }: Wishes = {}): Live {
  const terminal = createFakeTerminal({ columns, rows: 24, hasInput });
  terminal.output.write('$ akernel invoke\r\n');
  const sample = createSampleRun();
  const left: (string | undefined)[] = [];
  let end: LiveEnd | undefined;
  void runLive({
    terminal,
    run: sample.run,
    about: { capabilityId: 'demo.customers', principalId: 'ada' },
    onLeave: (handleId) => void left.push(handleId),
    signal,
  }).then((value) => {
    end = value;
  });
  return {
    ...sample,
    terminal,
    left,
    async ended() {
      await settle();
      return end;
    },
    async text() {
      terminal.advance(1000);
      return (await terminal.scrollback()).join('\n').trimEnd();
    },
  };
}

describe('the live view', () => {
  test('is there before the first frame', async () => {
    const { terminal } = startLive();
    const text = (await terminal.scrollback()).join('\n');
    expect(text).toContain('demo.customers as ada');
    expect(text).toContain('[1 full]');
    expect(text).toContain('waiting for the first row');
  });

  test('shows what comes, and goes when the run ends', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.give(rowsFrame(1, 5));
    live.count({ rows: 12_345, bytes: 99_000 });
    expect(await live.text()).toMatch(
      /handle h_4t8r2v6y1n open[\s\S]*12,345 rows · 96.7 KiB · 5 shown · [1-9][\s\S]*Hugo Kim/,
    );
    await live.give(FINAL_FRAME);
    await live.end();
    expect(await live.ended()).toMatchObject({ result: { status: 'completed' }, left: 'at the end' });
    expect(await live.text()).toMatch(LEFT);
    expect(live.terminal.timers()).toBe(0);
    expect(live.terminal.isRaw()).toBe(false);
    expect(live.terminal.isCursorShown()).toBe(true);
    expect(live.terminal.written()).not.toMatch(/\u001b\[[23]J/);
  });

  test('a run that failed ends it too, and tells its error by the result', async () => {
    const live = startLive();
    await live.end('failed', new KernelError('DRIVER_FAILED', 'the source broke'));
    expect(await live.ended()).toMatchObject({ result: { status: 'failed', error: { code: 'DRIVER_FAILED' } } });
  });

  test.each([
    ['frozen', [' ']],
    ['at the facts', [KEYS.tab]],
    ['with help open', ['?']],
    ['after any key, which fell into the shell', ['x']],
    ['frozen and let go', [' ', ' ']],
  ])('%s it stays after the end until q', async (_, keys) => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.give(rowsFrame(1, 5));
    await live.terminal.press(...keys);
    await live.end();
    expect(await live.ended()).toBeUndefined();
    await live.terminal.press(...(keys[0] === '?' ? ['q', 'q'] : ['q']));
    expect(await live.ended()).toMatchObject({ left: 'at the end' });
    expect(await live.text()).toMatch(LEFT);
  });

  test('what was shown vanished when the run ended: what does not fit leaves its last lines', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    const text = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
    await live.give({ ...FIRST_FRAME, text });
    await live.end();
    expect(await live.ended()).toMatchObject({ left: 'at the end' });
    const lines = (await live.text()).split('\n');
    expect(lines.slice(0, 2)).toEqual(['$ akernel invoke', expect.stringContaining('completed')]);
    expect(lines).toContain('earlier lines are left out here');
    expect(lines.at(-1)).toBe('line 99');
    expect(lines.length).toBeLessThan(30);
  });

  test.each([40, 60, 80, 120, 200])('what is left on %i columns has each id behind its name', async (columns) => {
    const live = startLive({ columns });
    await live.give(FIRST_FRAME);
    await live.end();
    expect(await live.ended()).toMatchObject({ left: 'at the end' });
    expect(await live.text()).toMatch(/^(?:.* · )?action a_\S+(?: · |\n)handle h_4t8r2v6y1n/m);
  });

  test('what has ended says so', async () => {
    const live = startLive();
    await live.terminal.press(' ');
    await live.end('timeout', new KernelError('TIMEOUT', 'the call took longer than 30 s'));
    expect(await live.text()).toMatch(/timeout[\s\S]*TIMEOUT: the call took longer than 30 s[\s\S]*q close/);
  });

  test('without keys it never stays', async () => {
    const live = startLive({ hasInput: false });
    expect(await live.text()).toContain('no keys here');
    await live.end();
    expect(await live.ended()).toMatchObject({ left: 'at the end' });
  });

  test('cancel reaches the run', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.terminal.press('c');
    expect(await live.text()).toContain('Cancel the run?');
    await live.terminal.press('y');
    expect(await live.ended()).toMatchObject({ result: { status: 'cancelled' }, left: 'at the end' });
    expect(live.cancelled()).toBeDefined();
  });

  test('left, the run goes on without it to its end', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.terminal.press('q', 'f');
    await settle();
    expect(live.left).toEqual(['h_4t8r2v6y1n']);
    expect(await live.text()).toBe('$ akernel invoke');
    expect(await live.ended()).toBeUndefined();
    await live.give(rowsFrame(1, 5));
    await live.end();
    expect(await live.ended()).toMatchObject({ result: { status: 'completed' }, left: 'finish in background' });
    expect(live.terminal.timers()).toBe(0);
  });

  test('Ctrl-C is an interrupt', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.terminal.press(KEYS['ctrl+c']);
    expect(live.terminal.interrupts()).toBe(1);
    expect(await live.text()).toContain('cancelling');
  });

  test.each(['before the run ends', 'after it'])('nobody is waited for when the process shall end %s', async (when) => {
    const controller = new AbortController();
    const live = startLive(controller);
    await live.terminal.press(' ');
    if (when === 'before the run ends') {
      controller.abort();
    }
    await live.run.cancel('interrupted');
    await settle();
    controller.abort();
    expect(await live.ended()).toMatchObject({ result: { status: 'cancelled' }, left: 'at the end' });
  });

  test('a stream that is never drawn is taken all the same', async () => {
    const live = startLive();
    for (let from = 0; from < 100; from += 1) {
      await live.give(rowsFrame(from * 100, 100));
    }
    await live.end();
    expect(await live.ended()).toMatchObject({ left: 'at the end' });
  });

  test('resizes at any time leave no line too many', async () => {
    const live = startLive();
    await live.give(FIRST_FRAME);
    await live.give(rowsFrame(1, 30));
    for (const [columns, rows] of [
      [200, 60],
      [40, 12],
      [20, 6],
      [80, 24],
    ] as const) {
      live.terminal.resize(columns, rows);
      live.terminal.advance(100);
    }
    const screen = await live.terminal.screen();
    expect(screen.filter((line) => line.includes('demo.customers as ada'))).toHaveLength(1);
    expect(live.terminal.written()).not.toMatch(/\u001b\[[23]J/);
  });
});
