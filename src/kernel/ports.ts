import type { DisplayLimits, Encoding, LoadTokenCounter } from '../contract/budget.js';
import type { Clock } from '../contract/clock.js';
import type { Driver } from '../contract/driver.js';
import type { CallRatesOf } from '../contract/grant.js';
import type { Observer } from '../contract/observer.js';
import type { Stores } from '../contract/stores.js';
import type { Telemetry } from '../contract/telemetry.js';
import type { TraceCaps } from '../contract/trace.js';
import type { RedactionOptions } from '../firewall/find/redactor.js';
import type { RedactionPlan } from '../firewall/settings/redaction-plan.js';
import type { ArgumentValidator } from './argument-validation.js';
import type { CapabilityTokens } from './capability-tokens.js';
import type { Policy } from './policy.js';
import type { Registry } from './registry.js';

/** Everything a kernel needs from outside. `runtime.ts` gives the real parts, tests give theirs. */
export interface KernelPorts {
  readonly registry: Registry;
  readonly policy: Policy;
  readonly tokens: CapabilityTokens;
  readonly validator: ArgumentValidator;
  readonly stores: Stores;
  /** The driver with this id, made when it is first asked for. */
  readonly driver: (driverId: string) => Promise<Driver | undefined>;
  readonly loadCounter: LoadTokenCounter;
  readonly clock: Clock;
  readonly newId: (kind: IdKind) => string;
  readonly observer?: Observer;
  readonly telemetry?: Telemetry;
  readonly settings: KernelSettings;
}

/** `a_` action, `h_` handle, `s_` session, `g_` grant, `r_` reservation. */
export type IdKind = 'a' | 'h' | 's' | 'g' | 'r';

export interface KernelSettings {
  readonly limits: DisplayLimits;
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly timeoutMs?: number;
  /** The defaults where it does not say. */
  readonly callRates?: CallRatesOf;
  readonly handleTtlMs: number;
  /** Of traces and errors, and of results where `redactionOf` does not say otherwise. */
  readonly redaction: RedactionOptions;
  /** Of the results of a capability, also when they are read again later. */
  readonly redactionOf?: RedactionPlan['of'];
  /** What the handle of a result keeps, so that `redactionOf` hides no less later. */
  readonly redactionToKeep?: RedactionPlan['toKeep'];
  /** What of the audit trail is kept. */
  readonly audit: TraceCaps;
  /** false: `pipe` and `exec` are refused. */
  readonly allowOwnActs: boolean;
}
