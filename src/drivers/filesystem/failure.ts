import { isKernelError, KernelError } from '../../contract/errors.js';
import { quoted } from './root.js';

/** One KernelError for whatever the file system answered; the path is shown as seen from the root. */
export function describeFailure(error: unknown, shownPath: string): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const path = quoted(shownPath);
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new KernelError('USAGE', `${path} is not there any more`, { cause: error });
    case 'ELOOP':
      return new KernelError('POLICY_DENIED', `${path} is a symbolic link that is not followed`, {
        details: { reason: 'outside_root' },
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
      return new KernelError('DRIVER_FAILED', `permission to read ${path} is denied by the operating system`, {
        hint: 'check the permissions of the file and of the folders above it',
        cause: error,
      });
    default:
      return new KernelError('DRIVER_FAILED', `${path} could not be read`, { cause: error });
  }
}

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
