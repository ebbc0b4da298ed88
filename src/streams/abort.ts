interface AbortableOptions {
  /** How long the source may take to clean up once the signal has aborted; 2 s when absent. */
  readonly graceMs?: number;
}

const GRACE_MS = 2000;

/**
 * The source's items until the signal aborts; then it ends without an error, even if the source ignores the signal.
 * The source is closed whenever the iteration ends before it does. Its clean-up is awaited, but not longer than
 * `graceMs` after an abort.
 */
export async function* abortable<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  options: AbortableOptions = {},
): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (() => void) | undefined;
  // One listener for the whole iteration: one per item would cost more than most items.
  const onAbort = (): void => giveUp?.();
  const next = (): Promise<IteratorResult<T> | undefined> =>
    new Promise((resolve, reject) => {
      giveUp = () => resolve(undefined);
      iterator.next().then(resolve, reject);
    });
  let isOpen = true;
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      isOpen = false;
      const step = await next();
      isOpen = step?.done !== true;
      if (step === undefined || step.done === true) {
        return;
      }
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (isOpen) {
      await close(iterator, signal, options.graceMs ?? GRACE_MS);
    }
  }
}

/** Closes the source; after an abort a failure to do so is not reported and the waiting is bounded. */
async function close(iterator: AsyncIterator<unknown>, signal: AbortSignal, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const timeout = new Promise<void>((resolve) => {
    onAbort = () => {
      timer = setTimeout(resolve, graceMs);
    };
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) {
    onAbort();
  }
  try {
    await Promise.race([iterator.return?.(), timeout]);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Resolves when the work is done, or no longer waited for; what became of it is its owner's. */
export function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) {
      done();
    }
    work.then(done, done);
  });
}
