import type { RedactionSettings } from './redaction.js';

export type SafetyClass = 'READ' | 'WRITE' | 'DESTRUCTIVE';
export type Sensitivity = 'NONE' | 'PII' | 'PCI' | 'SECRETS';

/** The driver that executes a capability, and what it is to do. Never taken from arguments. */
export interface DriverBinding {
  readonly driver_id: string;
  readonly operation: string;
  /** Driver settings from the registered capability, for example a module's path or a root folder. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Why something cannot be used, and what to do about it. Both texts are safe for a model. */
export interface SwitchedOff {
  readonly message: string;
  readonly remedy: string;
}

/** A registered, auditable action. `params` is a JSON Schema (2020-12) for the arguments object. */
export interface Capability {
  /** `domain.verb_noun` */
  readonly capability_id: string;
  readonly name: string;
  readonly description: string;
  readonly safety_class: SafetyClass;
  readonly sensitivity: Sensitivity;
  /** Dotted paths; when set, all other fields are dropped, whatever the sensitivity. */
  readonly allowed_fields?: readonly string[];
  readonly tags: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly driver: DriverBinding;
  /** Tried in order when `driver` fails; only for READ or idempotent capabilities. */
  readonly fallbacks?: readonly DriverBinding[];
  readonly idempotent?: boolean;
  readonly accepts_handles?: boolean;
  /** On top of the settings for all; where the sensitivity is not NONE, they can only add. */
  readonly redaction?: RedactionSettings;
  /** Listed but refused to everybody, whatever the policy says. */
  readonly switched_off?: SwitchedOff;
}
