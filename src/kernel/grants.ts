import type { Grant, PolicyDecision } from '../contract/grant.js';
import type { GrantRequest } from '../contract/kernel.js';
import { takeRate } from './admission.js';
import { grantCaveats } from './caveats.js';
import { DEFAULT_TTL_S } from './policy.js';
import { denialError } from './policy-explain.js';
import type { KernelPorts } from './ports.js';
import { endOf, safeError } from './safe-error.js';
import { withScope } from './scope.js';
import { switchedOffDenial } from './switched-off.js';
import { writeTrace } from './tracer.js';

/** Asks the policy and, if it allows, returns a grant with its capability token. One trace either way. */
export async function grant(ports: KernelPorts, request: GrantRequest): Promise<Grant> {
  const startedMs = ports.clock.monotonic();
  const startedAt = new Date(ports.clock.now()).toISOString();
  const { principal, capabilityId, justification } = request;
  const draft = {
    action_id: ports.newId('a'),
    event: 'grant' as const,
    principal_id: principal.principal_id,
    capability_id: capabilityId,
    ...(justification === undefined ? {} : { justification }),
    started_at: startedAt,
  };
  try {
    const { made, decision } = await makeGrant(ports, request);
    const allowed = { grant_id: made.grant_id, outcome: 'completed' as const, reason: decision.reason };
    await writeTrace(ports, { ...draft, ...allowed }, startedMs);
    return made;
  } catch (error) {
    const safe = safeError(error, ports.settings.redaction);
    await writeTrace(ports, { ...draft, ...endOf(safe) }, startedMs);
    throw safe;
  }
}

async function makeGrant(
  ports: KernelPorts,
  request: GrantRequest,
): Promise<{ made: Grant; decision: Extract<PolicyDecision, { allowed: true }> }> {
  const { principal, capabilityId } = request;
  const decision = await decide(ports, request);
  if (!decision.allowed) {
    throw denialError(decision);
  }
  await takeRate(ports, `grant:${principal.principal_id}:${capabilityId}`, decision.rate_limit);
  const now = ports.clock.now();
  const expiresAt = Math.floor(now / 1000) + (decision.ttl_s ?? DEFAULT_TTL_S);
  const grantId = ports.newId('g');
  const issuedAt = await ports.stores.revocations.issue({
    grantId,
    principalId: principal.principal_id,
    now: new Date(now).toISOString(),
    expiresAt: new Date(expiresAt * 1000).toISOString(),
  });
  const caveats = grantCaveats({
    principalId: principal.principal_id,
    capabilityId,
    expiresAt,
    constraints: decision.constraints,
  });
  const made: Grant = {
    grant_id: grantId,
    principal_id: principal.principal_id,
    capability_id: capabilityId,
    capability_token: ports.tokens.mint({ grantId, issuedAtMs: Date.parse(issuedAt), caveats }),
    constraints: decision.constraints,
    reason: decision.reason,
    expires_at: new Date(expiresAt * 1000).toISOString(),
  };
  return { made, decision };
}

/** Every condition that a grant would fail; consumes nothing. */
export async function decide(ports: KernelPorts, request: GrantRequest): Promise<PolicyDecision> {
  const { principal, capabilityId, justification, intent, scope, constraints, ttlS } = request;
  const capability = await ports.registry.get(capabilityId);
  const off = switchedOffDenial(capability);
  if (off !== undefined) {
    return { allowed: false, denials: [off] };
  }
  const decision = ports.policy.decide({
    principal,
    capability,
    ...(justification === undefined ? {} : { justification }),
    ...(intent === undefined ? {} : { intent }),
    ...(scope === undefined ? {} : { scope }),
    ...(constraints === undefined ? {} : { constraints }),
    ...(ttlS === undefined ? {} : { ttl_s: ttlS }),
  });
  return decision.allowed ? { ...decision, constraints: withScope(capability, scope, decision.constraints) } : decision;
}
