import { setTimeout as sleep } from 'node:timers/promises';

export interface ReadinessTimes {
  readonly answerMs: number;
  readonly keptMs: number;
}

/** Who asks waits for a store no longer than this, and many who ask are one for the store. */
const TIMES: ReadinessTimes = { answerMs: 2000, keptMs: 1000 };

/** Whether `check` passes in time. It may be asked by everybody, so that it is made once a second at most. */
export function createReadiness(check: () => Promise<void>, times: ReadinessTimes = TIMES): () => Promise<boolean> {
  let last: { readonly at: number; readonly isReady: Promise<boolean> } | undefined;
  let pending: Promise<boolean> | undefined;
  const once = (): Promise<boolean> => {
    pending ??= check()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at >= times.keptMs) {
      last = { at: now, isReady: within(times.answerMs, once()) };
    }
    return last.isReady;
  };
}

async function within(ms: number, isReady: Promise<boolean>): Promise<boolean> {
  const answered = new AbortController();
  try {
    const late = sleep(ms, false, { signal: answered.signal, ref: false });
    return await Promise.race([isReady, late]);
  } finally {
    answered.abort();
  }
}
