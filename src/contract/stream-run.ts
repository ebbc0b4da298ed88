import type { KernelError } from './errors.js';
import type { Outcome } from './frame.js';

/** How a run ended: a subprocess may also crash, or be ended because it went over a limit. */
export type RunStatus = Outcome | 'crashed' | 'limit';

/** The settled end of a run. `error` is set unless the run completed, or its own consumer cancelled it. */
export interface RunResult {
  readonly status: RunStatus;
  readonly error?: KernelError;
}

/**
 * A running stream. One primary consumer iterates it (pull, bounded buffer); leaving the loop cancels the work and
 * waits for its end. After the last part the loop throws `result.error`, except when the consumer itself cancelled.
 * `result` always settles and never rejects; reading it without iterating drains the run.
 */
export interface StreamRun<Part, Result extends RunResult, Usage = unknown>
  extends AsyncIterable<Part>,
    AsyncDisposable {
  readonly run_id: string;
  readonly result: Promise<Result>;
  /** Live snapshot. */
  readonly usage: Usage;
  /**
   * Only what the run says, never an empty text, for those who need no parts. Whoever reads it is the primary consumer, as
   * one who iterates the run: it can be read once, leaving the loop cancels the work, and it throws what that loop would.
   *
   *     for await (const piece of run.text()) {
   *       process.stdout.write(piece);
   *     }
   *
   * An executor's run says its text deltas, a runner's what it streams as text. An invocation says the texts of its frames;
   * rows as one line of JSON each, the telling lines of a text that is too long, and facts, as lines, where they stand
   * for what was left out.
   */
  text(): AsyncIterable<string>;
  /** Side readers get every part as it is made; a throwing one is dropped. Returns its own removal. */
  observe(fn: (part: Part) => void): () => void;
  /** Idempotent; resolves with the result. */
  cancel(reason?: string): Promise<Result>;
  /** What `await using` does at the end of its block: cancels what still runs, and waits for its end. */
  [Symbol.asyncDispose](): Promise<void>;
}
