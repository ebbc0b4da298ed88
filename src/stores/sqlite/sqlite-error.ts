import { getSystemErrorName } from 'node:util';

import type { KernelError } from '../../contract/errors.js';
import { FAILURES, failureOf, type StoreFailure, toStoreError } from '../store-error.js';

const DAMAGED: StoreFailure = {
  reason: 'damaged',
  hint: 'the database in the state directory cannot be read: restore it from a backup, or move the state directory away and start anew',
};
const BUSY: StoreFailure = {
  reason: 'busy',
  hint: 'another process has kept the store locked for 10 seconds; end it or try again',
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
  const code = numberIn(error, 'errcode') & 0xff;
  const cause = SYSTEM_CAUSED.has(code) ? failureOf(systemErrorOf(error)) : undefined;
  return toStoreError(error, what, cause ?? BY_RESULT_CODE[code]);
}

/** SQLITE_IOERR and SQLITE_CANTOPEN: what the system said tells more. */
const SYSTEM_CAUSED = new Set([10, 14]);

function systemErrorOf(error: unknown): string | undefined {
  const number = numberIn(error, 'systemErrno');
  return number > 0 ? getSystemErrorName(-number) : undefined;
}

function numberIn(error: unknown, name: string): number {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'number' ? value : 0;
}
