import type { Config } from '../config/config.js';
import { type CallRatesOf, NO_CALL_LIMIT } from '../contract/grant.js';
import { createDeclarativePolicy } from '../kernel/declarative-policy.js';
import { createDefaultPolicy, type Policy } from '../kernel/policy.js';

/** The policy of a config: its rules, and the usual one for what no rule names. */
export function choosePolicy(config: Config): Policy {
  const { rules, default: fallback } = config.policy;
  const rates = callRates(config);
  const base = createDefaultPolicy(rates);
  return rules.length === 0 ? base : createDeclarativePolicy(rules, { default: fallback, base, rates });
}

const NO_LIMIT = { READ: NO_CALL_LIMIT, WRITE: NO_CALL_LIMIT, DESTRUCTIVE: NO_CALL_LIMIT };

export function callRates({ policy: { calls_per_minute: rates, free_servers: free = [] } }: Config): CallRatesOf {
  return (capabilityId) => (free.some((server) => capabilityId.startsWith(`${server}.`)) ? NO_LIMIT : rates);
}
