import { ERRORS, type ErrorCode } from '../../contract/errors.js';
import { isRecord } from '../text/cells.js';

/** What is shown of an error. Its texts are not yet safe for a terminal. */
export interface ShownError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

/**
 * An error of the kernel, known by its shape: the kernel may come from another copy of the program. Any other error is
 * a bug, and nothing of its text is shown, because nothing has redacted it.
 */
export function thrownError(error: unknown): ShownError {
  const { code, message, hint } = isRecord(error) ? error : {};
  if (isCode(code) && typeof message === 'string') {
    return { code, message, ...(typeof hint === 'string' ? { hint } : {}) };
  }
  return { code: 'INTERNAL', message: 'something went wrong inside akernel', hint: 'this is a bug: report it' };
}

/** What is wrong with what was typed, in one line. */
export function problemOf({ message, hint }: ShownError): string {
  return hint === undefined ? message : `${message.replace(/\.$/, '')}: ${hint}`;
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
