import { isKernelError, KernelError } from '../contract/errors.js';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

export interface StoreFailure {
  readonly reason: 'disk full' | 'not writable' | 'missing' | 'no directory' | 'damaged' | 'busy' | 'failed';
  readonly hint: string;
}

/** The KernelError that a failed file or database operation becomes; a KernelError stays itself. */
export function toStoreError(error: unknown, what: string, failure = explainFileError(error)): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  return new KernelError('STORE_FAILED', `The store could not ${what}: ${failure.reason}.`, {
    hint: failure.hint,
    details: { reason: failure.reason },
    cause: error,
  });
}

/** The reason that a partial handle gives for a failed write. */
export function partialReason(error: KernelError): string {
  return error.details?.['reason'] === 'disk full' ? 'disk full' : 'store failed';
}

export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

export const FAILURES = {
  diskFull: {
    reason: 'disk full',
    hint: 'Free space on the disk that holds the state directory (`akernel handles gc` removes old results), or set AKERNEL_HOME to a directory on another disk.',
  },
  notWritable: {
    reason: 'not writable',
    hint: 'Make the state directory and its files writable for this user, or set AKERNEL_HOME to a directory that is.',
  },
  missing: {
    reason: 'missing',
    hint: 'A file of the state directory is gone; restore it, or remove the handle with `akernel handles rm`.',
  },
  noDirectory: {
    reason: 'no directory',
    hint: 'Set AKERNEL_HOME to a directory, or to a path where one can be made.',
  },
} as const satisfies Record<string, StoreFailure>;

function explainFileError(error: unknown): StoreFailure {
  const code = String(errorCode(error));
  if (DISK_FULL.has(code)) {
    return FAILURES.diskFull;
  }
  if (NOT_WRITABLE.has(code)) {
    return FAILURES.notWritable;
  }
  if (code === 'ENOENT') {
    return FAILURES.missing;
  }
  if (code === 'ENOTDIR') {
    return FAILURES.noDirectory;
  }
  return {
    reason: 'failed',
    hint: 'Check the state directory with `akernel doctor`, or set AKERNEL_HOME to another one.',
  };
}
