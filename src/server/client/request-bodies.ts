import type { ExpandRequest, ExpandValueRequest } from '../../contract/expansion.js';
import type { InvokeRequest } from '../../contract/kernel.js';
import type { OutputOptions } from '../../contract/output-options.js';
import { refusedHere } from './refused.js';

/** What the server is asked for; members that were not given are left out by JSON. */
export function invocationBody(request: Omit<InvokeRequest, 'capabilityToken' | 'principal'>) {
  return {
    capability_id: request.capabilityId,
    args: request.args,
    ...outputFields(request),
    mode: request.mode,
    session_id: request.sessionId,
    justification: request.justification,
    timeout_ms: request.timeoutMs,
    keep: request.keep === false ? false : undefined,
    stop_at_budget: request.stopAtBudget === true ? true : undefined,
    query: request.query,
  };
}

export function pageBody(request: ExpandRequest) {
  const { filter } = request;
  if (filter !== undefined && typeof filter !== 'string') {
    throw refusedHere('a filter that is no text');
  }
  return {
    ...openOutputFields(request),
    offset: request.offset,
    limit: request.limit,
    fields: request.fields,
    filter,
    query: request.query,
    rows: request.rows,
    session_id: request.sessionId,
  };
}

export function valueBody(request: ExpandValueRequest) {
  const { max_tokens, encoding, printed_as } = openOutputFields(request);
  const { row, field, from, to, sessionId } = request;
  return { max_tokens, encoding, printed_as, row, field, from, to, session_id: sessionId };
}

/** No ceiling is `null` in JSON. */
function openOutputFields(request: OutputOptions) {
  const isOpen = request.maxTokens === Number.POSITIVE_INFINITY;
  return { ...outputFields(request), max_tokens: isOpen ? null : request.maxTokens };
}

function outputFields({ maxTokens, encoding, maxRows, maxFields, maxChars, rendering }: OutputOptions) {
  return {
    printed_as: rendering?.form,
    max_tokens: maxTokens,
    encoding,
    max_rows: maxRows,
    max_fields: maxFields,
    max_chars: maxChars,
  };
}
