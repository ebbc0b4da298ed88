import type { HandleInfo, Provenance, ResponseMode } from '../contract/frame.js';
import { createFirewall, type Firewall } from '../firewall/firewall.js';
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
  const { max_fields, max_chars } = settings.limits;
  return createFirewall({
    identity: { action_id: request.actionId, capability_id: capabilityIdOf(call), provenance: request.provenance },
    maxTokens,
    encoding: call.encoding ?? settings.encoding,
    loadCounter,
    alwaysExact: call.sessionId !== undefined,
    limits: {
      ...settings.limits,
      max_fields: Math.min(max_fields, call.maxFields ?? max_fields),
      max_chars: Math.min(max_chars, call.maxChars ?? max_chars),
    },
    mode,
    streamed: call.streamed,
    maxRows: rowsToShow(call, permit, settings.limits.max_rows),
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

/** A stream without a stated number is limited by its budget alone. */
function rowsToShow(call: Invocation, permit: Permit | undefined, limit: number): number {
  const stated = Math.min(
    call.maxRows ?? Number.POSITIVE_INFINITY,
    permit?.constraints.max_rows ?? Number.POSITIVE_INFINITY,
  );
  return call.streamed ? stated : Math.min(stated, limit, permit?.rowCap ?? limit);
}
