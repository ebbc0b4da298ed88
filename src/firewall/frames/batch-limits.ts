/** A batch is due after this time or this many raw bytes, or when it would cost a tenth of the budget. */
export const BATCH_MS = 50;
export const BATCH_BYTES = 64 * 1024;
