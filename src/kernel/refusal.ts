import type { RefusalRequest } from '../contract/kernel.js';
import type { KernelPorts } from './ports.js';
import { endOf, safeError } from './safe-error.js';
import { writeTrace } from './tracer.js';

/** Leaves the trace of an action that was refused before it could be asked for, such as a command line with a mistake. */
export async function recordRefusal(ports: KernelPorts, refusal: RefusalRequest): Promise<void> {
  const { event, principal, capabilityId, handleId, sessionId, approvedBy } = refusal;
  const error = safeError(refusal.error, ports.settings.redaction);
  const trace = {
    action_id: ports.newId('a'),
    event,
    principal_id: principal.principal_id,
    ...(capabilityId === undefined ? {} : { capability_id: capabilityId }),
    ...(handleId === undefined ? {} : { handle_id: handleId }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(approvedBy === undefined ? {} : { approved_by: approvedBy }),
    ...endOf(error),
    started_at: new Date(ports.clock.now()).toISOString(),
  };
  await writeTrace(ports, trace, ports.clock.monotonic());
}
