import { type DenialReason, denialReason } from '../../contract/denial.js';
import { ERRORS, type ErrorCode, isKernelError, KernelError } from '../../contract/errors.js';

/** An error as RFC 9457 has it, with our codes. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly hint?: string;
  readonly reason?: string;
  /** What is wrong with a request, place by place. */
  readonly errors?: readonly Mistake[];
  readonly action_id?: string;
  readonly handle_id?: string;
}

export interface Mistake {
  readonly path: string;
  readonly message: string;
}

interface More {
  readonly hint?: string;
  readonly reason?: DenialReason;
  readonly errors?: readonly Mistake[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Whatever was thrown, as its problem. What is no KernelError is a bug, and its own words stay inside. */
export function problemOf(thrown: unknown): Problem {
  const error = isKernelError(thrown)
    ? thrown
    : new KernelError('INTERNAL', 'something went wrong inside akernel', { hint: 'this is a bug: report it' });
  const { code, message, hint, details = {} } = error;
  const { http, retryable } = ERRORS[code];
  const reason = denialReason(error);
  const status = typeof details['http_status'] === 'number' ? details['http_status'] : http;
  return {
    type: `urn:akernel:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title: code.toLowerCase().replaceAll('_', ' '),
    status,
    detail: message,
    code,
    // a request that is too long stays too long
    retryable: retryable && status !== 413,
    ...(hint === undefined ? {} : { hint }),
    ...(reason === undefined ? {} : { reason }),
    ...(isMistakes(details['errors']) ? { errors: details['errors'] } : {}),
  };
}

/** A refusal of the server itself, with a status that its code alone would not have. */
export function refusal(status: number, code: ErrorCode, message: string, { headers, ...more }: More = {}) {
  const { hint, reason, errors } = more;
  return new KernelError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    details: {
      http_status: status,
      ...(reason === undefined ? {} : { reason }),
      ...(errors === undefined ? {} : { errors }),
      ...(headers === undefined ? {} : { http_headers: headers }),
    },
  });
}

export function problemResponse(thrown: unknown): Response {
  const problem = problemOf(thrown);
  const headers = isKernelError(thrown) ? thrown.details?.['http_headers'] : undefined;
  return answerProblem(problem, isHeaders(headers) ? headers : {});
}

export function answerProblem(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    // 499 is no status of the standard; whoever reads it is gone anyway
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(problem.status === 429 ? { 'retry-after': '1' } : {}),
      ...headers,
    },
  });
}

function isMistakes(value: unknown): value is readonly Mistake[] {
  return Array.isArray(value);
}

function isHeaders(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null;
}
