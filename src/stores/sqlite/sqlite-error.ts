import type { KernelError } from '../../contract/errors.js';
import { FAILURES, type StoreFailure, toStoreError } from '../store-error.js';

const DAMAGED: StoreFailure = {
  reason: 'damaged',
  hint: 'The database in the state directory cannot be read: restore it from a backup, or move the state directory away and start anew.',
};
const BUSY: StoreFailure = {
  reason: 'busy',
  hint: 'Another process has kept the store locked for 10 seconds; end it or try again.',
};

/** By SQLite's primary result codes, https://sqlite.org/rescode.html */
const BY_RESULT_CODE: Readonly<Record<number, StoreFailure>> = {
  3: FAILURES.notWritable,
  5: BUSY,
  6: BUSY,
  8: FAILURES.notWritable,
  11: DAMAGED,
  13: FAILURES.diskFull,
  14: FAILURES.notWritable,
  26: DAMAGED,
};

export function toSqliteError(error: unknown, what: string): KernelError {
  return toStoreError(error, what, BY_RESULT_CODE[resultCode(error) & 0xff]);
}

function resultCode(error: unknown): number {
  const hasCode = typeof error === 'object' && error !== null && 'errcode' in error;
  return hasCode && typeof error.errcode === 'number' ? error.errcode : 0;
}
