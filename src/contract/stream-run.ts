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
export interface StreamRun<Part, Result extends RunResult, Usage = unknown> extends AsyncIterable<Part> {
  readonly run_id: string;
  readonly result: Promise<Result>;
  /** Live snapshot. */
  readonly usage: Usage;
  /** Side readers get every part as it is made; a throwing one is dropped. Returns its own removal. */
  observe(fn: (part: Part) => void): () => void;
  /** Idempotent; resolves with the result. */
  cancel(reason?: string): Promise<Result>;
}
