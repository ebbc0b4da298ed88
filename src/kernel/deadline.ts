import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';
import { callersTimeout, isTimeoutReason } from '../streams/abort-reason.js';

/** Without a reason Node makes an error with a stack, for every call that ends in order. */
export const OVER = 'over';

/** One signal for the ways an action is ended from outside; the first cause to come is the one that counts. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal was aborted, as the error to report; undefined while it was not. */
  readonly cause: () => KernelError | undefined;
  /** Ends the action with this cause. */
  readonly end: (error: KernelError) => void;
  readonly clear: () => void;
}

export function createDeadline(clock: Clock, timeoutMs: number | undefined, parent: AbortSignal): Deadline {
  const own = new AbortController();
  let timer: AbortController | undefined;
  let cause: KernelError | undefined;

  function end(error: KernelError): void {
    cause ??= error;
    own.abort();
  }

  function cancel(): void {
    end(
      isTimeoutReason(parent.reason) ? callersTimeout() : new KernelError('CANCELLED', 'the invocation was cancelled'),
    );
  }

  if (parent.aborted) {
    cancel();
  } else {
    parent.addEventListener('abort', cancel, { once: true });
  }
  if (timeoutMs !== undefined) {
    timer = new AbortController();
    const { signal } = timer;
    void clock.sleep(timeoutMs, signal).then(() => {
      if (!signal.aborted) {
        end(
          new KernelError('TIMEOUT', `the invocation took longer than ${timeoutMs} ms`, {
            hint: 'allow more time with --timeout',
          }),
        );
      }
    });
  }
  return {
    signal: own.signal,
    cause: () => cause,
    end,
    clear() {
      timer?.abort(OVER);
      parent.removeEventListener('abort', cancel);
    },
  };
}
