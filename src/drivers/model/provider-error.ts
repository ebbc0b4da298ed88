import { KernelError } from '../../contract/errors.js';
import type { Members } from './wire.js';

/** What a provider says went wrong inside its answer. Its own text is left out: it may quote the conversation. */
export function providerError(error: Members): KernelError {
  const code = knownCode(error);
  return new KernelError('MODEL_FAILED', `the model provider reports an error${aboutCode(code)}`, {
    details: { kind: 'provider_error', ...(code === undefined ? {} : { provider_code: code }) },
  });
}

/** The provider's word for an error, if it is one that is known here: then it is safe to repeat. */
export function knownCode({ code, type }: Members): string | undefined {
  return [code, type].find((word): word is string => typeof word === 'string' && MEANINGS.has(word));
}

/** The end of a sentence. */
export function aboutCode(code: string | undefined): string {
  const meaning = code === undefined ? undefined : MEANINGS.get(code);
  return meaning === undefined ? '' : `: ${meaning}`;
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['overloaded_error', 'it is overloaded'],
  ['api_error', 'it failed internally'],
  ['server_error', 'it failed internally'],
  ['rate_limit_error', 'too many requests'],
  ['rate_limit_exceeded', 'too many requests'],
  ['insufficient_quota', 'the account has no quota left'],
  ['billing_error', 'the account has no quota left'],
  ['authentication_error', 'the API key was refused'],
  ['invalid_api_key', 'the API key was refused'],
  ['permission_error', 'the API key may not do this'],
  ['not_found_error', 'the model is not known'],
  ['model_not_found', 'the model is not known'],
  ['context_length_exceeded', 'the conversation is too long for the model'],
  ['request_too_large', 'the conversation is too long for the provider'],
  ['content_filter', 'its content filter refused the conversation'],
  ['invalid_request_error', 'something in the request is not valid'],
  ['timeout_error', 'it took too long'],
]);

/** Asking again does not help. */
export function isOutOfQuota(code: string | undefined): boolean {
  return code === 'insufficient_quota' || code === 'billing_error';
}
