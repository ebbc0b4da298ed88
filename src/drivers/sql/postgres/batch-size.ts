import type { TextRow } from './exchange.js';

/** How many rows to ask for at once. */
export interface BatchSize {
  readonly next: () => number;
  readonly note: (rows: readonly TextRow[]) => void;
}

const MAX_ROWS = 4096;
const MAX_BATCH_CHARS = 256 * 1024;
/** Rows that come slower are not gathered: whoever reads should see each of them soon. */
const SLOW_MS = 50;

/** Begins with one row, grows while the server is quick, and shrinks for wide rows and slow ones. */
export function createBatchSize(roundTripMs: number, now: () => number = Date.now): BatchSize {
  let size = 1;
  let askedAt = 0;
  let chars = 0;
  let count = 0;
  return {
    next() {
      if (askedAt !== 0) {
        const isSlow = now() - askedAt > SLOW_MS + 2 * roundTripMs;
        const fitting = Math.floor(MAX_BATCH_CHARS / Math.max(1, chars / Math.max(1, count)));
        size = Math.max(1, Math.min(isSlow ? size >> 2 : size * 8, fitting, MAX_ROWS));
      }
      askedAt = now();
      chars = 0;
      count = 0;
      return size;
    },
    note(rows) {
      count += rows.length;
      for (const row of rows) {
        chars += row.reduce((sum, text) => sum + (text?.length ?? 4), 0);
      }
    },
  };
}
