import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';

/** One signal for the two ways an action is ended from outside; the first cause to come is the one that counts. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal was aborted, as the error to report; undefined while it was not. */
  readonly cause: () => KernelError | undefined;
  readonly clear: () => void;
}

export function createDeadline(clock: Clock, timeoutMs: number | undefined, parent: AbortSignal): Deadline {
  const own = new AbortController();
  const timer = new AbortController();
  let cause: KernelError | undefined;

  function cancel(): void {
    cause ??= new KernelError('CANCELLED', 'The invocation was cancelled.');
    own.abort();
  }

  if (parent.aborted) {
    cancel();
  } else {
    parent.addEventListener('abort', cancel, { once: true });
  }
  if (timeoutMs !== undefined) {
    void clock.sleep(timeoutMs, timer.signal).then(() => {
      if (!timer.signal.aborted) {
        cause ??= new KernelError('TIMEOUT', `The invocation took longer than ${timeoutMs} ms.`, {
          hint: 'allow more time with --timeout',
        });
        own.abort();
      }
    });
  }
  return {
    signal: own.signal,
    cause: () => cause,
    clear() {
      timer.abort();
      parent.removeEventListener('abort', cancel);
    },
  };
}
