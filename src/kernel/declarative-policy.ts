import {
  type CallRatesOf,
  type Denial,
  type PolicyDecision,
  type PolicyRequest,
  USUAL_CALL_RATES,
} from '../contract/grant.js';
import type { PolicyRule } from '../contract/policy-rule.js';
import { capabilityLimits, narrowConstraints } from './grant-constraints.js';
import { allowanceFor, MAX_TTL_S, type Policy, requestDenials } from './policy.js';
import { failedConditions, fitsCapability } from './policy-match.js';

export interface DeclarativePolicyOptions {
  /** What happens when no rule matches. */
  readonly default: 'allow' | 'deny';
  /** Decides in place of a default of `allow`. */
  readonly base?: Policy;
  readonly rates?: CallRatesOf;
}

/**
 * Rules from the config; the first that matches wins. An allowing rule stands in for the conditions of the built-in
 * rules, but never widens: what the request narrowed, the capability's own fields, row caps and rate limits still hold.
 */
export function createDeclarativePolicy(rules: readonly PolicyRule[], options: DeclarativePolicyOptions): Policy {
  const { rates = USUAL_CALL_RATES } = options;
  const named = rules.map((rule, i) => ({ rule, name: rule.name ?? `rule ${i + 1}` }));
  return Object.freeze({
    decide: (request: PolicyRequest): PolicyDecision => {
      const match = named.find(({ rule }) => matches(rule, request));
      if (match !== undefined) {
        return match.rule.effect === 'deny' ? deniedBy(match.name) : allowedBy({ ...match, rates }, request);
      }
      if (options.default === 'deny') {
        return { allowed: false, denials: [noMatch(request), ...nearMisses(rules, request)] };
      }
      return options.base?.decide(request) ?? fallThrough(request, rates);
    },
  });
}

function matches({ match }: PolicyRule, request: PolicyRequest): boolean {
  return fitsCapability(match, request.capability) && failedConditions(match, request).length === 0;
}

function deniedBy(name: string): PolicyDecision {
  const message = `the rule ${name} of the policy denies this`;
  const remedy = 'ask whoever keeps the policy, or do it another way';
  return { allowed: false, denials: [{ reason: 'explicit_deny_rule', message, remedy }], rule: name };
}

interface MatchedRule {
  readonly rule: PolicyRule;
  readonly name: string;
  readonly rates: CallRatesOf;
}

function allowedBy({ rule: { constraints = {} }, name, rates }: MatchedRule, request: PolicyRequest): PolicyDecision {
  const maxTtlS = Math.min(MAX_TTL_S, constraints.ttl_s ?? MAX_TTL_S);
  const [first, ...more] = requestDenials(request, maxTtlS);
  if (first !== undefined) {
    return { allowed: false, denials: [first, ...more], rule: name };
  }
  const { max_rows, allowed_fields } = constraints;
  const limits = [
    { ...(max_rows !== undefined && { max_rows }), ...(allowed_fields !== undefined && { allowed_fields }) },
    ...capabilityLimits(request.capability, request.principal.roles),
  ];
  return {
    allowed: true,
    reason: 'rule_allow',
    constraints: narrowConstraints(request.constraints ?? {}, limits),
    ...allowanceFor(request, { maxTtlS, rates }),
    rule: name,
  };
}

function noMatch({ capability }: PolicyRequest): Denial {
  const rule = `{ effect: allow, match: { capability: ${capability.capability_id} } }`;
  return {
    reason: 'no_matching_rule',
    message: 'no rule of the policy allows this',
    remedy: `ask whoever keeps the policy for a rule, such as ${rule}`,
  };
}

/** What the request lacks for the rules that would allow its capability. */
function nearMisses(rules: readonly PolicyRule[], request: PolicyRequest): readonly Denial[] {
  const denials = rules
    .filter(({ effect, match }) => effect === 'allow' && fitsCapability(match, request.capability))
    .flatMap(({ match }) => failedConditions(match, request));
  return denials.filter((denial, i) => denials.findIndex((other) => other.message === denial.message) === i);
}

function fallThrough(request: PolicyRequest, rates: CallRatesOf): PolicyDecision {
  const [first, ...more] = requestDenials(request, MAX_TTL_S);
  if (first !== undefined) {
    return { allowed: false, denials: [first, ...more] };
  }
  const limits = capabilityLimits(request.capability, request.principal.roles);
  return {
    allowed: true,
    reason: 'default_fallthrough_allow',
    constraints: narrowConstraints(request.constraints ?? {}, limits),
    ...allowanceFor(request, { maxTtlS: MAX_TTL_S, rates }),
  };
}
