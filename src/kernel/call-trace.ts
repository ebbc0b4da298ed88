import type { Capability } from '../contract/capability.js';
import type { KernelError } from '../contract/errors.js';
import type { Invocation } from './admission.js';
import type { TraceDraft } from './finish-trace.js';
import { isJsonObject } from './json-values.js';
import { capabilityIdOf } from './open-firewall.js';
import { isMemory } from './policy.js';
import type { Registry } from './registry.js';
import { endOf } from './safe-error.js';
import { referencesIn } from './stored-arguments/reference.js';

type CallPart =
  | 'event'
  | 'parent_action_id'
  | 'principal_id'
  | 'capability_id'
  | 'args'
  | 'args_from'
  | 'session_id'
  | 'streamed'
  | 'justification'
  | 'approved_by'
  | 'outcome'
  | 'reason'
  | 'error';

/** What the trace of an action says of the call itself, and of how it ended. */
export function callPart(
  call: Invocation,
  capability: Capability | undefined,
  failure: KernelError | undefined,
): Pick<TraceDraft, CallPart> {
  const { parent } = call;
  return {
    event: 'invoke',
    ...(parent === undefined ? {} : { parent_action_id: parent.action_id }),
    principal_id: call.principal.principal_id,
    capability_id: capabilityIdOf(call),
    ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
    streamed: call.streamed,
    ...argumentsPart(call, capability),
    ...endPart(failure, capability),
    ...(call.justification === undefined ? {} : { justification: call.justification }),
    ...(call.approvedBy === undefined ? {} : { approved_by: call.approvedBy }),
  };
}

/** How the call ended. A driver's words may repeat what an agent remembers, and so are in no trace either. */
function endPart(
  failure: KernelError | undefined,
  capability: Capability | undefined,
): Pick<TraceDraft, 'outcome' | 'reason' | 'error'> {
  const end = endOf(failure);
  return end.error === undefined || capability === undefined || !isMemory(capability)
    ? end
    : { ...end, error: { code: end.error.code, message: 'the reason is left out: it may repeat what is remembered' } };
}

/**
 * What a driver passes on to another capability may be stored values, which are in no trace; references are. Nor is what
 * an agent remembers, or may be that, when the call was refused before its capability was known.
 */
function argumentsPart(call: Invocation, capability: Capability | undefined): Pick<TraceDraft, 'args' | 'args_from'> {
  const from = referencesIn(call.args);
  return { args: shownArgs(call, capability), ...(from.length === 0 ? {} : { args_from: from }) };
}

function shownArgs({ args, parent }: Invocation, capability: Capability | undefined): TraceDraft['args'] & object {
  if (parent !== undefined && parent.sources.length > 0) {
    return { omitted: 'stored values may be among them' };
  }
  if (capability === undefined || isMemory(capability)) {
    return {
      omitted: `arguments of ${capability === undefined ? 'an unknown capability' : 'memory'}`,
      names: Object.keys(isJsonObject(args) ? args : {}),
    };
  }
  return args;
}

/** Of a call that was refused before its capability was asked for; what is not loaded is not loaded for its trace. */
export function knownCapability(registry: Registry, call: Invocation): Capability | undefined {
  return call.authority === 'own_act'
    ? call.capability
    : registry.list().find(({ capability_id: id }) => id === call.capabilityId);
}
