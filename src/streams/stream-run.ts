import { KernelError } from '../contract/errors.js';
import type { RunResult, StreamRun } from '../contract/stream-run.js';
import { isTimeoutReason, reasonText } from './abort-reason.js';
import { createPartQueue } from './part-queue.js';
import { type TextOfParts, textsOf } from './run-texts.js';

/** What the work of a run is told from outside. */
export interface RunControl {
  /** Aborted by the caller's signal, by `cancel`, and when the consumer leaves its loop. */
  readonly signal: AbortSignal;
  /** Why the run was cancelled, by the first cause, in words that may hold anything; undefined while it was not. */
  cancelled(): string | undefined;
  /** The first cause was that an `AbortSignal.timeout` of the caller ran out. */
  timedOut(): boolean;
  /** From now on the work does not wait for its consumer; for work that is about to end. */
  release(): void;
}

interface StreamRunOptions<Part, Result extends RunResult, Usage> {
  readonly runId: string;
  readonly signal?: AbortSignal;
  readonly usage: () => Usage;
  /** What `text()` says of the parts. */
  readonly texts: TextOfParts<Part>;
  /** The work. It is always run to its own end, also after a cancel, so that it can account for itself. */
  readonly start: (control: RunControl) => AsyncGenerator<Part, Result>;
  /** The result of work that threw; must not throw itself. */
  readonly failed: (error: unknown) => Result;
  /** How many parts the work may be ahead of its consumer, or how much weight; 64 when absent. */
  readonly highWaterMark?: number;
  /** How much of the high-water mark a part takes; 1 when absent. */
  readonly weigh?: (part: Part) => number;
}

const HIGH_WATER_MARK = 64;

/** Work that never waits must still let timers and signals in, or nothing could cancel it. */
const PARTS_PER_TURN = 64;

/** Runs the work, which begins in the next microtask, as a StreamRun. */
export function createStreamRun<Part, Result extends RunResult, Usage>(
  options: StreamRunOptions<Part, Result, Usage>,
): StreamRun<Part, Result, Usage> {
  const observers = createObservers<Part>();
  const queue = createPartQueue<Part>(options.highWaterMark ?? HIGH_WATER_MARK, options.weigh);
  const cancellation = createCancellation(options.signal, () => queue.stopWaiting());
  let isIterated = false;
  let isDraining = false;
  let isDrainPlanned = false;

  const settled = Promise.resolve().then(async () => {
    const result = await work().catch(options.failed);
    cancellation.settle();
    queue.end(cancellation.cause() === undefined || cancellation.timedOut() ? result.error : undefined);
    return result;
  });

  async function work(): Promise<Result> {
    const parts = options.start({
      signal: cancellation.signal,
      cancelled: cancellation.cause,
      timedOut: cancellation.timedOut,
      release: queue.stopWaiting,
    });
    for (let made = 0; ; ) {
      const step = await parts.next();
      if (step.done === true) {
        return step.value;
      }
      observers.tell(step.value);
      await queue.push(step.value);
      made += 1;
      if (made % PARTS_PER_TURN === 0) {
        await nextTurn();
      }
    }
  }

  /** Reading the result drains the run, unless a loop over it begins in the same turn of the event loop. */
  const planDrain = (): void => {
    if (isDrainPlanned) {
      return;
    }
    isDrainPlanned = true;
    setImmediate(() => {
      if (!isIterated) {
        isDraining = true;
        queue.discard();
      }
    });
  };

  const parts: AsyncIterable<Part> = {
    [Symbol.asyncIterator]() {
      if (isIterated || isDraining) {
        throw new KernelError('USAGE', 'a stream run can be iterated only once, and not after its result was awaited', {
          hint: 'use observe() for further readers, and begin the loop before awaiting the result',
        });
      }
      isIterated = true;
      return {
        next: () => queue.next(),
        async return() {
          cancellation.cancel('the consumer left');
          queue.discard();
          await settled;
          return { done: true, value: undefined };
        },
      };
    },
  };

  const reads: Reads<Result, Usage> = {
    result: () => {
      planDrain();
      return settled;
    },
    usage: options.usage,
  };
  const methods: Omit<StreamRun<Part, Result, Usage>, keyof Reads<Result, Usage>> = {
    run_id: options.runId,
    observe: observers.add,
    cancel(reason) {
      // Whatever somebody says, the work has to stop.
      cancellation.cancel(typeof reason === 'string' ? reason : 'cancelled');
      return settled;
    },
    text: () => textsOf(parts, options.texts),
    [Symbol.asyncIterator]: () => parts[Symbol.asyncIterator](),
    async [Symbol.asyncDispose]() {
      cancellation.cancel('disposed of');
      await settled;
    },
  };
  return withReads(reads, methods);
}

interface Reads<Result, Usage> {
  readonly result: () => Promise<Result>;
  readonly usage: () => Usage;
}

const READS = Symbol('reads');

/** Shared by all runs: a getter of a run's own would keep all of it until the next full garbage collection. */
const READING = {
  [READS]: { result: async (): Promise<unknown> => undefined, usage: (): unknown => undefined },
  get result() {
    return this[READS].result();
  },
  get usage() {
    return this[READS].usage();
  },
};

function withReads<Methods extends object, Result, Usage>(
  reads: Reads<Result, Usage>,
  methods: Methods,
): Methods & { readonly result: Promise<Result>; readonly usage: Usage } {
  return Object.assign(Object.create(READING), { [READS]: reads }, methods);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

interface Cancellation {
  readonly signal: AbortSignal;
  readonly cause: () => string | undefined;
  readonly timedOut: () => boolean;
  readonly cancel: (reason: string) => void;
  /** The run has ended: nothing can cancel it any more. */
  readonly settle: () => void;
}

/** The first of the caller's signal and `cancel` to come is the cause. */
function createCancellation(outer: AbortSignal | undefined, onCancel: () => void): Cancellation {
  const controller = new AbortController();
  let cause: string | undefined;
  let isTimeout = false;
  let isSettled = false;
  const stop = (reason: string, abortReason: unknown): void => {
    if (cause === undefined && !isSettled) {
      cause = reason;
      isTimeout = isTimeoutReason(abortReason);
      controller.abort(abortReason);
      onCancel();
    }
  };
  const onAbort = (): void => stop(reasonText(outer?.reason), outer?.reason);
  outer?.addEventListener('abort', onAbort, { once: true });
  if (outer?.aborted === true) {
    onAbort();
  }
  return {
    signal: controller.signal,
    cause: () => cause,
    timedOut: () => isTimeout,
    cancel: (reason) => stop(reason, new KernelError('CANCELLED', 'the run was cancelled')),
    settle() {
      isSettled = true;
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

interface Observers<Part> {
  readonly add: (fn: (part: Part) => void) => () => void;
  readonly tell: (part: Part) => void;
}

/** Side readers; one that throws, or whose promise rejects, is dropped. */
function createObservers<Part>(): Observers<Part> {
  const observers = new Set<(part: Part) => unknown>();
  return {
    add(fn) {
      if (typeof fn !== 'function') {
        throw new KernelError('USAGE', 'observe.fn: expected a function', { hint: 'correct observe.fn' });
      }
      // Its own function, so that one observer added twice can be removed once.
      const observer = (part: Part): unknown => fn(part);
      observers.add(observer);
      return () => {
        observers.delete(observer);
      };
    },
    tell(part) {
      for (const observer of observers) {
        try {
          const outcome = observer(part);
          if (outcome instanceof Promise) {
            outcome.catch(() => observers.delete(observer));
          }
        } catch {
          observers.delete(observer);
        }
      }
    },
  };
}
