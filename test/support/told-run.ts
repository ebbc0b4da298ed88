import type { RunResult, StreamRun } from '../../src/contract/stream-run.js';

export interface ToldRun {
  readonly source: StreamRun<string, RunResult>;
  /** Resolves when the part has been taken. */
  readonly say: (part: string) => Promise<void>;
  readonly complete: () => void;
  readonly cancelled: () => string | undefined;
}

/** A run that says what a test tells it to. */
export function createToldRun(runId: string): ToldRun {
  const said: { readonly part: string; readonly taken: () => void }[] = [];
  let wake: () => void = () => undefined;
  let reason: string | undefined;
  let settle: (result: RunResult) => void = () => undefined;
  let isOver = false;
  const result = new Promise<RunResult>((resolve) => {
    settle = resolve;
  });
  const end = (status: 'completed' | 'cancelled') => {
    isOver = true;
    settle({ status });
    wake();
  };
  async function* parts(): AsyncGenerator<string> {
    for (;;) {
      const next = said.shift();
      if (next !== undefined) {
        yield next.part;
        next.taken();
      } else if (isOver) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  const source: StreamRun<string, RunResult> = {
    run_id: runId,
    result,
    usage: undefined,
    [Symbol.asyncIterator]: parts,
    text: parts,
    observe: () => () => undefined,
    cancel(why) {
      reason ??= why ?? '';
      end('cancelled');
      return result;
    },
    [Symbol.asyncDispose]: async () => end('cancelled'),
  };
  return {
    source,
    say: (part) =>
      new Promise((taken) => {
        said.push({ part, taken });
        wake();
      }),
    complete: () => end('completed'),
    cancelled: () => reason,
  };
}
