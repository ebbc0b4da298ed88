import { type ErrorCode, KernelError } from '../../../contract/errors.js';

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const LOCKED: Failure = {
  code: 'DRIVER_UNAVAILABLE',
  message: 'is locked by somebody else',
  hint: 'try again later',
};
const DAMAGED: Failure = {
  code: 'DRIVER_FAILED',
  message: 'is not an SQLite database, or damaged',
  hint: 'check the file',
};
const READ_ONLY: Failure = {
  code: 'DRIVER_FAILED',
  message: 'was to be changed, and the capability may only read',
  hint: 'a statement that writes needs the safety_class WRITE or DESTRUCTIVE',
};
const NOT_WRITABLE: Failure = {
  code: 'DRIVER_FAILED',
  message: 'cannot be written',
  hint: 'check the permissions of the file and its folder',
};
const UNKNOWN: Failure = {
  code: 'DRIVER_FAILED',
  message: 'did not run the statement',
  hint: 'run it in a shell of SQLite to see why',
};

/** By SQLite's primary result codes, https://sqlite.org/rescode.html */
const BY_RESULT_CODE: Readonly<Record<number, Failure>> = {
  5: LOCKED,
  6: LOCKED,
  8: NOT_WRITABLE,
  10: { code: 'DRIVER_FAILED', message: 'could not be read or written', hint: 'check its file and its disk' },
  11: DAMAGED,
  13: { code: 'DRIVER_FAILED', message: 'has no room on its disk', hint: 'make room' },
  14: {
    code: 'DRIVER_UNAVAILABLE',
    message: 'cannot be opened',
    hint: 'check the path of the file and its permissions; in WAL mode its folder has to be writable too',
  },
  18: { code: 'LIMIT_REACHED', message: 'holds a value above 64 MiB', hint: 'leave it out, or take a part of it' },
  19: { code: 'DRIVER_FAILED', message: 'refused the change by a constraint', hint: 'check the arguments' },
  20: { code: 'DRIVER_FAILED', message: 'could not use a value', hint: 'check the arguments' },
  23: {
    code: 'DRIVER_FAILED',
    message: 'refused the statement',
    hint: 'attaching files, transactions and extensions are not allowed',
  },
  26: DAMAGED,
};

/** Neither messages of SQLite nor the path get in: the one can hold data, the other names. */
export function sqliteFailure(name: string, resultCode: number | undefined, mayWrite: boolean): KernelError {
  const known = resultCode === undefined ? undefined : BY_RESULT_CODE[resultCode];
  const { code, message, hint } = resultCode === 8 && !mayWrite ? READ_ONLY : (known ?? UNKNOWN);
  const details = resultCode === undefined ? {} : { details: { result_code: resultCode } };
  return new KernelError(code, `the database ${name} ${message}`, { hint, ...details });
}
