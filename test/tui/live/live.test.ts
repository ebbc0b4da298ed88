import { describe, expect, test } from 'vitest';
import {
  initialLive,
  isHeldByPerson,
  type LiveEvent,
  type LiveState,
  reduceLive,
} from '../../../src/tui/state/live.js';
import { addSample, ratesOf, type Samples } from '../../../src/tui/state/live-rates.js';
import { FINAL_FRAME, FIRST_FRAME, frameOf, rowsFrame } from './sample-frames.js';

const USAGE = { frames: 1, rows: 10, bytes: 1000 };
const START = initialLive({ capabilityId: 'demo.customers', principalId: 'ada' }, 1000);

function stateAfter(...events: readonly LiveEvent[]): LiveState {
  return events.reduce(reduceLive, START);
}

const frame = (given: typeof FIRST_FRAME): LiveEvent => ({ type: 'frame', frame: given, usage: USAGE });
const end: LiveEvent = {
  type: 'end',
  result: { status: 'completed', action_id: 'a_9x2k7m4qpw', handle_id: 'h_4t8r2v6y1n', final_frame: FINAL_FRAME },
  usage: { frames: 2, rows: 100, bytes: 10_000 },
  at: 3000,
};
const held = { by: 'space', entries: [], top: 3, pushed: 9 } as const;

describe('frames', () => {
  test.each<[string, readonly LiveEvent[], Partial<LiveState>]>([
    [
      'ids and budget of the first',
      [frame(FIRST_FRAME)],
      { actionId: 'a_9x2k7m4qpw', handleId: 'h_4t8r2v6y1n', hasFrames: true },
    ],
    [
      'what the first said of the budget stays',
      [frame(FIRST_FRAME), frame(rowsFrame(1, 2))],
      { budget: { ...FIRST_FRAME.budget, used: 151, remaining: 3849 } },
    ],
    ['shown rows add up', [frame(rowsFrame(1, 2)), frame(rowsFrame(3, 5))], { shownRows: 7 }],
    ['shown text adds up', [frame(frameOf({ text: 'abc' })), frame(frameOf({ text: 'de' }))], { shownChars: 5 }],
    [
      'the last says how much was shown',
      [frame(rowsFrame(1, 2)), frame(FINAL_FRAME)],
      { shownRows: 40, phase: 4, factsOf: 'stream' },
    ],
    [
      'facts of a batch',
      [frame(frameOf({ phase: 3, facts: ['rows 1-9: 9'] }))],
      { facts: ['rows 1-9: 9'], factsOf: 'batch' },
    ],
    ['a frame without facts leaves them', [frame(frameOf({ facts: ['x'] })), frame(rowsFrame(1, 1))], { facts: ['x'] }],
    ['progress', [frame(frameOf({ progress: { done: 3, total: 9 } }))], { progress: { done: 3, total: 9 } }],
    [
      'what is counted beside the frames',
      [{ type: 'usage', usage: { ...USAGE, redactions: { email: 3 } }, at: 2000 }],
      { redactions: { email: 3 } },
    ],
  ])('%s', (_, events, wanted) => {
    expect(stateAfter(...events)).toMatchObject(wanted);
  });
});

describe('facts of the stream so far', () => {
  const running: LiveEvent = { type: 'facts', facts: ['rows: 9', 'a: 1', 'b: 2'] };
  const batch = frame(frameOf({ phase: 3, facts: ['rows 1-9: 9'] }));

  test.each<[string, readonly LiveEvent[], Partial<LiveState>]>([
    ['stand in place of those of a batch', [batch, running, batch], { facts: running.facts, factsOf: 'running' }],
    [
      'are those of the whole stream at its end',
      [running, frame(FINAL_FRAME), running],
      { facts: running.facts, factsOf: 'stream' },
    ],
    [
      'give way to those of the last frame where it has as many',
      [{ type: 'facts', facts: ['rows: 9'] }, frame(FINAL_FRAME)],
      { facts: FINAL_FRAME.facts ?? [], factsOf: 'stream' },
    ],
    [
      'are not lost by a last frame without facts',
      [running, frame(frameOf({ is_final: true }))],
      { facts: running.facts },
    ],
  ])('%s', (_, events, wanted) => {
    expect(stateAfter(...events)).toMatchObject(wanted);
  });
});

describe('a person', () => {
  test.each<[string, readonly LiveEvent[], Partial<LiveState>, readonly (keyof LiveState)[]]>([
    ['the next pane', [{ type: 'tab', by: 1 }], { tab: 'facts' }, ['held']],
    ['the one before the first is the last', [{ type: 'tab', by: -1 }], { tab: 'log' }, []],
    [
      'another pane follows',
      [
        { type: 'hold', held },
        { type: 'tab', by: 1 },
      ],
      { tab: 'facts' },
      ['held'],
    ],
    [
      'held and scrolled',
      [
        { type: 'hold', held },
        { type: 'scroll', top: 5 },
      ],
      { held: { ...held, top: 5 } },
      [],
    ],
    ['nothing to scroll', [{ type: 'scroll', top: 5 }], {}, ['held']],
    ['followed again', [{ type: 'hold', held }, { type: 'follow' }], {}, ['held']],
    [
      'asked and dismissed',
      [{ type: 'ask', what: 'leave' }, { type: 'notice', text: 'x' }, { type: 'dismiss' }],
      {},
      ['ask', 'notice'],
    ],
    [
      'the end answers what was asked',
      [{ type: 'ask', what: 'cancel' }, end],
      { status: 'completed', endedAt: 3000 },
      ['ask'],
    ],
    ['cancelling until the end', [{ type: 'cancelling' }, end], { isCancelling: false }, []],
    ['nothing to cancel after the end', [end, { type: 'cancelling' }], { isCancelling: false }, []],
    ['what is held stays at the end', [{ type: 'hold', held }, end], { held }, []],
  ])('%s', (_, events, wanted, absent) => {
    const state = stateAfter(...events);
    expect(state).toMatchObject(wanted);
    for (const name of absent) {
      expect(state).not.toHaveProperty(name);
    }
  });

  test('nothing happens to what is not changed', () => {
    expect(stateAfter({ type: 'dismiss' })).toBe(START);
  });

  test.each<[string, readonly LiveEvent[], boolean]>([
    ['nobody', [frame(FIRST_FRAME)], false],
    ['it is frozen', [{ type: 'hold', held }], true],
    ['help is open', [{ type: 'help' }], true],
    ['facts are read', [{ type: 'tab', by: 1 }], true],
  ])('who looks: %s', (_, events, wanted) => {
    expect(isHeldByPerson(stateAfter(...events))).toBe(wanted);
  });
});

describe('rates', () => {
  const samples = (...counts: readonly (readonly [number, number])[]): Samples =>
    counts.reduce((all, [at, rows]) => addSample(all, { at, rows, bytes: rows * 10 }), [] as Samples);

  test.each<[string, Samples, { readonly rows: number; readonly bytes: number } | undefined]>([
    ['nothing yet', [], undefined],
    ['one sample', samples([0, 0]), undefined],
    ['a second', samples([0, 0], [1000, 50]), { rows: 50, bytes: 500 }],
    ['only the last seconds count', samples([0, 0], [5000, 9000], [8000, 9300]), { rows: 100, bytes: 1000 }],
    ['samples too near are left out', samples([0, 0], [1, 99], [1000, 100]), { rows: 100, bytes: 1000 }],
    ['a standstill', samples([0, 0], [1000, 500], [4000, 500], [7000, 500]), { rows: 0, bytes: 0 }],
  ])('%s', (_, given, wanted) => {
    expect(ratesOf(given)).toEqual(wanted);
  });

  test('at the end they are those of the whole run', () => {
    expect(ratesOf(stateAfter(end).samples)).toEqual({ rows: 50, bytes: 5000 });
  });

  test('samples do not pile up', () => {
    let many: Samples = [];
    for (let at = 0; at < 600_000; at += 200) {
      many = addSample(many, { at, rows: at, bytes: at });
    }
    expect(many.length).toBeLessThan(20);
  });
});
