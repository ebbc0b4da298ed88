import { KernelError } from '../../contract/errors.js';

export interface TimeLimits {
  /** From the start to the end. */
  readonly totalMs?: number | undefined;
  /** Of silence while somebody waits for output; time that the reader takes does not count. */
  readonly idleMs?: number | undefined;
}

/** Watches the time of one subprocess. */
export interface Stopwatch {
  /** Why the time is over; undefined while it is not. */
  readonly expired: () => KernelError | undefined;
  readonly waitBegins: () => void;
  readonly waitEnds: () => void;
  readonly stop: () => void;
}

/** Calls `onExpired` once, when one of the limits is reached. */
export function startStopwatch({ totalMs, idleMs }: TimeLimits, what: string, onExpired: () => void): Stopwatch {
  let expired: KernelError | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const expire = (how: string, hint: string): void => {
    if (expired === undefined) {
      expired = new KernelError('TIMEOUT', `${what} ${how}`, { hint });
      onExpired();
    }
  };
  const expireTotal = () => expire(`took longer than ${totalMs} ms`, 'timeout_ms of the capability allows more');
  const expireIdle = () => expire(`was silent for ${idleMs} ms`, 'idle_timeout_ms of the capability allows more');
  const totalTimer = totalMs === undefined ? undefined : setTimeout(expireTotal, totalMs);
  return {
    expired: () => expired,
    waitBegins() {
      if (idleMs !== undefined && expired === undefined) {
        clearTimeout(idleTimer);
        idleTimer = setTimeout(expireIdle, idleMs);
      }
    },
    waitEnds: () => clearTimeout(idleTimer),
    stop() {
      clearTimeout(totalTimer);
      clearTimeout(idleTimer);
    },
  };
}

/** Passes a source on while its silences are watched. */
export async function* watchedSource<Item>(source: AsyncIterable<Item>, watch: Stopwatch): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      watch.waitBegins();
      const step = await iterator.next();
      watch.waitEnds();
      if (step.done === true) {
        return;
      }
      yield step.value;
    }
  } finally {
    watch.waitEnds();
    await iterator.return?.();
  }
}
