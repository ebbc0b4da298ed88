import { describe, expect, test } from 'vitest';
import type { RunnerPart } from '../../../../src/contract/runner.js';
import { createRestarts } from '../../../../src/drivers/process/runner/restart-delay.js';
import { spawnFake } from '../../../support/fake-runner.js';
import { partsOf } from '../../../support/parts-of.js';

describe('C2.44: starting again after a crash', () => {
  const policy = { maxRestarts: 2, backoffBaseMs: 10, backoffJitterMs: 0 };
  const eventsOf = (parts: readonly RunnerPart[]) =>
    parts.flatMap((part) => (part.type === 'restart' ? [`${part.event} ${part.attempt}`] : []));

  test('exactly as often as allowed, and then no more', async () => {
    const run = await spawnFake('crash', {}, { restart: policy });
    const { parts, error } = await partsOf(run);
    expect(eventsOf(parts)).toEqual([
      ...['crashed 1', 'scheduled 1', 'restarted 1'],
      ...['crashed 2', 'scheduled 2', 'restarted 2'],
      'exhausted 2',
    ]);
    expect(parts.filter(({ type }) => type === 'log')).toHaveLength(3);
    expect(error).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(await run.result).toMatchObject({ status: 'crashed', restarts: 2, exit_code: 1 });
  });

  test('a stop while it waits is followed by none', async () => {
    const run = await spawnFake('crash', {}, { restart: { ...policy, backoffBaseMs: 60_000, backoffCapMs: 60_000 } });
    const seen: RunnerPart[] = [];
    for await (const part of run) {
      seen.push(part);
      if (part.type === 'restart' && part.event === 'scheduled') {
        void run.stop();
      }
    }
    expect(eventsOf(seen)).toEqual(['crashed 1', 'scheduled 1']);
    expect(await run.result).toMatchObject({ status: 'cancelled', restarts: 0 });
  });

  test('no other end is followed by a start', async () => {
    const { parts } = await partsOf(await spawnFake('failed', {}, { restart: policy }));
    expect(eventsOf(parts)).toEqual([]);
  });

  test('delays double up to the cap, with jitter; a healthy run begins the count anew', () => {
    const restarts = createRestarts(
      { maxRestarts: 3, backoffBaseMs: 100, backoffCapMs: 250, backoffJitterMs: 10, stableAfterMs: 1000 },
      () => 1,
    );
    expect([restarts.next(5), restarts.next(5), restarts.next(5), restarts.next(5)]).toEqual([
      { attempt: 1, delayMs: 110 },
      { attempt: 2, delayMs: 210 },
      { attempt: 3, delayMs: 260 },
      undefined,
    ]);
    expect(restarts.next(1001)).toEqual({ attempt: 1, delayMs: 110 });
  });

  test.each([
    [{ maxRestarts: 1, backoffBaseMs: 10, backoffCapMs: 5 }],
    [{ maxRestarts: -1 }],
    [{ maxRestarts: 1, backoffJitterMs: Number.NaN }],
  ])('a policy that makes no sense is refused: %j', (restart) => {
    expect(() => createRestarts(restart)).toThrow('the restart policy makes no sense');
  });
});
