import type { Invocation } from './admission.js';
import { capabilityIdOf } from './open-firewall.js';
import { referencesIn } from './stored-arguments/reference.js';
import type { TraceDraft } from './tracer.js';

type CallPart =
  | 'event'
  | 'parent_action_id'
  | 'principal_id'
  | 'capability_id'
  | 'args'
  | 'args_from'
  | 'session_id'
  | 'streamed'
  | 'justification';

/** What the trace of an action says of the call itself. */
export function callPart(call: Invocation): Pick<TraceDraft, CallPart> {
  const { parent } = call;
  return {
    event: 'invoke',
    ...(parent === undefined ? {} : { parent_action_id: parent.action_id }),
    principal_id: call.principal.principal_id,
    capability_id: capabilityIdOf(call),
    ...(call.sessionId === undefined ? {} : { session_id: call.sessionId }),
    streamed: call.streamed,
    ...argumentsPart(call),
    ...(call.justification === undefined ? {} : { justification: call.justification }),
  };
}

/** What a driver passes on to another capability may be stored values, which are in no trace; references are. */
function argumentsPart({ args, parent }: Invocation): Pick<TraceDraft, 'args' | 'args_from'> {
  const from = referencesIn(args);
  return {
    args: parent === undefined || parent.sources.length === 0 ? args : { omitted: 'stored values may be among them' },
    ...(from.length === 0 ? {} : { args_from: from }),
  };
}
