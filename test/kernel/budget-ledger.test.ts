import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResponseMode } from '../../src/contract/frame.js';
import { createBudgetLedger, escalateMode } from '../../src/kernel/budget-ledger.js';
import { createMemorySessionStore } from '../../src/stores/memory/memory-session-store.js';
import { failureOf } from '../support/driver-call.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';

async function openLedger(total: number, clock: FakeClock = createFakeClock()) {
  const sessions = createMemorySessionStore(new Map());
  const created_at = '2026-01-01T00:00:00.000Z';
  await sessions.create({ session_id: 's_1', principal_id: 'ann', created_at, total });
  let made = 0;
  const randomId = () => {
    made += 1;
    return `r_${made}`;
  };
  return { ledger: createBudgetLedger({ sessions, randomId, clock }), state: () => sessions.get('s_1') };
}

const request = { sessionId: 's_1', principalId: 'ann' };

describe('reserving', () => {
  test('reserve, charge, settle once', async () => {
    const { ledger, state } = await openLedger(10_000);
    const entry = await ledger.reserve({ ...request, want: 4000 });
    expect(entry).toMatchObject({ amount: 4000, remainingFraction: 1 });
    await entry.charge(1000);
    await entry.charge(0);
    expect(await state()).toMatchObject({ used: 1000, reserved: 3000 });
    await Promise.all([entry.settle(), entry.settle()]);
    await entry.settle();
    expect(await state()).toMatchObject({ used: 1000, reserved: 0 });
  });

  test('the reservations of others count', async () => {
    const { ledger } = await openLedger(10_000);
    await ledger.reserve({ ...request, want: 8000 });
    expect(await ledger.reserve({ ...request, want: 4000 })).toMatchObject({ amount: 2000, remainingFraction: 0.2 });
  });

  test.each([
    [0, {}],
    [511, {}],
    [100, { atLeast: 101 }],
  ])('W6: with %d left it is refused, and nothing stays reserved', async (total, more) => {
    const { ledger, state } = await openLedger(total);
    await expect(ledger.reserve({ ...request, want: 4000, ...more })).rejects.toMatchObject({
      code: 'BUDGET_EXHAUSTED',
    });
    expect(await state()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('all that is left can be asked for, and less than the minimum when less is wanted', async () => {
    const { ledger } = await openLedger(1000);
    expect(await ledger.reserve({ ...request, want: 100 })).toMatchObject({ amount: 100 });
    expect(await ledger.reserve({ ...request, want: Number.POSITIVE_INFINITY })).toMatchObject({ amount: 900 });
  });

  test("an unknown session and another principal's are one and the same", async () => {
    const { ledger } = await openLedger(1000);
    const answers = await Promise.allSettled([
      ledger.reserve({ ...request, sessionId: 's_0', want: 600 }),
      ledger.reserve({ ...request, principalId: 'bob', want: 600 }),
    ]);
    expect(answers).toMatchObject([
      { reason: { code: 'SESSION_NOT_FOUND' } },
      { reason: { code: 'SESSION_NOT_FOUND' } },
    ]);
    const [unknown, foreign] = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason) : ''));
    expect(unknown).toBe(foreign);
  });

  test.each([-1, 1.5, Number.NaN, 601])('a charge of %d against 600 is a bug', async (amount) => {
    const { ledger, state } = await openLedger(1000);
    const entry = await ledger.reserve({ ...request, want: 600 });
    await expect(entry.charge(amount)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await state()).toMatchObject({ used: 0, reserved: 600 });
  });

  test('nothing is charged after the end', async () => {
    const { ledger, state } = await openLedger(1000);
    const entry = await ledger.reserve({ ...request, want: 600 });
    await entry.settle();
    await expect(entry.charge(1)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await state()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('whatever is run, used and reserved never exceed the total, and nothing stays reserved', async () => {
    const run = fc.record({
      want: fc.integer({ min: 1, max: 900 }),
      spend: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 12 }), async (runs) => {
        const { ledger, state } = await openLedger(2000);
        await Promise.allSettled(
          runs.map(async ({ want, spend }) => {
            const entry = await ledger.reserve({ ...request, want, atLeast: 1 });
            await entry.charge(Math.floor(entry.amount * spend));
            const now = await state();
            expect((now?.used ?? 0) + (now?.reserved ?? 0)).toBeLessThanOrEqual(2000);
            await entry.settle();
          }),
        );
        expect(await state()).toMatchObject({ reserved: 0 });
      }),
    );
  });
});

/** Lets time pass, a look at a time, until the work has settled. */
async function passing<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isSettled = false;
  const done = (): void => {
    isSettled = true;
  };
  work.then(done, done);
  for (let looks = 0; !isSettled && looks < 10_000; looks += 1) {
    await clock.breathe();
    clock.pass(20);
  }
  return work;
}

describe('waiting', () => {
  const FOR_EVER = { mostMs: Number.POSITIVE_INFINITY, signal: new AbortController().signal };

  test('who finds the session held by others waits for one of them to settle', async () => {
    const clock = createFakeClock();
    const { ledger, state } = await openLedger(5000, clock);
    const first = await ledger.reserve({ ...request, want: 4800 });
    const second = ledger.reserve({ ...request, want: 4000, waiting: FOR_EVER });
    await first.charge(800);
    await first.settle();
    expect(await passing(clock, second)).toMatchObject({ amount: 4000, remainingFraction: 0.84 });
    expect(await state()).toMatchObject({ used: 800, reserved: 4000 });
  });

  test('what is spent does not come back: then there is no waiting', async () => {
    const { ledger, state } = await openLedger(1000);
    const first = await ledger.reserve({ ...request, want: 900 });
    await first.charge(600);
    const failure = await failureOf(() => ledger.reserve({ ...request, want: 4000, waiting: FOR_EVER }));
    expect(failure).toMatchObject({ code: 'BUDGET_EXHAUSTED' });
    expect(await state()).toMatchObject({ used: 600, reserved: 300 });
  });

  test('an abort ends it, and so does its time; nothing stays reserved of it', async () => {
    const clock = createFakeClock();
    const { ledger, state } = await openLedger(1000, clock);
    await ledger.reserve({ ...request, want: 900 });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = failureOf(() =>
      ledger.reserve({ ...request, want: 600, waiting: { signal, mostMs: Number.POSITIVE_INFINITY } }),
    );
    const late = failureOf(() => ledger.reserve({ ...request, want: 600, waiting: { ...FOR_EVER, mostMs: 500 } }));
    await clock.breathe();
    controller.abort();
    expect(await aborted).toMatchObject({ code: 'BUDGET_EXHAUSTED', details: { remaining: 100 } });
    expect(await passing(clock, late)).toMatchObject({ code: 'BUDGET_EXHAUSTED' });
    expect(await state()).toMatchObject({ used: 0, reserved: 900 });
  });

  test('whoever waits, cancels and settles: never above the total, and everybody comes to an end', async () => {
    const run = fc.record({
      want: fc.integer({ min: 1, max: 2500 }),
      spend: fc.double({ min: 0, max: 0.2, noNaN: true }),
      turns: fc.nat({ max: 4 }),
      isCancelled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 12 }), async (runs) => {
        const clock = createFakeClock();
        const { ledger, state } = await openLedger(2000, clock);
        const within = async (): Promise<void> => {
          const { used = 0, reserved = 0 } = (await state()) ?? {};
          expect(used + reserved).toBeLessThanOrEqual(2000);
        };
        const one = async ({ want, spend, turns, isCancelled }: (typeof runs)[number]): Promise<void> => {
          const controller = new AbortController();
          const waiting = { signal: controller.signal, mostMs: Number.POSITIVE_INFINITY };
          const reserving = ledger.reserve({ ...request, want, waiting });
          if (isCancelled) {
            await clock.breathe();
            controller.abort();
          }
          const entry = await reserving;
          await within();
          for (let turn = 0; turn < turns; turn += 1) {
            await clock.breathe();
          }
          await entry.charge(Math.floor(entry.amount * spend));
          await within();
          await entry.settle();
        };
        const outcomes = await passing(clock, Promise.allSettled(runs.map(one)));
        expect(await state()).toMatchObject({ reserved: 0 });
        for (const outcome of outcomes) {
          expect(outcome.status === 'fulfilled' || outcome.reason).toSatisfy(
            (reason) => reason === true || reason.code === 'BUDGET_EXHAUSTED',
          );
        }
      }),
    );
  });
});

describe('escalation', () => {
  test.each<[ResponseMode, number, ResponseMode]>([
    ['raw', 1, 'raw'],
    ['raw', 0.501, 'raw'],
    ['raw', 0.5, 'table'],
    ['raw', 0.201, 'table'],
    ['raw', 0.2, 'summary'],
    ['table', 0.5, 'table'],
    ['table', 0.2, 'summary'],
    ['summary', 0.05, 'summary'],
    ['table', 0.05, 'summary'],
    ['summary', 0.0499, 'handle_only'],
    ['raw', 0, 'handle_only'],
    ['raw', Number.NaN, 'handle_only'],
    ['handle_only', 1, 'handle_only'],
    ['handle_only', 0.3, 'handle_only'],
    ['summary', 0.6, 'summary'],
  ])('%s at %d is %s', (requested, fraction, expected) => {
    expect(escalateMode(requested, fraction)).toBe(expected);
  });
});
