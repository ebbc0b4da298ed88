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
 * Returns what ends it: after what the tool said last nothing is told. It gives whether there was such a thing.
 */
export function reportProgress(usage: () => InvokeUsage, tell: (progress: CallProgress) => void): () => boolean {
  let last = 0;
  let toldAt = performance.now();
  const look = (): boolean => {
    const { progress, rows } = usage();
    const done = progress?.done ?? 0;
    const isDue = performance.now() - toldAt >= HEARTBEAT_MS;
    if (done <= last && !isDue) {
      return false;
    }
    last = Math.max(done, last + STEP);
    toldAt = performance.now();
    const total = progress?.total;
    tell({
      progress: last,
      ...(total === undefined ? {} : { total: Math.max(total, last) }),
      ...(rows === 0 ? {} : { message: `${rows} rows` }),
    });
    return true;
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    return look();
  };
}
