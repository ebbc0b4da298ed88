import type { ProgressChunk } from '../../contract/chunk.js';

const SPACING_MS = 100;

type Report = (progress: {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}) => void;

/**
 * Runs work and yields how far it says it has come: at most ten times a second, each time the newest, and only what
 * goes forward. Ends with what the work gave.
 */
export async function* withProgress<Result>(
  work: (report: Report) => Promise<Result>,
): AsyncGenerator<ProgressChunk, Result> {
  let newest: ProgressChunk | undefined;
  let furthest = Number.NEGATIVE_INFINITY;
  let wake: () => void = () => undefined;
  let hasSettled = false;
  const running = work(({ progress, total, message }) => {
    if (progress > furthest) {
      furthest = progress;
      const of = total === undefined ? {} : { total };
      newest = { type: 'progress', done: progress, ...of, ...(message === undefined ? {} : { message }) };
      wake();
    }
  });
  const settled = running
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      hasSettled = true;
      wake();
    });
  let nextAt = 0;
  while (!hasSettled) {
    const waitMs = nextAt - performance.now();
    if (newest !== undefined && waitMs <= 0) {
      const chunk = newest;
      newest = undefined;
      nextAt = performance.now() + SPACING_MS;
      yield chunk;
      continue;
    }
    const timer = newest === undefined ? undefined : setTimeout(() => wake(), waitMs);
    await Promise.race([settled, new Promise<void>((resolve) => (wake = resolve))]);
    clearTimeout(timer);
  }
  // The last of it often comes with the answer.
  if (newest !== undefined) {
    yield newest;
  }
  return running;
}
