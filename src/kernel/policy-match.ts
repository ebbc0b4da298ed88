import type { Capability } from '../contract/capability.js';
import type { Denial, PolicyRequest } from '../contract/grant.js';
import type { PolicyMatch } from '../contract/policy-rule.js';
import type { Principal } from '../contract/principal.js';
import { justificationDenial, rolesLine } from './policy.js';

/** Whether a rule is about this capability at all. */
export function fitsCapability(match: PolicyMatch, capability: Capability): boolean {
  return (
    (match.safety_class?.includes(capability.safety_class) ?? true) &&
    (match.sensitivity?.includes(capability.sensitivity) ?? true) &&
    (match.capability?.some((pattern) => matchesGlob(pattern, capability.capability_id)) ?? true)
  );
}

/** The conditions of a rule that the principal or its request does not meet. */
export function failedConditions(match: PolicyMatch, request: PolicyRequest): readonly Denial[] {
  const { principal, intent } = request;
  return [
    ...failed(match.principal?.includes(principal.principal_id), PRINCIPAL),
    ...failed(
      match.roles?.some((role) => principal.roles.includes(role)),
      roleDenial(principal, match.roles),
    ),
    ...memberDenials(match.attributes, principal.attributes, 'attribute'),
    ...justificationDenial(request.justification, match.min_justification ?? 0),
    ...failed(
      match.intent?.some((name) => name === intent),
      INTENT,
    ),
    ...memberDenials(match.scope, request.scope ?? {}, 'scope'),
  ];
}

const PRINCIPAL: Denial = {
  reason: 'missing_role',
  message: 'the policy allows this to other principals only',
  remedy: 'act as a principal that the policy names',
};

const INTENT: Denial = {
  reason: 'intent_not_allowed',
  message: 'the policy does not allow this intent',
  remedy: 'state an intent that the policy names',
};

function roleDenial(principal: Principal, roles: readonly string[] = []): Denial {
  const wanted = `the role ${roles.join(' or ')}`;
  const remedy = `act as a principal with ${wanted}, in the config: ${rolesLine(principal, roles)}`;
  return { reason: 'missing_role', message: `the policy asks for ${wanted}`, remedy };
}

/** Only a condition that was stated can fail. */
function failed(met: boolean | undefined, denial: Denial): readonly Denial[] {
  return met === false ? [denial] : [];
}

function memberDenials(
  wanted: Readonly<Record<string, string>> | undefined,
  actual: Readonly<Record<string, string>>,
  kind: 'attribute' | 'scope',
): readonly Denial[] {
  return Object.entries(wanted ?? {})
    .filter(([key, value]) => !Object.hasOwn(actual, key) || (value !== '*' && actual[key] !== value))
    .map(([key]) => ({
      reason: kind === 'attribute' ? 'missing_attribute' : 'scope_not_allowed',
      message: kind === 'attribute' ? `the policy asks for the attribute ${key}` : `the policy limits the scope ${key}`,
      remedy:
        kind === 'attribute'
          ? `act as a principal whose attribute ${key} the policy names`
          : `ask for a scope ${key} that the policy names`,
    }));
}

/** `*` stands for any characters, also none. Each part is searched once, from left to right. */
function matchesGlob(pattern: string, id: string): boolean {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) {
    return id === pattern;
  }
  if (!id.startsWith(start) || id.length < start.length + end.length || !id.endsWith(end)) {
    return false;
  }
  let from = start.length;
  for (const part of rest) {
    const found = id.indexOf(part, from);
    if (found < 0) {
      return false;
    }
    from = found + part.length;
  }
  return from <= id.length - end.length;
}
