import { isKernelError, KernelError } from '../../contract/errors.js';
import type { ModelFailureKind } from '../../contract/model.js';
import { describeHttpFailure } from '../http-failure.js';
import { aboutCode } from './provider-error.js';

/** A failure below the answer, as what it means for a turn. Errors of our own pass, unless they are about HTTP. */
export function describeModelFailure(error: unknown): KernelError {
  if (isKernelError(error) && error.code !== 'DRIVER_PROTOCOL') {
    return error;
  }
  const { code, message, hint } = describeHttpFailure(error);
  const failure = (kind: ModelFailureKind): KernelError =>
    new KernelError(code === 'LIMIT_REACHED' ? code : 'MODEL_FAILED', message, {
      ...(hint === undefined ? {} : { hint }),
      details: { kind },
      cause: error,
    });
  switch (code) {
    case 'TIMEOUT':
      return new KernelError('TIMEOUT', 'the model provider was silent for too long', {
        hint: 'timeouts.idle_ms says how long is waited',
        details: { kind: 'idle_timeout' },
        cause: error,
      });
    case 'LIMIT_REACHED':
      return failure('answer_too_long');
    case 'DRIVER_UNAVAILABLE':
      return failure('unreachable');
    default:
      return failure('stream_interrupted');
  }
}

/** An answer whose status says that it is none. */
export interface Refusal {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** What a status that is no answer means, without a word of the provider's own. */
export function describeRefusal({ status, code, retryAfterMs }: Refusal): KernelError {
  const { kind, what, hint } = meaningOf(status);
  return new KernelError('MODEL_FAILED', `the model provider ${what} (status ${status})${aboutCode(code)}`, {
    ...(hint === undefined ? {} : { hint }),
    details: {
      kind,
      status,
      ...(code === undefined ? {} : { provider_code: code }),
      ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    },
  });
}

interface Meaning {
  readonly kind: ModelFailureKind;
  readonly what: string;
  readonly hint?: string;
}

const MEANINGS: Readonly<Record<number, Meaning>> = {
  401: { kind: 'key_refused', what: 'refuses the API key', hint: 'check api_key' },
  403: { kind: 'key_refused', what: 'refuses the API key', hint: 'check what the key may do' },
  404: { kind: 'not_found', what: 'does not know the model or the address', hint: 'check model and base_url' },
  413: { kind: 'request_refused', what: 'finds the conversation too long' },
  429: { kind: 'rate_limited', what: 'gets too many requests' },
};

function meaningOf(status: number): Meaning {
  if (status >= 300 && status < 400) {
    const hint = 'write the final address: neither prompt nor key go elsewhere';
    return { kind: 'redirect_refused', what: 'redirects', hint };
  }
  const isRefused = status >= 400 && status < 500;
  return (
    MEANINGS[status] ??
    (isRefused
      ? { kind: 'request_refused', what: 'does not accept the request' }
      : { kind: 'provider_error', what: 'failed' })
  );
}

export function answerTooLong(most: number): KernelError {
  return new KernelError('LIMIT_REACHED', `the answer of the model is longer than ${most} bytes`, {
    details: { kind: 'answer_too_long' },
  });
}
