import type { InvokeRun } from '../../contract/kernel.js';

/** The runs that were started here and have not ended. */
export interface LiveRuns {
  readonly add: (run: InvokeRun) => void;
  readonly count: () => number;
  readonly isLive: (run: InvokeRun) => boolean;
  readonly cancel: () => void;
  /** When all have ended, in whatever way. */
  readonly settled: () => Promise<void>;
}

export function createLiveRuns(onEnd: () => void): LiveRuns {
  const runs = new Map<InvokeRun, Promise<void>>();
  return {
    add(run) {
      const ended = run.result.then(() => {
        runs.delete(run);
        onEnd();
      });
      runs.set(run, ended);
    },
    count: () => runs.size,
    isLive: (run) => runs.has(run),
    cancel() {
      for (const run of runs.keys()) {
        run.cancel('the person left').catch(() => undefined);
      }
    },
    settled: async () => {
      await Promise.all(runs.values());
    },
  };
}
