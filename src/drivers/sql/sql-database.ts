import type { Chunk } from '../../contract/chunk.js';

/** A statement in the form of its engine: parameters are `$1` or `?1` and so on. */
export interface BoundStatement {
  readonly sql: string;
  /** JSON values; null for an argument that is absent. */
  readonly values: readonly unknown[];
  /** false: the engine refuses every change. */
  readonly mayWrite: boolean;
  /** Where a position in `sql`, counted from 0, is in the statement as it was written. */
  readonly writtenAt: (position: number) => number;
}

export interface SqlRun extends BoundStatement {
  /** The longest the engine may be waited for, from the first row to the last; who reads slowly is not charged for it. */
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
}

export interface SqlDatabase {
  /** The rows, read as they are asked for; `{rows_affected}` for a change that gives none. Throws KernelError. */
  readonly run: (run: SqlRun) => AsyncIterable<Chunk>;
  /** Idempotent. */
  readonly close: () => Promise<void>;
}
