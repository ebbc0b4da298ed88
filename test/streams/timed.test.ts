import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/contract/clock.js';
import { timed } from '../../src/streams/timed.js';

interface Sleep {
  readonly at: number;
  readonly wake: () => void;
  isAborted: boolean;
}

/** A clock whose time passes when the test says so. */
function createClock() {
  let now = 0;
  const sleeps: Sleep[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleep: Sleep = { at: now + ms, wake: resolve, isAborted: false };
        sleeps.push(sleep);
        signal.addEventListener('abort', () => {
          sleep.isAborted = true;
          resolve();
        });
      }),
    breathe: async () => {},
  };
  const advance = (to: number): void => {
    now = to;
    for (const sleep of sleeps.filter(({ at }) => at <= to)) {
      sleep.wake();
    }
  };
  return { clock, sleeps, advance };
}

/** A source that gives what it is handed. */
function createSource() {
  const gates: ((step: IteratorResult<string>) => void)[] = [];
  let isClosed = false;
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise((resolve) => gates.push(resolve)),
      return: async () => {
        isClosed = true;
        return { done: true, value: undefined };
      },
    }),
  };
  return {
    source,
    give: (value: string) => gates.shift()?.({ done: false, value }),
    end: () => gates.shift()?.({ done: true, value: undefined }),
    isClosed: () => isClosed,
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a timed source', () => {
  test('gives a tick when the deadline passes while it waits, and the item when it comes', async () => {
    const { clock, advance } = createClock();
    const { source, give, end } = createSource();
    let deadline: number | undefined = 50;
    const items = timed(source, clock, () => deadline);
    const first = items.next();
    await settle();
    advance(50);
    expect(await first).toEqual({ done: false, value: undefined });
    deadline = undefined;
    const second = items.next();
    give('a');
    expect(await second).toEqual({ done: false, value: 'a' });
    const third = items.next();
    await settle();
    end();
    expect((await third).done).toBe(true);
  });

  test('sleeps once for all items that come before the same deadline, and no longer than its source', async () => {
    const { clock, sleeps } = createClock();
    const { source, give, end } = createSource();
    const items = timed(source, clock, () => 50);
    for (const name of ['a', 'b', 'c']) {
      const next = items.next();
      await settle();
      give(name);
      expect(await next).toEqual({ done: false, value: name });
    }
    expect(sleeps.map(({ at, isAborted }) => ({ at, isAborted }))).toEqual([{ at: 50, isAborted: false }]);
    const last = items.next();
    await settle();
    end();
    await last;
    expect(sleeps.map(({ isAborted }) => isAborted)).toEqual([true]);
  });

  test('a deadline that moves is a new sleep; one that passed between two items gives a tick at once', async () => {
    const { clock, sleeps, advance } = createClock();
    const { source, give } = createSource();
    let deadline = 50;
    const items = timed(source, clock, () => deadline);
    const first = items.next();
    await settle();
    deadline = 80;
    give('a');
    expect((await first).value).toBe('a');
    const second = items.next();
    await settle();
    expect(sleeps.map(({ at, isAborted }) => ({ at, isAborted }))).toEqual([
      { at: 50, isAborted: true },
      { at: 80, isAborted: false },
    ]);
    give('b');
    expect((await second).value).toBe('b');
    advance(90);
    await settle();
    const third = items.next();
    await settle();
    expect(sleeps.map(({ at }) => at)).toEqual([50, 80, 90]);
    advance(90);
    expect(await third).toEqual({ done: false, value: undefined });
  });

  test('a timer that fires early is no tick: it sleeps on for what is left', async () => {
    const { clock, sleeps, advance } = createClock();
    const { source } = createSource();
    const now = () => clock.monotonic();
    const ticks: number[] = [];
    const items = timed(source, clock, () => 50);
    const first = items.next().then(() => ticks.push(now()));
    await settle();
    for (const early of [49.2, 49.9, 49.999]) {
      advance(early);
      sleeps.at(-1)?.wake();
      await settle();
    }
    expect(ticks).toEqual([]);
    advance(50);
    await first;
    expect(ticks).toEqual([50]);
    expect(sleeps.map(({ at }) => at)).toEqual([50, 50, 50, 50]);
  });

  test('a consumer that leaves closes the source and ends the sleep', async () => {
    const { clock, sleeps } = createClock();
    const { source, give, isClosed } = createSource();
    const items = timed(source, clock, () => 50);
    const first = items.next();
    await settle();
    give('a');
    await first;
    await items.return(undefined);
    expect({ isClosed: isClosed(), isAborted: sleeps[0]?.isAborted }).toEqual({ isClosed: true, isAborted: true });
  });

  test('throws what the source throws', async () => {
    const { clock } = createClock();
    const failing: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    };
    await expect(timed(failing, clock, () => 50).next()).rejects.toThrow('broken');
  });
});
