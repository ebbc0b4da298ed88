import type { InvokeUsage } from '../../contract/kernel.js';

/** What a host is told while a call runs. Words of a tool are not among it. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Some hosts give a call up that is silent for half a minute. */
const HEARTBEAT_MS = 15_000;
const LOOK_MS = 500;
/** What a heartbeat adds where there is nothing new: progress has to rise. */
const STEP = 1e-6;

/**
 * Tells how far a call has come, always rising: what the tool says of itself, and now and then that the call still runs.
 * Returns what ends it; after that nothing is told.
 */
export function reportProgress(usage: () => InvokeUsage, tell: (progress: CallProgress) => void): () => void {
  let last = 0;
  let toldAt = performance.now();
  const look = (): void => {
    const { progress, rows } = usage();
    const done = progress?.done ?? 0;
    const isDue = performance.now() - toldAt >= HEARTBEAT_MS;
    if (done <= last && !isDue) {
      return;
    }
    last = Math.max(done, last + STEP);
    toldAt = performance.now();
    const total = progress?.total;
    tell({
      progress: last,
      ...(total === undefined ? {} : { total: Math.max(total, last) }),
      ...(rows === 0 ? {} : { message: `${rows} rows` }),
    });
  };
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
