/** How each error code leaves the process. Codes and exit numbers are public: add, never rename. */
interface ErrorTraits {
  readonly exit: number;
  readonly http: number;
  readonly retryable: boolean;
}

export const ERRORS = {
  INTERNAL: { exit: 1, http: 500, retryable: false },
  USAGE: { exit: 2, http: 400, retryable: false },
  CONFIG_INVALID: { exit: 2, http: 400, retryable: false },
  POLICY_DENIED: { exit: 3, http: 403, retryable: false },
  TOKEN_REJECTED: { exit: 3, http: 401, retryable: false },
  TOKEN_EXPIRED: { exit: 3, http: 401, retryable: false },
  TOKEN_REVOKED: { exit: 3, http: 401, retryable: false },
  AGENT_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  CAPABILITY_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  HANDLE_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  TRACE_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  SESSION_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  RUN_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  MEMORY_NOT_FOUND: { exit: 4, http: 404, retryable: false },
  HANDLE_EXPIRED: { exit: 4, http: 410, retryable: false },
  DRIVER_FAILED: { exit: 5, http: 502, retryable: true },
  DRIVER_PROTOCOL: { exit: 5, http: 502, retryable: false },
  MODEL_FAILED: { exit: 5, http: 502, retryable: true },
  DRIVER_UNAVAILABLE: { exit: 5, http: 503, retryable: true },
  BUDGET_EXHAUSTED: { exit: 6, http: 429, retryable: true },
  LIMIT_REACHED: { exit: 6, http: 429, retryable: true },
  STORE_FAILED: { exit: 7, http: 503, retryable: true },
  TIMEOUT: { exit: 124, http: 504, retryable: true },
  CANCELLED: { exit: 130, http: 499, retryable: true },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof ERRORS;

export interface KernelErrorOptions {
  /** What a person can do about it; shown after the message. */
  readonly hint?: string;
  /** JSON data for programs; must already be safe to show. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Never leaves the process; shown with `--debug` only. */
  readonly cause?: unknown;
}

/**
 * The only error class. `message` is one sentence about what happened to which thing, and is safe for a model to
 * read. Callers test `code`, never text.
 */
export class KernelError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, options: KernelErrorOptions = {}) {
    if (!Object.hasOwn(ERRORS, code)) {
      throw new KernelError('USAGE', 'KernelError.code: expected one of ERRORS', { hint: 'correct KernelError.code' });
    }
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'KernelError';
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
  }

  /** What may leave the process, so not its cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { code, message, hint, details } = this;
    return { code, message, ...(hint === undefined ? {} : { hint }), ...(details === undefined ? {} : { details }) };
  }
}

export function isKernelError(error: unknown): error is KernelError {
  try {
    return error instanceof KernelError;
  } catch {
    // What was thrown may be anybody's, and may throw itself when it is looked at.
    return false;
  }
}
