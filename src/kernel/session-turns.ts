import { isKernelError, KernelError } from '../contract/errors.js';
import { untilAborted } from '../streams/abort.js';

/** The order in which the runs of this process get a session: the one who came first, first. */
export interface SessionTurns {
  /** Resolves when it is the caller's turn, with what ends it. Throws the reason of the signal. */
  readonly take: (sessionId: string, signal: AbortSignal) => Promise<() => void>;
}

export function createSessionTurns(): SessionTurns {
  const lastOf = new Map<string, Promise<void>>();
  return {
    take: async (sessionId, signal) => {
      const before = lastOf.get(sessionId) ?? Promise.resolve();
      let leave = (): void => undefined;
      const left = new Promise<void>((resolve) => {
        leave = resolve;
      });
      // Who gives up leaves a gap: the next one still waits for those before.
      const last = Promise.all([before, left]).then(() => {
        if (lastOf.get(sessionId) === last) {
          lastOf.delete(sessionId);
        }
      });
      lastOf.set(sessionId, last);
      await untilAborted(before, signal);
      if (signal.aborted) {
        leave();
        throw waitingEnded(signal);
      }
      return leave;
    },
  };
}

export function waitingEnded({ reason }: AbortSignal): KernelError {
  return isKernelError(reason)
    ? reason
    : new KernelError('CANCELLED', 'the session was not opened: it was no longer waited for', {
        hint: 'another run has this session; wait for its end or use a session of its own',
      });
}
