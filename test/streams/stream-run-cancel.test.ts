import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { RunControl } from '../../src/streams/stream-run.js';
import { failure, runOf, takeAll, turn, turns, upTo } from './run-of.js';

describe('a run that is left or cancelled', () => {
  test('break cancels, waits for the end, and does not throw', async () => {
    const log: string[] = [];
    const run = runOf(upTo(Infinity, log));
    for await (const part of run) {
      if (part === 3) {
        break;
      }
    }
    expect(log).toEqual(['ended: the consumer left']);
    expect(await run.result).toEqual({ status: 'cancelled' });
  });

  test('break in a failing run does not throw', async () => {
    const run = runOf(async function* start() {
      yield 1;
      await turn();
      throw new Error('boom');
    });
    for await (const _ of run) {
      break;
    }
    expect(await run.result).toMatchObject({ status: 'failed' });
  });

  test('return during a pending read ends both', async () => {
    const run = runOf(async function* start(control) {
      await new Promise((resolve) => control.signal.addEventListener('abort', resolve));
      yield 1;
      return { status: 'cancelled' };
    });
    const iterator = run[Symbol.asyncIterator]();
    const pending = iterator.next();
    await turn();
    await iterator.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test.each([
    { name: 'with a reason', reason: 'enough', cause: 'enough' },
    { name: 'without one', reason: undefined, cause: 'cancelled' },
  ])('cancel $name: the loop ends with the last part and does not throw', async ({ reason, cause }) => {
    const log: string[] = [];
    const run = runOf(async function* start(control) {
      yield* upTo(Infinity, log)(control);
      yield 99;
      return { status: 'cancelled', error: failure('stopped') };
    });
    const parts: number[] = [];
    for await (const part of run) {
      parts.push(part);
      if (part === 2) {
        void run.cancel(reason);
      }
    }
    expect(parts.at(-1)).toBe(99);
    expect(log).toEqual([`ended: ${cause}`]);
    expect(await run.cancel('again')).toBe(await run.result);
  });

  test("the caller's signal cancels, and its listener goes with the run", async () => {
    const controller = new AbortController();
    const log: string[] = [];
    const run = runOf(upTo(Infinity, log), { signal: controller.signal });
    setImmediate(() => controller.abort('time is up'));
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
    expect((await takeAll(run)).error).toBeUndefined();
    expect(log).toEqual(['ended: time is up']);
    const quiet = new AbortController();
    await runOf(upTo(3), { signal: quiet.signal }).result;
    expect(getEventListeners(quiet.signal, 'abort')).toHaveLength(0);
  });

  test('a signal that was aborted before still lets the work account for itself', async () => {
    const log: string[] = [];
    const run = runOf(upTo(5, log), { signal: AbortSignal.abort() });
    expect(await run.result).toEqual({ status: 'cancelled' });
    expect(log).toEqual(['ended: aborted']);
  });

  test('a stuck consumer and an abort: the run settles, and the last part is kept', async () => {
    const controller = new AbortController();
    const run = runOf(
      async function* start() {
        for (let number = 0; number < 5000; number += 1) {
          yield number;
        }
        return { status: 'cancelled' };
      },
      { signal: controller.signal, highWaterMark: 4 },
    );
    const iterator = run[Symbol.asyncIterator]();
    await iterator.next();
    await turns(5);
    controller.abort();
    expect(await run.result).toEqual({ status: 'cancelled' });
    const parts: number[] = [];
    for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) {
      parts.push(step.value);
    }
    expect(parts.at(-1)).toBe(4999);
    expect(parts.length).toBeLessThan(200);
  });

  test('a cancel after the end changes nothing', async () => {
    const error = failure('broken');
    const controls: RunControl[] = [];
    const run = runOf((control) => {
      controls.push(control);
      return upTo(3, [], { status: 'failed', error })(control);
    });
    await turns(5);
    await run.cancel();
    expect(controls[0]?.signal.aborted).toBe(false);
    expect((await takeAll(run)).error).toBe(error);
  });
});
