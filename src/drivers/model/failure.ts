import { isKernelError, KernelError } from '../../contract/errors.js';
import type { ModelFailureKind } from '../../contract/model.js';
import type { Answer } from '../http-exchange.js';
import { describeHttpFailure } from '../http-failure.js';

interface Facts {
  readonly status?: number;
  readonly retry_after_ms?: number;
}

export function modelFailure(kind: ModelFailureKind, message: string, facts: Facts = {}, hint?: string): KernelError {
  return new KernelError('MODEL_FAILED', message, {
    details: { kind, ...facts },
    ...(hint === undefined ? {} : { hint }),
  });
}

/** A failure below the answer, as what it means for a turn. Errors of our own pass. */
export function describeModelFailure(error: unknown): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const failure = describeHttpFailure(error);
  const { code, message, hint } = failure;
  const about = { cause: error, ...(hint === undefined ? {} : { hint }) };
  if (code === 'TIMEOUT') {
    return new KernelError('TIMEOUT', 'the model provider was silent for too long', {
      hint: 'timeouts.idle_ms says how long is waited',
      details: { kind: 'idle_timeout' },
      cause: error,
    });
  }
  if (code === 'LIMIT_REACHED') {
    return new KernelError(code, message, { ...about, details: { kind: 'answer_too_long' } });
  }
  if (code === 'DRIVER_UNAVAILABLE') {
    return new KernelError('MODEL_FAILED', message, { ...about, details: { kind: 'unreachable' } });
  }
  return new KernelError('MODEL_FAILED', message, { ...about, details: { kind: 'stream_interrupted' } });
}

/** What a status that is no answer means. The body is left unread: it may quote the conversation, or the key. */
export function describeStatus({ status }: Answer, retryAfterMs: number | undefined): KernelError {
  const retry = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
  const because = (kind: ModelFailureKind, what: string, hint?: string): KernelError =>
    modelFailure(kind, `the model provider ${what} (status ${status})`, { status, ...retry }, hint);
  if (status >= 300 && status < 400) {
    return because('redirect_refused', 'redirects', 'write the final address: neither prompt nor key go elsewhere');
  }
  switch (status) {
    case 401:
    case 403:
      return because('key_refused', 'refuses the API key', 'check api_key, and what the key may do');
    case 404:
      return because('not_found', 'does not know the model or the address', 'check model and base_url');
    case 413:
      return because('request_refused', 'finds the conversation too long');
    case 429:
      return because('rate_limited', 'gets too many requests');
  }
  return status >= 400 && status < 500
    ? because('request_refused', 'does not accept the request')
    : because('provider_error', 'failed');
}
