import { describe, expect, test } from 'vitest';
import { failure, runOf, takeAll, turns, upTo } from './run-of.js';

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
    expect(run.usage.made).toBe(8);
    const iterator = run[Symbol.asyncIterator]();
    await iterator.next();
    await turns(20);
    expect(run.usage.made).toBe(9);
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
