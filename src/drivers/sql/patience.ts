import { KernelError } from '../../../contract/errors.js';

/** The same, but TIMEOUT when a piece takes longer than that to come; the time of who reads them does not count. */
export async function* patiently<Piece>(
  source: AsyncIterable<Piece>,
  timeoutMs: number | undefined,
): AsyncGenerator<Piece> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await within(iterator.next(), timeoutMs);
      if (step.done === true) {
        return;
      }
      yield step.value;
    }
  } finally {
    // Not awaited: a source that gives nothing would not answer.
    iterator.return?.().catch(() => undefined);
  }
}

function within<Result>(work: Promise<Result>, timeoutMs: number | undefined): Promise<Result> {
  if (timeoutMs === undefined) {
    return work;
  }
  return new Promise((resolve, reject) => {
    const late = () =>
      reject(
        new KernelError('TIMEOUT', `The statement ran longer than ${timeoutMs} ms.`, {
          hint: 'make it quicker, or raise statement_timeout_ms',
        }),
      );
    const timer = setTimeout(late, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
