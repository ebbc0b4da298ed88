import type { Clock } from '../../src/contract/clock.js';

export interface FakeClock extends Clock {
  /** So much time passes at once; whoever slept less wakes up. */
  readonly pass: (ms: number) => void;
}

/** A clock whose time passes when the test says so. */
export function createFakeClock(): FakeClock {
  let now = 0;
  const sleeps = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleep = { at: now + ms, wake: resolve };
        sleeps.add(sleep);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    breathe: () => new Promise((resolve) => setImmediate(resolve)),
    pass(ms) {
      now += ms;
      for (const sleep of sleeps) {
        if (sleep.at <= now) {
          sleeps.delete(sleep);
          sleep.wake();
        }
      }
    },
  };
}
