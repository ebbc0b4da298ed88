import { denialReason } from '../contract/denial.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { ErrorInfo, Outcome } from '../contract/frame.js';
import type { Trace } from '../contract/trace.js';
import { type RedactionOptions, redactText } from '../firewall/find/redactor.js';

const LONGEST_MESSAGE = 300;

/** Whatever was thrown, as one KernelError whose texts have passed the redactor. */
export function safeError(error: unknown, redaction: RedactionOptions): KernelError {
  if (!isKernelError(error)) {
    return new KernelError('INTERNAL', 'something went wrong inside akernel', {
      hint: 'this is a bug: run the command again with --debug and report what it says',
      cause: error,
    });
  }
  return new KernelError(error.code, clean(error.message, redaction), {
    ...(error.hint === undefined ? {} : { hint: clean(error.hint, redaction) }),
    ...(error.details === undefined ? {} : { details: error.details }),
    cause: error.cause,
  });
}

export function errorInfo(error: KernelError): ErrorInfo {
  const { code, message, hint } = error;
  const reason = denialReason(error);
  return { code, message, ...(hint === undefined ? {} : { hint }), ...(reason === undefined ? {} : { reason }) };
}

/** What a trace says of how an action ended. */
export function endOf(failure: KernelError | undefined): Pick<Trace, 'outcome' | 'reason' | 'error'> {
  if (failure === undefined) {
    return { outcome: 'completed' };
  }
  const { code, message } = failure;
  const reason = denialReason(failure);
  return { outcome: outcomeOf(failure), ...(reason === undefined ? {} : { reason }), error: { code, message } };
}

export function outcomeOf(error: KernelError): Outcome {
  switch (error.code) {
    case 'TIMEOUT':
      return 'timeout';
    case 'CANCELLED':
      return 'cancelled';
    case 'POLICY_DENIED':
    case 'TOKEN_REJECTED':
    case 'TOKEN_EXPIRED':
    case 'TOKEN_REVOKED':
      return 'denied';
    default:
      return 'failed';
  }
}

/** Redacted, on one line, bounded. */
export function clean(text: string, redaction: RedactionOptions): string {
  const { text: redacted } = redactText(text.slice(0, LONGEST_MESSAGE * 4), redaction);
  return redacted.replace(/\s+/g, ' ').slice(0, LONGEST_MESSAGE);
}
