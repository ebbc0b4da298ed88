import { describe, expect, test } from 'vitest';
import type { SessionRecord } from '../../../src/contract/session.js';
import type { Trace, TraceQuery } from '../../../src/contract/trace.js';
import { sessionDetail } from '../../../src/tui/screens/session-detail.js';
import { createRecentTraces, MOST_RECENT } from '../../../src/tui/state/recent-traces.js';
import { sessionSpending } from '../../../src/tui/state/session-spending.js';
import { createTheme } from '../../../src/tui/theme.js';
import { SESSIONS, TRACES } from './known-records.js';
import { ANN } from './open-ui.js';

const [SESSION = undefined as never] = SESSIONS;
const [INVOKE = undefined as never] = TRACES.filter(({ totals }) => totals !== undefined);
const [TOTALS = undefined as never] = TRACES.flatMap(({ totals = [] }) => totals);
const THEME = createTheme({ color: false, ascii: false });

const invoked = (id: string, session: string | undefined, spent: number): Trace => ({
  ...INVOKE,
  action_id: id,
  ...(session === undefined ? {} : { session_id: session }),
  totals: { ...TOTALS, budget_used: spent },
});

const model = (id: string, session: string, usage: { input_tokens?: number; output_tokens?: number }): Trace => ({
  action_id: id,
  event: 'model',
  principal_id: 'ann',
  session_id: session,
  outcome: 'completed',
  started_at: INVOKE.started_at,
  duration_ms: 1,
  model: { name: 'small', usage, usage_status: 'reported', redactions: {} },
});

const session = (id: string, parent?: string): SessionRecord => ({
  ...SESSION,
  session_id: id,
  ...(parent === undefined ? {} : { parent_id: parent }),
});

describe('what a session was spent on', () => {
  const newestFirst = [
    invoked('a_4', 'child', 40),
    model('a_3', 'top', { input_tokens: 20, output_tokens: 7 }),
    model('a_2b', 'top', {}),
    invoked('a_2', undefined, 999),
    invoked('a_1', 'other', 10),
    invoked('a_0', 'top', 5),
  ];
  const sessions = [session('top'), session('child', 'top'), session('grandchild', 'child'), session('other')];

  test.each([
    ['top', ['a_0 5', 'a_3 27', 'a_4 40']],
    ['child', ['a_0 5', 'a_3 27', 'a_4 40']],
    ['grandchild', ['a_0 5', 'a_3 27', 'a_4 40']],
    ['other', ['a_1 10']],
    ['not in the list', []],
  ])('%s, with all that share its ledger, the oldest first', (id, wanted) => {
    const actions = sessionSpending(session(id), sessions, newestFirst);
    expect(actions.map(({ action_id: action, spent }) => `${action} ${spent}`)).toEqual(wanted);
  });

  test('sessions that name each other as parents end', () => {
    const ring = [session('a', 'b'), session('b', 'a')];
    expect(sessionSpending(session('a', 'b'), ring, [invoked('a_1', 'a', 3)])).toHaveLength(1);
  });
});

test.each([
  ['what is known', { used: 30 }, { isCut: false }, undefined],
  [
    'handles that were read',
    { used: 70 },
    { isCut: false },
    '40 of it not in these: handles that were read, runs that go on',
  ],
  ['older actions', { used: 70 }, { isCut: true }, /^40 of it not in these: .*, or actions before the newest$/],
])('a session tells what its actions do not: %s', (_, more, seen, told) => {
  const actions = sessionSpending(
    SESSION,
    [],
    [invoked('a_1', SESSION.session_id, 10), invoked('a_0', SESSION.session_id, 20)],
  );
  const lines = sessionDetail({ session: { ...SESSION, ...more }, actions, isRead: true, ...seen }, 100, THEME);
  const texts = lines.map((line) => line.map(({ text }) => text).join(''));
  expect(texts).toContain('spent █▄  30 by 2 actions, at most 20');
  expect(texts.filter((text) => text.includes('of it not in'))).toEqual(
    told === undefined ? [] : [expect.stringMatching(told)],
  );
});

describe('the newest traces', () => {
  function reading(count: number, fails = false) {
    const asked: TraceQuery[] = [];
    const failures: unknown[] = [];
    const waiting: (() => void)[] = [];
    const recent = createRecentTraces(
      {
        kernel: {
          audit: {
            list: async (query) => {
              asked.push(query);
              if (fails) {
                throw new Error('gone');
              }
              const { offset = 0, limit = 0 } = query;
              return Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, () => INVOKE);
            },
          },
        },
        principal: ANN,
        after: (_, tick) => {
          waiting.push(tick);
          return () => undefined;
        },
        refresh: () => undefined,
      },
      (error) => failures.push(error),
    );
    const settle = async (): Promise<void> => {
      for (let tick = waiting.shift(); tick !== undefined; tick = waiting.shift()) {
        tick();
        await new Promise(setImmediate);
      }
    };
    return { recent, asked, failures, settle };
  }

  test.each([
    [0, 1, 0, false],
    [100, 2, 100, false],
    [250, 3, 250, false],
    [5_000_000, 10, MOST_RECENT, true],
  ])('of %i are read in %i pages: %i', async (count, pages, seen, isCut) => {
    const { recent, asked, settle } = reading(count);
    recent.want();
    recent.want();
    await settle();
    recent.want();
    await settle();
    expect(asked).toHaveLength(pages);
    expect(asked.every(({ principal_id: id }) => id === 'ann')).toBe(true);
    expect([recent.seen().length, recent.isCut(), recent.isRead()]).toEqual([seen, isCut, true]);
    recent.forget();
    recent.want();
    expect(recent.seen()).toHaveLength(seen);
    await settle();
    expect(asked).toHaveLength(pages * 2);
  });

  test('a failure is told once, and the next look tries again', async () => {
    const { recent, asked, failures, settle } = reading(5, true);
    recent.want();
    await settle();
    recent.want();
    await settle();
    expect([asked.length, failures.length]).toEqual([1, 1]);
    recent.forget();
    recent.want();
    await settle();
    expect(asked).toHaveLength(2);
  });
});
