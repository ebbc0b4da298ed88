import type { Clock } from '../contract/clock.js';

/** How long the event loop may be kept busy by a source that never waits. */
const LONGEST_TURN_MS = 15;

/**
 * Passes a source's items on and gives `undefined` whenever `deadline()` (monotonic ms) passes while it waits for the
 * next one. Lets the event loop run now and then, so that signals and timers reach a source that is always ready.
 */
export async function* timed<T>(
  source: AsyncIterable<T>,
  clock: Clock,
  deadline: () => number | undefined,
): AsyncGenerator<T | undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let turnBegan = clock.monotonic();
  let finished = false;
  try {
    for (;;) {
      const next = iterator.next();
      // A rejection is taken up by the await below, also when a tick is given out first.
      next.catch(() => undefined);
      yield* ticksUntil(next, clock, deadline);
      const step = await next;
      if (step.done === true) {
        finished = true;
        return;
      }
      yield step.value;
      if (clock.monotonic() - turnBegan > LONGEST_TURN_MS) {
        await clock.breathe();
        turnBegan = clock.monotonic();
      }
    }
  } catch (error) {
    finished = true;
    throw error;
  } finally {
    if (!finished) {
      await iterator.return?.();
    }
  }
}

async function* ticksUntil(
  next: Promise<unknown>,
  clock: Clock,
  deadline: () => number | undefined,
): AsyncGenerator<undefined> {
  for (let at = deadline(); at !== undefined; at = deadline()) {
    const waiting = new AbortController();
    const came = next.then(
      () => true,
      () => true,
    );
    const isReady = await Promise.race([
      came,
      clock.sleep(Math.max(0, at - clock.monotonic()), waiting.signal).then(() => false),
    ]);
    waiting.abort();
    if (isReady) {
      return;
    }
    yield undefined;
    if (deadline() === at) {
      return;
    }
  }
}
