import { describe, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import type { RunResult, StreamRun } from '../../src/contract/stream-run.js';
import { createStreamRun, type RunControl } from '../../src/streams/stream-run.js';

type Start = (control: RunControl) => AsyncGenerator<number, RunResult>;
type Run = StreamRun<number, RunResult, { made: number }>;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) {
    await turn();
  }
};

const failure = (message: string): KernelError => new KernelError('DRIVER_FAILED', message);

/** A run over `start`, with a counter of the parts it made. */
function runOf(
  start: Start,
  options: { signal?: AbortSignal; highWaterMark?: number } = {},
): Run & { made: () => number } {
  let made = 0;
  async function* counted(control: RunControl): AsyncGenerator<number, RunResult> {
    const parts = start(control);
    for (;;) {
      const step = await parts.next();
      if (step.done === true) {
        return step.value;
      }
      made += 1;
      yield step.value;
    }
  }
  const run = createStreamRun<number, RunResult, { made: number }>({
    runId: 'r_1',
    usage: () => ({ made }),
    start: counted,
    failed: (error) => ({ status: 'failed', error: failure(error instanceof Error ? error.message : 'unknown') }),
    ...options,
  });
  return Object.defineProperties({ made: () => made }, Object.getOwnPropertyDescriptors(run)) as unknown as Run & {
    made: () => number;
  };
}

/** Counts up to `count`, says how it was cancelled, and writes down that it came to its end. */
function upTo(count: number, log: string[] = [], result: RunResult = { status: 'completed' }): Start {
  return async function* start(control) {
    for (let number = 0; number < count && control.cancelled() === undefined; number += 1) {
      yield number;
    }
    await turn();
    log.push(`ended: ${control.cancelled() ?? 'whole'}`);
    return control.cancelled() === undefined ? result : { status: 'cancelled' };
  };
}

async function takeAll(run: Run): Promise<{ parts: number[]; error: unknown }> {
  const parts: number[] = [];
  try {
    for await (const part of run) {
      parts.push(part);
    }
    return { parts, error: undefined };
  } catch (error) {
    return { parts, error };
  }
}

describe('a run that is read', () => {
  test('gives all parts in order, then its result', async () => {
    const run = runOf(upTo(1000));
    const { parts, error } = await takeAll(run);
    expect(error).toBeUndefined();
    expect(parts).toEqual(Array.from({ length: 1000 }, (_, index) => index));
    expect(await run.result).toEqual({ status: 'completed' });
    expect([run.run_id, run.usage]).toEqual(['r_1', { made: 1000 }]);
  });

  test('works at once, but only so far ahead of its consumer', async () => {
    const run = runOf(upTo(1000), { highWaterMark: 8 });
    await turns(20);
    expect(run.made()).toBe(8);
    const iterator = run[Symbol.asyncIterator]();
    await iterator.next();
    await turns(20);
    expect(run.made()).toBe(9);
    await iterator.return?.();
  });

  test('can be read only once', async () => {
    const run = runOf(upTo(3));
    await takeAll(run);
    const second = await takeAll(run);
    expect(second.error).toMatchObject({ code: 'USAGE' });
  });

  test('several pending reads are served in order', async () => {
    const iterator = runOf(upTo(2))[Symbol.asyncIterator]();
    const steps = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
    expect(steps.map((step) => (step.done === true ? 'done' : step.value))).toEqual([0, 1, 'done', 'done']);
  });

  test('throws the error of its result after the last part', async () => {
    const error = failure('broken');
    const run = runOf(upTo(3, [], { status: 'failed', error }));
    expect(await takeAll(run)).toEqual({ parts: [0, 1, 2], error });
    expect(await run.result).toEqual({ status: 'failed', error });
  });

  test('work that throws becomes a failed result', async () => {
    const run = runOf(async function* start() {
      yield 1;
      throw new Error('boom');
    });
    expect(await takeAll(run)).toMatchObject({ parts: [1], error: { message: 'boom' } });
    expect(await run.result).toMatchObject({ status: 'failed' });
  });
});

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
    expect((await takeAll(run)).error).toBeUndefined();
    expect(log).toEqual(['ended: time is up']);
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
    const run = runOf(upTo(3, [], { status: 'failed', error }));
    await turns(5);
    await run.cancel();
    expect((await takeAll(run)).error).toBe(error);
  });
});

describe('a run beside its loop', () => {
  test('its result without a loop drains it', async () => {
    expect(await runOf(upTo(5000), { highWaterMark: 2 }).result).toEqual({ status: 'completed' });
  });

  test('its result never rejects', async () => {
    expect(await runOf(upTo(1, [], { status: 'failed', error: failure('x') })).result).toMatchObject({
      status: 'failed',
    });
  });

  test('a loop that begins in the same turn still gets everything', async () => {
    const run = runOf(upTo(300), { highWaterMark: 2 });
    const result = run.result;
    expect((await takeAll(run)).parts).toHaveLength(300);
    expect(await result).toEqual({ status: 'completed' });
  });

  test('a loop after a drain is refused, not silently short', async () => {
    const run = runOf(upTo(3));
    await run.result;
    await turns(2);
    expect((await takeAll(run)).error).toMatchObject({ code: 'USAGE' });
  });

  test('observers get every part; one that throws or rejects is dropped', async () => {
    const run = runOf(upTo(5));
    const seen: number[] = [];
    let thrown = 0;
    run.observe((part) => seen.push(part));
    run.observe(() => {
      thrown += 1;
      throw new Error('observer');
    });
    run.observe(async () => {
      throw new Error('late');
    });
    const remove = run.observe((part) => seen.push(part + 100));
    remove();
    await run.result;
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    expect(thrown).toBe(1);
  });
});
