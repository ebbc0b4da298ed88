import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';
import { sleepAwake } from '../kernel/sleep-awake.js';
import { callersTimeout } from '../streams/abort-reason.js';
import type { RunControl } from '../streams/stream-run.js';
import type { SettledLimits } from './limits.js';

/** What ended a run from outside. */
interface EndingCause {
  readonly status: 'cancelled' | 'timeout';
  /** In words that may hold anything. */
  readonly reason: string;
  readonly error: KernelError;
}

/** Why a run is to end before its walk does: the first cause counts, whatever errors follow from it. */
export interface Ending {
  /** Aborted with the error of the cause. */
  readonly signal: AbortSignal;
  /** Aborted also when the run is to stop after its step, for what waits before the first one. */
  readonly stepSignal: AbortSignal;
  readonly cause: () => EndingCause | undefined;
  /** Throws the error of the cause, if there is one. */
  readonly check: () => void;
  /** The same between two steps, where also a run ends that was asked to stop. */
  readonly checkStep: () => void;
  /** The outcome of work that must not be silent for too long, and that ends by itself when the signal is aborted. */
  readonly attended: <T>(work: Promise<T>) => Promise<T>;
  /** The same of work that may ignore the signal: throws the error of the cause after a grace. */
  readonly bounded: <T>(work: Promise<T>, graceMs?: number) => Promise<T>;
  /** The outcome of work that may take as long as it likes, such as a person's answer; over at once when the run is to end. */
  readonly patient: <T>(work: Promise<T>) => Promise<T>;
  readonly close: () => void;
}

/** How long work may take to stop once it was told to. */
export const GRACE_MS = 2000;

export interface EndingSources {
  readonly control: RunControl;
  /** Aborted: the run ends before its next step. */
  readonly stopSignal?: AbortSignal | undefined;
}

export function createEnding(clock: Clock, limits: SettledLimits, { control, stopSignal }: EndingSources): Ending {
  const controller = new AbortController();
  const over = new AbortController();
  let cause: EndingCause | undefined;
  let waitingSince: number | undefined;

  const ask = (why: EndingCause): void => {
    if (cause === undefined && !over.signal.aborted) {
      cause = why;
      controller.abort(why.error);
      // A consumer who does not read must not keep the run from ending.
      control.release();
    }
  };

  const onCancel = (): void => {
    if (control.timedOut()) {
      ask({ status: 'timeout', reason: 'timeout', error: callersTimeout() });
      return;
    }
    const error = new KernelError('CANCELLED', 'the run was cancelled');
    ask({ status: 'cancelled', reason: control.cancelled() ?? 'cancelled', error });
  };

  control.signal.addEventListener('abort', onCancel, { once: true });
  if (control.signal.aborted) {
    onCancel();
  }
  const startedMs = clock.monotonic();
  const timeIsUp = (): number => startedMs + limits.timeout_ms;
  const silenceIsUp = (): number => (waitingSince ?? clock.monotonic()) + limits.idle_timeout_ms;
  void waitFor(clock, over.signal, timeIsUp).then(() => ask(tooLong(limits.timeout_ms)));
  void waitFor(clock, over.signal, silenceIsUp).then(() => ask(tooSilent(limits.idle_timeout_ms)));

  const attended = async <T>(work: Promise<T>): Promise<T> => {
    waitingSince = clock.monotonic();
    try {
      return await work;
    } finally {
      waitingSince = undefined;
    }
  };

  const check = (): void => {
    if (cause !== undefined) {
      throw cause.error;
    }
  };

  const within = <T>(work: Promise<T>, graceMs: number): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => reject(controller.signal.reason);
      const onAbort = (): void => {
        if (graceMs === 0) {
          giveUp();
        } else {
          void clock.sleep(graceMs, over.signal).then(giveUp);
        }
      };
      const stop = (): void => controller.signal.removeEventListener('abort', onAbort);
      controller.signal.addEventListener('abort', onAbort, { once: true });
      if (controller.signal.aborted) {
        onAbort();
      }
      work.then(resolve, reject).finally(stop);
    });

  return {
    signal: controller.signal,
    stepSignal: stopSignal === undefined ? controller.signal : AbortSignal.any([controller.signal, stopSignal]),
    cause: () => cause,
    check,
    checkStep() {
      if (stopSignal?.aborted === true) {
        const error = new KernelError('CANCELLED', 'the run was stopped after a step');
        ask({ status: 'cancelled', reason: 'stopped', error });
      }
      check();
    },
    attended,
    async bounded(work, graceMs = GRACE_MS) {
      try {
        return await attended(within(work, graceMs));
      } finally {
        check();
      }
    },
    async patient(work) {
      const aborted = new Promise<never>((_, reject) => {
        over.signal.addEventListener('abort', () => reject(new Error('over')), { once: true });
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
      });
      aborted.catch(() => undefined);
      check();
      return Promise.race([work, aborted]);
    },
    close() {
      over.abort();
      control.signal.removeEventListener('abort', onCancel);
    },
  };
}

/** Resolves when the time has come, which may be put off while it is waited for, or when it is over before. */
async function waitFor(clock: Clock, over: AbortSignal, until: () => number): Promise<void> {
  for (let left = until() - clock.monotonic(); left > 0 && !over.aborted; left = until() - clock.monotonic()) {
    const sleep = left < LONGEST_TIMER_MS ? sleepAwake : sleepUnheld;
    await sleep(clock, Math.max(1, left), over);
  }
}

/** A limit of weeks, or none, is nothing to keep a process for; a timer cannot count it either. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function sleepUnheld(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return clock.sleep(ms, signal);
}

function tooLong(ms: number): EndingCause {
  const error = new KernelError('TIMEOUT', `the run took longer than ${ms} ms`, {
    hint: 'allow more with timeout_ms',
    details: { kind: 'timeout', reason: 'budget_exhausted', limit: ms },
  });
  return { status: 'timeout', reason: 'timeout', error };
}

function tooSilent(ms: number): EndingCause {
  const error = new KernelError('TIMEOUT', `a model, tool or function was silent for longer than ${ms} ms`, {
    hint: 'allow more with idle_timeout_ms',
    details: { kind: 'idle_timeout', reason: 'budget_exhausted', limit: ms },
  });
  return { status: 'timeout', reason: 'timeout', error };
}
