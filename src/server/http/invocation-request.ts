import type { InvokeRequest } from '../../contract/kernel.js';
import type { OutputOptions } from '../../contract/output-options.js';
import type { Caller } from './callers.js';
import type { InvocationBody } from './schemas.js';
import type { Service } from './service.js';

type OutputService = Pick<Service, 'defaults' | 'renderingOf'>;

/** What a body asks for, with the proof: the caller's own token, or a grant that is asked for now. */
export async function invocationRequest(
  service: OutputService,
  caller: Caller,
  body: InvocationBody,
): Promise<InvokeRequest> {
  const { capability_id: capabilityId, justification } = body;
  const said = justification === undefined ? {} : { justification };
  const grant = () =>
    justification === undefined
      ? caller.grants.tokenFor(capabilityId)
      : caller.grants.justifiedToken(capabilityId, justification);
  return {
    ...requestOf(body, service),
    ...said,
    capabilityId,
    principal: caller.principal,
    capabilityToken: caller.only?.capabilityToken ?? (await grant()),
  };
}

/** The same without a proof, for what only says what would be done. */
export function requestOf(body: InvocationBody, service: OutputService) {
  const { args = {}, mode, session_id: sessionId, timeout_ms: timeoutMs, keep, stop_at_budget: stopAtBudget } = body;
  return {
    args,
    ...outputOf(body, service),
    ...(mode === undefined ? {} : { mode }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(keep === undefined ? {} : { keep }),
    ...(stopAtBudget === undefined ? {} : { stopAtBudget }),
    ...(body.query === undefined ? {} : { query: body.query }),
  };
}

interface OutputFields
  extends Pick<InvocationBody, 'encoding' | 'max_rows' | 'max_fields' | 'max_chars' | 'printed_as'> {
  /** null: no ceiling */
  readonly max_tokens?: number | null | undefined;
}

export function outputOf(fields: OutputFields, { defaults, renderingOf }: OutputService): OutputOptions {
  const { max_rows: maxRows, max_fields: maxFields, max_chars: maxChars, printed_as: form } = fields;
  const { maxTokens, encoding } = defaults;
  return {
    maxTokens: fields.max_tokens === null ? Number.POSITIVE_INFINITY : (fields.max_tokens ?? maxTokens),
    encoding: fields.encoding ?? encoding,
    ...(maxRows === undefined ? {} : { maxRows }),
    ...(maxFields === undefined ? {} : { maxFields }),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(form === undefined ? {} : { rendering: renderingOf(form) }),
  };
}
