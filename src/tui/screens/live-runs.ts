/** Something that was started and has not ended yet. */
export interface LiveWork {
  readonly ended: Promise<unknown>;
  readonly cancel: () => void;
}

/** What was started here and has not ended. */
export interface LiveRuns {
  readonly add: (work: LiveWork) => void;
  readonly count: () => number;
  readonly isLive: (work: LiveWork) => boolean;
  readonly cancel: () => void;
  /** When all have ended, in whatever way. */
  readonly settled: () => Promise<void>;
}

export function createLiveRuns(onEnd: () => void): LiveRuns {
  const live = new Map<LiveWork, Promise<void>>();
  return {
    add(work) {
      const done = (): void => {
        live.delete(work);
        onEnd();
      };
      live.set(work, work.ended.then(done, done));
    },
    count: () => live.size,
    isLive: (work) => live.has(work),
    cancel() {
      for (const work of live.keys()) {
        work.cancel();
      }
    },
    settled: async () => {
      await Promise.all(live.values());
    },
  };
}
