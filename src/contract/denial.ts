import type { ErrorCode, KernelError } from './errors.js';

/** Why something was refused; stable, for programs and traces. */
export const DENIAL_REASONS = [
  'missing_role',
  'missing_tenant_attribute',
  'missing_attribute',
  'insufficient_justification',
  'invalid_constraint',
  'ttl_exceeded',
  'arg_constraint_violation',
  'rate_limited',
  'invoke_rate_limited',
  'calls_used_up',
  'no_matching_rule',
  'explicit_deny_rule',
  'intent_not_allowed',
  'scope_not_allowed',
  'handle_constraint_violation',
  'handle_principal_mismatch',
  'memory_write_requires_writer',
  'memory_sensitive_read_denied',
  'handles_not_accepted',
  'exec_disabled',
  'capability_switched_off',
  'outside_root',
  'address_not_allowed',
  'other_origin',
  'token_rejected',
  'token_expired',
  'token_revoked',
  'driver_refused',
  'not_approved',
] as const;

export type DenialReason = (typeof DENIAL_REASONS)[number];

const REASON_OF_CODE: Readonly<Partial<Record<ErrorCode, DenialReason>>> = {
  TOKEN_REJECTED: 'token_rejected',
  TOKEN_EXPIRED: 'token_expired',
  TOKEN_REVOKED: 'token_revoked',
  /** Of a driver that gives no reason of its own. */
  POLICY_DENIED: 'driver_refused',
};

/** The reason of an error that refuses; undefined of any other. */
export function denialReason({ code, details }: KernelError): DenialReason | undefined {
  const usual = REASON_OF_CODE[code];
  return usual && (DENIAL_REASONS.find((reason) => reason === details?.['reason']) ?? usual);
}
