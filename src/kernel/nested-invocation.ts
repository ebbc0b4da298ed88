import type { InvokeCapability } from '../contract/driver.js';
import { KernelError } from '../contract/errors.js';
import type { GrantConstraints } from '../contract/grant.js';
import type { InvokeRun } from '../contract/kernel.js';
import type { Invocation, Permit } from './admission.js';
import { grant } from './grants.js';
import type { KernelPorts } from './ports.js';

interface Nesting {
  readonly ports: KernelPorts;
  /** The invocation whose driver asks. */
  readonly call: Invocation;
  readonly actionId: string;
  readonly permit: Permit;
  readonly start: (ports: KernelPorts, call: Invocation) => InvokeRun;
}

const MAX_DEPTH = 4;

/**
 * How a driver calls another capability as a part of its call: for the same principal and session, with a grant of its
 * own that policy has to give, firewalled and traced like any other. It shows no more rows than its parent may, and hides what
 * is hidden in the stored results that its parent was given.
 */
export function nestedInvocation({ ports, call, actionId, permit, start }: Nesting): InvokeCapability {
  const { principal, sessionId, justification, encoding, keep } = call;
  const depth = (call.parent?.depth ?? 0) + 1;
  return async ({ capabilityId, args, signal }) => {
    if (depth > MAX_DEPTH) {
      throw new KernelError('LIMIT_REACHED', `capabilities call each other more than ${MAX_DEPTH} deep`, {
        hint: 'a capability that calls itself never ends: see the tools of the runners in the config',
      });
    }
    const why = justification === undefined ? {} : { justification };
    const { capability_token: capabilityToken } = await grant(ports, {
      principal,
      capabilityId,
      constraints: inherited(permit),
      ...why,
    });
    const { final_frame: frame, error } = await start(ports, {
      authority: 'token',
      streamed: false,
      principal,
      capabilityId,
      capabilityToken,
      args,
      signal,
      parent: { action_id: actionId, depth, sources: permit.given.sources },
      ...why,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(encoding === undefined ? {} : { encoding }),
      ...(keep === undefined ? {} : { keep }),
    }).result;
    if (frame === undefined) {
      throw error ?? new KernelError('INTERNAL', 'the invocation ended without a frame');
    }
    return frame;
  };
}

/** The rest of a capability token speaks of the arguments and fields of its own capability. */
function inherited({ constraints: { max_rows, session_id }, given }: Permit): GrantConstraints {
  return {
    ...(given.isWithheld() ? { allowed_fields: [] } : {}),
    ...(max_rows === undefined ? {} : { max_rows }),
    ...(session_id === undefined ? {} : { session_id }),
  };
}
