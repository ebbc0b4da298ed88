import type { Capability } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';
import {
  type AllowReason,
  type GrantConstraints,
  NO_CALL_LIMIT,
  type PolicyRequest,
  USUAL_CALL_RATES,
} from '../contract/grant.js';
import type { HandleRecord } from '../contract/handle.js';
import type { InvokeRequest, OwnActRequest } from '../contract/kernel.js';
import { checkArgumentLimits } from './argument-limits.js';
import { checkOutput } from './check-output.js';
import { checkMemoryScope } from './memory.js';
import { allowanceFor, MAX_TTL_S } from './policy.js';
import { refuse } from './policy-explain.js';
import type { KernelPorts } from './ports.js';
import { checkRevocation } from './revocation.js';
import { type ResolvedArguments, resolveArguments } from './stored-arguments/resolve.js';
import { switchedOffDenial } from './switched-off.js';

/** Leave to run one capability once, and what it narrows. */
export interface Permit {
  readonly capability: Capability;
  readonly constraints: GrantConstraints;
  /** Rows a table or page may show when the constraints do not say. */
  readonly rowCap: number;
  readonly reason: AllowReason;
  readonly grantId?: string;
  readonly grantedAt?: string;
  /** What the driver is given. */
  readonly given: ResolvedArguments;
}

export type Invocation = (
  | ({ readonly authority: 'token' } & InvokeRequest)
  | ({ readonly authority: 'own_act' } & OwnActRequest)
) & {
  readonly streamed: boolean;
  /** Set when a driver calls this as a part of its own call. */
  readonly parent?: {
    readonly action_id: string;
    readonly depth: number;
    /** Where values come from that its own arguments hold, and that it may pass on. */
    readonly sources: readonly HandleRecord[];
  };
};

/** Everything that must hold before a driver is opened: proof, revocation, arguments, rate, number of calls. */
export async function admit(ports: KernelPorts, call: Invocation): Promise<Permit> {
  checkOutput(call, false);
  if (call.stopAtBudget === true && !call.streamed) {
    throw new KernelError('USAGE', 'only a stream can be stopped at its budget', {
      hint: 'ask for a stream, or leave --stop-at-budget out',
    });
  }
  return call.authority === 'own_act' ? admitOwnAct(ports, call) : admitToken(ports, call);
}

async function admitOwnAct(ports: KernelPorts, call: Invocation & OwnActRequest): Promise<Permit> {
  if (!ports.settings.allowOwnActs) {
    throw new KernelError('POLICY_DENIED', 'running commands and pipes is switched off here', {
      hint: 'the config says exec: false',
      details: { reason: 'exec_disabled' },
    });
  }
  const { capability, principal } = call;
  const given = await checkedArguments(ports, capability, call);
  const rowCap = allowanceOf(ports, { principal, capability }).row_cap;
  return { capability, constraints: {}, rowCap, reason: 'own_act', given };
}

async function admitToken(ports: KernelPorts, call: Invocation & InvokeRequest): Promise<Permit> {
  const { principal, args } = call;
  const now = ports.clock.now();
  const proof = ports.tokens.verify(call.capabilityToken, {
    now,
    principalId: principal.principal_id,
    capabilityId: call.capabilityId,
    ...(call.sessionId === undefined ? {} : { sessionId: call.sessionId }),
  });
  const grantedAt = new Date(proof.issuedAtMs).toISOString();
  await checkRevocation(ports, { grantId: proof.grantId, principalId: principal.principal_id, issuedAt: grantedAt });
  const capability = await ports.registry.get(call.capabilityId);
  const off = switchedOffDenial(capability);
  if (off !== undefined) {
    throw refuse(off);
  }
  checkMemoryScope(ports, capability, call);
  await checkArgumentLimits(ports, { capability, args, limits: proof.argLimits });
  const given = await checkedArguments(ports, capability, call);
  const allowance = allowanceOf(ports, { principal, capability });
  await takeRate(ports, `invoke:${principal.principal_id}:${capability.capability_id}`, allowance.rate_limit);
  const { max_calls: maxCalls } = proof.constraints;
  if (maxCalls !== undefined && !(await ports.stores.calls.take(proof.grantId, maxCalls))) {
    throw new KernelError(
      'POLICY_DENIED',
      `the capability token was good for ${maxCalls} calls, and they are used up`,
      { hint: 'ask for a new grant', details: { reason: 'calls_used_up' } },
    );
  }
  return {
    capability,
    constraints: proof.constraints,
    rowCap: allowance.row_cap,
    reason: 'token_verified',
    grantId: proof.grantId,
    grantedAt,
    given,
  };
}

function allowanceOf({ settings }: KernelPorts, request: Pick<PolicyRequest, 'principal' | 'capability'>) {
  return allowanceFor(request, { maxTtlS: MAX_TTL_S, rates: settings.callRates ?? USUAL_CALL_RATES });
}

const MOST_PROBLEMS = 5;

async function checkedArguments(
  ports: KernelPorts,
  capability: Capability,
  { principal, args, parent }: Invocation,
): Promise<ResolvedArguments> {
  const given = await resolveArguments(ports, { capability, principal, args });
  if (given.problems.length > 0) {
    // All at once: a model that mends one at a time calls as often.
    throw new KernelError('USAGE', given.problems.slice(0, MOST_PROBLEMS).join('; '), {
      hint: `akernel capabilities show ${capability.capability_id} lists its arguments`,
    });
  }
  return parent === undefined ? given : { ...given, sources: [...given.sources, ...parent.sources] };
}

/** Takes one call out of a rate window, or refuses. */
export async function takeRate(
  ports: KernelPorts,
  key: string,
  rule: { readonly limit: number; readonly window_ms: number },
): Promise<void> {
  const { limit, window_ms: windowMs } = rule;
  if (limit >= NO_CALL_LIMIT) {
    return;
  }
  if (!(await ports.stores.rates.admit(key, { limit, windowMs, now: ports.clock.now() }))) {
    const reason = key.startsWith('invoke:') ? 'invoke_rate_limited' : 'rate_limited';
    throw new KernelError('POLICY_DENIED', `more than ${limit} calls in ${windowMs / 1000} seconds are not allowed`, {
      hint: 'wait a little, or act as a principal with the role service',
      details: { reason },
    });
  }
}
