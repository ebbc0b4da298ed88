import type { KernelError } from '../../../contract/errors.js';

/** What ended a run before its runner did. */
export interface RunnerEnding {
  readonly status: 'cancelled' | 'timeout' | 'limit';
  readonly reason: string;
  readonly error?: KernelError;
}

/** Why a run is to end before its runner ends it: the first cause counts. */
export interface RunEnding {
  /** Aborted with the first cause. */
  readonly signal: AbortSignal;
  readonly cause: () => RunnerEnding | undefined;
  readonly ask: (cause: RunnerEnding) => void;
  /** The runner has ended, or said so: what comes now is not the cause. */
  readonly decided: () => void;
  /** A new runner takes over. */
  readonly reopened: () => void;
}

export function createRunEnding(): RunEnding {
  const controller = new AbortController();
  let cause: RunnerEnding | undefined;
  let isDecided = false;
  return {
    signal: controller.signal,
    cause: () => cause,
    ask(why) {
      if (cause === undefined && !isDecided) {
        cause = why;
        controller.abort();
      }
    },
    decided() {
      isDecided = true;
    },
    reopened() {
      isDecided = false;
    },
  };
}
