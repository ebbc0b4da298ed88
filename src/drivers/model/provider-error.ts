import { KernelError } from '../../contract/errors.js';
import type { Members } from './wire.js';

/** What a provider says went wrong inside its answer. Its own text is left out: it may quote the conversation. */
export function providerError(error: Members): KernelError {
  const said = [error['code'], error['type']].find((word) => typeof word === 'string' && SAID.has(word));
  const about = typeof said === 'string' ? SAID.get(said) : undefined;
  return new KernelError(
    'MODEL_FAILED',
    `the model provider reports an error${about === undefined ? '' : `: ${about}`}`,
    {
      details: { kind: 'provider_error', ...(typeof said === 'string' ? { provider_code: said } : {}) },
    },
  );
}

/** The words of providers that are known here, and so are safe to repeat. */
const SAID: ReadonlyMap<string, string> = new Map([
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
  ['invalid_request_error', 'it does not accept the request'],
  ['timeout_error', 'it took too long'],
]);
