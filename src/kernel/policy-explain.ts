import { KernelError } from '../contract/errors.js';
import type { Denial, PolicyDecision } from '../contract/grant.js';

type Refusal = Extract<PolicyDecision, { readonly allowed: false }>;

/** The error of a refused request: the first failed condition is the message, the remedies are the hint. */
export function denialError(refusal: Pick<Refusal, 'denials' | 'rule'>): KernelError {
  const [first] = refusal.denials;
  return new KernelError('POLICY_DENIED', first.message, {
    hint: [...new Set(refusal.denials.map((denial) => denial.remedy))].join('; '),
    details: {
      reason: first.reason,
      reasons: refusal.denials.map((denial) => denial.reason),
      ...(refusal.rule !== undefined && { rule: refusal.rule }),
    },
  });
}

/** A refusal that was found outside the rules, for example a rate limit. */
export function refuse(denial: Denial): KernelError {
  return denialError({ denials: [denial] });
}

/** A decision in fragments, one for each thing worth knowing. */
export function explainDecision(decision: PolicyDecision): readonly string[] {
  const rule = decision.rule === undefined ? [] : [`decided by the rule ${decision.rule}`];
  if (!decision.allowed) {
    return [...rule, ...decision.denials.map((denial) => `${denial.reason}: ${denial.message}; ${denial.remedy}`)];
  }
  const { constraints, rate_limit: rate, row_cap: rowCap, ttl_s: ttlS } = decision;
  return [
    `${decision.reason}: the request is allowed`,
    ...rule,
    `a page shows at most ${Math.min(rowCap, constraints.max_rows ?? rowCap)} rows`,
    ...(constraints.allowed_fields === undefined ? [] : [fieldSentence(constraints.allowed_fields)]),
    ...(constraints.max_calls === undefined ? [] : [`it can be called ${constraints.max_calls} times`]),
    `at most ${rate.limit} calls in ${rate.window_ms / 1000} seconds`,
    ...(ttlS === undefined ? [] : [`the grant ends after ${ttlS} seconds`]),
  ];
}

function fieldSentence(fields: readonly string[]): string {
  return fields.length === 0 ? 'no fields are shown' : `only these fields are shown: ${fields.join(', ')}`;
}
