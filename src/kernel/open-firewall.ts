import type { DisplayLimits } from '../contract/budget.js';
import type { HandleInfo, Provenance, ResponseMode } from '../contract/frame.js';
import { createFirewall, type Firewall } from '../firewall/frames/firewall.js';
import type { Invocation, Permit } from './admission.js';
import type { KernelPorts } from './ports.js';
import { resultRedaction, resultWith } from './result-redaction.js';

export interface FirewallRequest {
  readonly call: Invocation;
  /** Undefined for a call that was refused: only its last frame is made. */
  readonly permit: Permit | undefined;
  readonly actionId: string;
  readonly provenance: Provenance;
  readonly maxTokens: number;
  readonly mode: ResponseMode | undefined;
  readonly handle: () => HandleInfo | undefined;
  readonly beforeFrame: () => Promise<void>;
}

/** The firewall of one call: the smaller of request, grant and limit in everything it shows. */
export function openFirewall(ports: KernelPorts, request: FirewallRequest): Firewall {
  const { settings, clock, loadCounter } = ports;
  const { call, permit, maxTokens, mode, handle, beforeFrame } = request;
  const allowedFields = permit === undefined ? undefined : visibleFields(permit);
  return createFirewall({
    identity: { action_id: request.actionId, capability_id: capabilityIdOf(call), provenance: request.provenance },
    maxTokens,
    encoding: call.encoding ?? settings.encoding,
    loadCounter,
    alwaysExact: call.sessionId !== undefined,
    limits: displayLimits(call, mode, settings.limits),
    mode,
    streamed: call.streamed,
    query: call.query,
    maxRows: rowsToShow(request, settings.limits.max_rows),
    ...(allowedFields === undefined ? {} : { allowedFields }),
    redaction:
      permit === undefined
        ? settings.redaction
        : resultRedaction(ports, resultWith(ports, permit.capability, permit.given.sources)),
    clock,
    handle,
    isWithheld: permit === undefined ? () => false : restIsWithheld(permit),
    beforeFrame,
    stopAtBudget: call.stopAtBudget ?? false,
    ...(call.rendering === undefined ? {} : { rendering: call.rendering }),
  });
}

export function capabilityIdOf(call: Invocation): string {
  return call.authority === 'own_act' ? call.capability.capability_id : call.capabilityId;
}

/**
 * What a reader may see: a grant has combined its own list with the capability's; an own act has only the latter. Of
 * what was made of stored values that are hidden only for where they stood, it is nothing.
 */
export function visibleFields(permit: Permit): readonly string[] | undefined {
  if (permit.given.isWithheld()) {
    return [];
  }
  return (
    permit.constraints.allowed_fields ?? (permit.reason === 'own_act' ? permit.capability.allowed_fields : undefined)
  );
}

/** Whether it turned out late: then what came before may be shown and kept, and nothing more. */
export function restIsWithheld({ given }: Permit): () => boolean {
  return given.isWithheld() ? () => false : given.isWithheld;
}

/** A stream, and a result that is shown whole where it fits, are limited by their budget and by a stated number alone. */
function rowsToShow({ call, permit, mode }: FirewallRequest, limit: number): number {
  const stated = Math.min(
    call.maxRows ?? Number.POSITIVE_INFINITY,
    permit?.constraints.max_rows ?? Number.POSITIVE_INFINITY,
  );
  return isBoundByBudget(call, mode) ? stated : Math.min(stated, limit, permit?.rowCap ?? limit);
}

/** The defaults bind tables, summaries and what a stream shows once it is trimmed. */
function displayLimits(call: Invocation, mode: ResponseMode | undefined, defaults: DisplayLimits): DisplayLimits {
  const unlimited = {
    max_rows: Number.POSITIVE_INFINITY,
    max_fields: Number.POSITIVE_INFINITY,
    max_chars: Number.POSITIVE_INFINITY,
    max_depth: Number.POSITIVE_INFINITY,
  };
  const limits = !call.streamed && isBoundByBudget(call, mode) ? unlimited : defaults;
  return {
    ...limits,
    max_fields: Math.min(limits.max_fields, call.maxFields ?? limits.max_fields),
    max_chars: Math.min(limits.max_chars, call.maxChars ?? limits.max_chars),
  };
}

function isBoundByBudget(call: Invocation, mode: ResponseMode = 'auto'): boolean {
  return call.streamed || mode === 'auto' || mode === 'raw';
}
