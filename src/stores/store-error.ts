import { isKernelError, KernelError } from '../contract/errors.js';

export interface StoreFailure {
  readonly reason:
    | 'disk full'
    | 'not writable'
    | 'missing'
    | 'no bucket'
    | 'not there'
    | 'no directory'
    | 'not a file'
    | 'too many open files'
    | 'damaged'
    | 'busy'
    | 'unreachable'
    | 'connection lost'
    | 'login refused'
    | 'not allowed'
    | 'removed meanwhile'
    | 'failed';
  readonly hint: string;
}

/** The KernelError that a failed file or database operation becomes; a KernelError stays itself. */
export function toStoreError(error: unknown, what: string, failure = explainFileError(error)): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  return new KernelError('STORE_FAILED', `the store could not ${what}: ${failure.reason}`, {
    hint: failure.hint,
    details: { reason: failure.reason },
    cause: error,
  });
}

export function isDiskFull(error: unknown): boolean {
  return isKernelError(error) && error.details?.['reason'] === FAILURES.diskFull.reason;
}

/** The reason that a partial handle gives for a failed write. */
export function partialReason(error: KernelError): string {
  return isDiskFull(error) ? 'disk full' : 'store failed';
}

export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

export const FAILURES = {
  diskFull: {
    reason: 'disk full',
    hint: 'free space on the disk that holds the state directory (akernel handles list shows what is kept, akernel handles rm <handle> removes it), or set AKERNEL_HOME to a directory on another disk',
  },
  notWritable: {
    reason: 'not writable',
    hint: 'make the state directory and its files writable for this user, or set AKERNEL_HOME to a directory that is',
  },
  missing: {
    reason: 'missing',
    hint: 'the state directory or a file in it is gone; restore it, or remove the handle with akernel handles rm',
  },
  noDirectory: {
    reason: 'no directory',
    hint: 'set AKERNEL_HOME to a directory, or to a path where one can be made',
  },
  notAFile: {
    reason: 'not a file',
    hint: 'something else stands where the state directory keeps a file; move it away',
  },
  tooManyFiles: {
    reason: 'too many open files',
    hint: 'this process may open too few files; raise its limit, for example with ulimit -n 1024',
  },
} as const satisfies Record<string, StoreFailure>;

const BY_CODE: Readonly<Record<string, StoreFailure>> = {
  ENOSPC: FAILURES.diskFull,
  EDQUOT: FAILURES.diskFull,
  EFBIG: FAILURES.diskFull,
  EACCES: FAILURES.notWritable,
  EPERM: FAILURES.notWritable,
  EROFS: FAILURES.notWritable,
  ENOENT: FAILURES.missing,
  ENOTDIR: FAILURES.noDirectory,
  // A link where there must be none.
  ELOOP: FAILURES.notAFile,
  EISDIR: FAILURES.notAFile,
  ENXIO: FAILURES.notAFile,
  EMFILE: FAILURES.tooManyFiles,
  ENFILE: FAILURES.tooManyFiles,
};

/** By the name of a system error, such as ENOSPC. */
export function failureOf(code: unknown): StoreFailure | undefined {
  return typeof code === 'string' && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
}

function explainFileError(error: unknown): StoreFailure {
  const unknown: StoreFailure = {
    reason: 'failed',
    hint: 'check the state directory with akernel doctor, or set AKERNEL_HOME to another one',
  };
  return failureOf(errorCode(error)) ?? unknown;
}
