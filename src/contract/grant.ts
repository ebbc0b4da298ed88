import type { SafetyClass } from './capability.js';
import type { DenialReason } from './denial.js';

/** What a grant narrows. Absent means not narrowed. */
export interface GrantConstraints {
  readonly max_rows?: number;
  readonly allowed_fields?: readonly string[];
  readonly args?: ArgConstraints;
  readonly max_calls?: number;
  readonly session_id?: string;
}

export interface ArgConstraints {
  readonly allowed_keys?: readonly string[];
  /** The argument must be present and deeply equal. */
  readonly pinned?: Readonly<Record<string, unknown>>;
  /** The argument must be a string that starts so. */
  readonly prefix?: Readonly<Record<string, string>>;
}

export type AllowReason =
  | 'default_policy_allow'
  | 'rule_allow'
  | 'default_fallthrough_allow'
  | 'token_verified'
  | 'own_act';

/** One failed condition and what would mend it. */
export interface Denial {
  readonly reason: DenialReason;
  readonly message: string;
  readonly remedy: string;
}

export interface PolicyRequest {
  readonly principal: import('./principal.js').Principal;
  readonly capability: import('./capability.js').Capability;
  readonly justification?: string;
  readonly intent?: string;
  readonly scope?: Readonly<Record<string, string>>;
  readonly constraints?: GrantConstraints;
  readonly ttl_s?: number;
}

/** A policy's answer. `denials` holds every failed condition, in order; the first one is the reason given. */
export type PolicyDecision =
  | {
      readonly allowed: true;
      readonly reason: AllowReason;
      /** The request's constraints, narrowed; never wider than what was asked. */
      readonly constraints: GrantConstraints;
      /** Rows one table or page may show when the constraints do not say. */
      readonly row_cap: number;
      /** Calls per window, enforced at grant and at invoke. */
      readonly rate_limit: RateLimit;
      /** Lifetime of the grant: what was asked for, or the default. */
      readonly ttl_s?: number;
      readonly rule?: string;
    }
  | { readonly allowed: false; readonly denials: readonly [Denial, ...Denial[]]; readonly rule?: string };

/** How often one principal may call one capability in a minute, by its safety class; the role `service` ten times as often. */
export type CallRates = Readonly<Record<SafetyClass, number>>;

export const DEFAULT_CALL_RATES: CallRates = { READ: 60, WRITE: 10, DESTRUCTIVE: 2 };

/** The rates of one capability, by its id. */
export type CallRatesOf = (capabilityId: string) => CallRates;

/** So many calls in a window are no limit: no machine makes them, and they are not counted. */
export const NO_CALL_LIMIT = 1e6;

export const USUAL_CALL_RATES: CallRatesOf = () => DEFAULT_CALL_RATES;

export interface RateLimit {
  readonly limit: number;
  readonly window_ms: number;
}

/** The result of a successful grant. `capability_token` is a secret. */
export interface Grant {
  readonly grant_id: string;
  readonly principal_id: string;
  readonly capability_id: string;
  readonly capability_token: string;
  readonly constraints: GrantConstraints;
  readonly reason: AllowReason;
  readonly expires_at: string;
}
