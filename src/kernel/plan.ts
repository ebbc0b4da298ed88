import type { ResponseMode } from '../contract/frame.js';
import type { InvokeRequest, Plan } from '../contract/kernel.js';
import { escalateMode } from './budget-ledger.js';
import { decide } from './grants.js';
import type { KernelPorts } from './ports.js';
import { planRoute } from './router.js';
import { safeError } from './safe-error.js';
import { resolveArguments } from './stored-arguments/resolve.js';

/** What an invocation would do: the same steps as the real one, stopped before the driver; nothing is consumed. */
export async function plan(
  ports: KernelPorts,
  request: Omit<InvokeRequest, 'capabilityToken'> & { readonly streamed: boolean },
): Promise<Plan> {
  const { principal, capabilityId, args, justification, sessionId } = request;
  const capability = await ports.registry.get(capabilityId);
  const decision = await decide(ports, {
    principal,
    capabilityId,
    ...(justification === undefined ? {} : { justification }),
  });
  const errors = await argumentErrors(ports, { capability, principal, args });
  const session = sessionId === undefined ? undefined : await ports.stores.sessions.get(sessionId);
  const isOwn = session?.principal_id === principal.principal_id;
  const left =
    session !== undefined && isOwn ? Math.max(0, session.total - session.used - session.reserved) : undefined;
  const [binding = capability.driver] = planRoute(capability);
  const want = request.maxTokens ?? ports.settings.maxTokens;
  const asked = request.mode ?? (request.streamed ? 'raw' : 'auto');
  const affordable = left === undefined || session === undefined ? asked : escalateMode(asked, left / session.total);
  return {
    capability_id: capabilityId,
    principal_id: principal.principal_id,
    driver_id: binding.driver_id,
    operation: binding.operation,
    mode: effectiveMode(affordable, request, principal.roles),
    decision,
    args_valid: errors.length === 0,
    args_errors: errors,
    budget_total: left === undefined ? want : Math.min(want, left),
    ...(left === undefined ? {} : { session_remaining: left }),
  };
}

/** References are followed here too, to say whether what they lead to fits; nothing of it is kept. */
async function argumentErrors(
  ports: KernelPorts,
  call: Parameters<typeof resolveArguments>[1],
): Promise<readonly string[]> {
  try {
    return (await resolveArguments(ports, call)).problems;
  } catch (error) {
    return [safeError(error, ports.settings.redaction).message];
  }
}

function effectiveMode(
  mode: ResponseMode,
  request: { readonly streamed: boolean; readonly mode?: ResponseMode },
  roles: readonly string[],
): Plan['mode'] {
  if (mode !== 'raw') {
    return mode;
  }
  if (request.streamed && request.mode !== 'raw') {
    return 'stream';
  }
  return roles.includes('admin') ? 'raw' : request.streamed ? 'stream' : 'summary';
}
