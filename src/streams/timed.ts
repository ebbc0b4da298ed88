import type { Clock } from '../contract/clock.js';

/** Without a reason Node makes an error with a stack, each time. */
const OVER = 'over';

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
  const alarm = createAlarm(clock);
  let turnBegan = clock.monotonic();
  let finished = false;
  try {
    for (;;) {
      const next = iterator.next();
      // A rejection is taken up by the await below, also when a tick is given out first.
      next.catch(() => undefined);
      yield* ticksUntil(next, alarm, deadline);
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
    alarm.stop();
    if (!finished) {
      await iterator.return?.();
    }
  }
}

async function* ticksUntil(
  next: Promise<unknown>,
  alarm: Alarm,
  deadline: () => number | undefined,
): AsyncGenerator<undefined> {
  for (let at = deadline(); at !== undefined; at = deadline()) {
    if (await alarm.comesBefore(next, at)) {
      return;
    }
    yield undefined;
    if (deadline() === at) {
      return;
    }
  }
}

interface Alarm {
  /** Whether the promise settles before the clock shows the time. */
  readonly comesBefore: (next: Promise<unknown>, at: number) => Promise<boolean>;
  readonly stop: () => void;
}

/** Items that come before the same time share one sleep: one for each would cost more than most items. */
function createAlarm(clock: Clock): Alarm {
  let sleep: { readonly at: number; readonly waiting: AbortController } | undefined;
  let ring: () => void = () => undefined;

  const stop = (): void => {
    const { waiting } = sleep ?? {};
    sleep = undefined;
    waiting?.abort(OVER);
  };

  /** Timers fire a fraction of a millisecond early: then it is slept on, so that nobody is woken before the time. */
  const sleepUntil = (at: number): void => {
    stop();
    const begun = { at, waiting: new AbortController() };
    sleep = begun;
    const wake = (): void => {
      if (sleep !== begun) {
        return;
      }
      if (clock.monotonic() < at) {
        rest();
        return;
      }
      sleep = undefined;
      ring();
    };
    const rest = (): void => {
      void clock.sleep(Math.max(0, at - clock.monotonic()), begun.waiting.signal).then(wake);
    };
    rest();
  };

  return {
    comesBefore: (next, at) =>
      new Promise((resolve) => {
        const come = (): void => resolve(true);
        ring = () => resolve(false);
        next.then(come, come);
        if (sleep?.at !== at) {
          sleepUntil(at);
        }
      }),
    stop,
  };
}
