import { KernelError } from '../contract/errors.js';

/** What a shell would exit with: 127 for a command that is not there, 126 for one that cannot be run. */
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;

/** The reason why a command did not start; `details.exit_code` is a shell's status for it, `system_code` that of the operating system. */
export function describeSpawnFailure(error: unknown, file: string): KernelError {
  const name = file.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?').slice(0, 200);
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return failure(`command not found: ${name}`, NOT_FOUND, error, 'check the spelling and PATH');
    case 'EACCES':
    case 'EPERM':
      return failure(`command cannot be executed: ${name}`, NOT_RUNNABLE, error, 'check its permissions');
    case 'E2BIG':
      return failure('the arguments of the command are too long', NOT_RUNNABLE, error, 'pass the data on stdin');
    case 'ERR_INVALID_ARG_VALUE':
      return new KernelError('USAGE', 'the command or an argument contains a NUL character', { cause: error });
    case 'EMFILE':
    case 'ENFILE':
      return unavailable(
        'no further process can be started: too many open files',
        error,
        'raise the limit of ulimit -n',
      );
    case 'EAGAIN':
    case 'ENOMEM':
      return unavailable('the operating system starts no more processes', error, 'see ulimit -u and the free memory');
    default:
      return failure(`command could not be started: ${name}`, NOT_RUNNABLE, error, 'run it in a shell to see why');
  }
}

function unavailable(message: string, cause: unknown, hint: string): KernelError {
  return new KernelError('DRIVER_UNAVAILABLE', message, { hint, cause });
}

function failure(message: string, exitCode: number, cause: unknown, hint: string): KernelError {
  const code = errorCode(cause);
  const details = { exit_code: exitCode, ...(code === undefined ? {} : { system_code: code }) };
  return new KernelError('DRIVER_FAILED', message, { hint, cause, details });
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
