import { KernelError } from '../contract/errors.js';
import type { Ending } from './ending.js';

/** What ends a call in somebody else's loop, which has its own limits: the signals that were given. */
export function endingBy(
  signals: readonly (AbortSignal | undefined)[],
): Pick<Ending, 'signal' | 'check' | 'bounded' | 'patient'> {
  const signal = AbortSignal.any(signals.filter((each) => each !== undefined));
  const check = (): void => {
    if (signal.aborted) {
      throw cancelled();
    }
  };
  return {
    signal,
    check,
    bounded: (work) => work,
    async patient(work) {
      check();
      let stop = (): void => undefined;
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(cancelled());
        signal.addEventListener('abort', stop, { once: true });
      });
      try {
        return await Promise.race([work, aborted]);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

function cancelled(): KernelError {
  return new KernelError('CANCELLED', 'the call was cancelled');
}
