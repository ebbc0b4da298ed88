import { KernelError } from '../../contract/errors.js';

/**
 * How long a statement may run, all in all: the time in which somebody waits for the database. The time of who reads
 * the rows does not count, although a database may work ahead in it by what its pipe or its batch holds.
 */
export interface Patience {
  /** The outcome of work of the database, or TIMEOUT when it does not come while time is left. */
  readonly wait: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Counts work that the database itself bounds. */
  readonly count: <Result>(work: Promise<Result>) => Promise<Result>;
  /** Throws TIMEOUT when no time is left. */
  readonly check: () => void;
}

export function createPatience(timeoutMs: number | undefined): Patience {
  let waitedMs = 0;
  const isOver = (): boolean => timeoutMs !== undefined && waitedMs >= timeoutMs;

  const count = async <Result>(work: Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    try {
      return await work;
    } finally {
      waitedMs += performance.now() - begun;
    }
  };

  const check = (): void => {
    if (isOver()) {
      throw tooLong(timeoutMs);
    }
  };

  return {
    count,
    check,
    async wait(work) {
      if (timeoutMs === undefined) {
        return work;
      }
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooLong(timeoutMs)), Math.max(0, timeoutMs - waitedMs));
      });
      try {
        return await count(Promise.race([work, late]));
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The same pieces, as far as there is time for them. */
export async function* patiently<Piece>(source: AsyncIterable<Piece>, patience: Patience): AsyncGenerator<Piece> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await patience.wait(iterator.next());
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

function tooLong(timeoutMs: number | undefined): KernelError {
  return new KernelError('TIMEOUT', `the statement ran longer than ${timeoutMs} ms`, {
    hint: 'make it quicker, or raise statement_timeout_ms',
  });
}
