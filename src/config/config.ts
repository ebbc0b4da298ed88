import type { AgentEntry } from '../contract/agent.js';
import {
  DEFAULT_BUDGET,
  DEFAULT_ENCODING,
  DEFAULT_LIMITS,
  type DisplayLimits,
  type Encoding,
} from '../contract/budget.js';
import type { Capability, SwitchedOff } from '../contract/capability.js';
import type { DatabaseConfig, ServerConfig } from '../contract/driver-options/databases.js';
import type { McpServerConfig } from '../contract/driver-options/mcp-servers.js';
import { type CallRates, DEFAULT_CALL_RATES } from '../contract/grant.js';
import { DEFAULT_HOOKS, type HookSettings } from '../contract/hook-settings.js';
import type { PolicyRule } from '../contract/policy-rule.js';
import type { Principal } from '../contract/principal.js';
import type { RedactionSettings } from '../contract/redaction.js';
import type { SegmentsConfig } from '../contract/segments-schema.js';
import { DEFAULT_STORE_LIMITS } from '../contract/stores.js';
import type { TelemetryConfig } from '../contract/telemetry-schema.js';
import { DEFAULT_TRACE_CAPS, type TraceCaps } from '../contract/trace.js';
import type { Mistake } from './mistakes.js';

/** The settings of one process after all layers were merged and checked. */
export interface Config {
  /** Who acts when `--as` does not say. */
  readonly principal: Principal;
  /** By name, for `--as`. */
  readonly principals: Readonly<Record<string, Principal>>;
  readonly budget: { readonly max_tokens: number; readonly encoding: Encoding };
  readonly limits: DisplayLimits;
  readonly store: StoreConfig;
  /** How much of the audit trail is kept. */
  readonly audit: TraceCaps;
  readonly policy: PolicyConfig;
  readonly redaction: RedactionConfig;
  /** For `akernel hook`. */
  readonly hooks: HookSettings;
  /** By name: models, how they are spoken to, and what they may use. */
  readonly agents: Readonly<Record<string, AgentEntry>>;
  /** By name, for the driver `sql`; their paths are absolute. */
  readonly databases: Readonly<Record<string, DatabaseConfig & MaybeOff>>;
  /** MCP servers by name; their tools are capabilities `<name>.<tool>`. */
  readonly mcp_servers: Readonly<Record<string, McpServerConfig & MaybeOff>>;
  /** Registered besides the built-in ones. */
  readonly capabilities: readonly Capability[];
  /** Relative paths in the options of `capabilities` start here. */
  readonly capabilities_directory: string;
  /** false forbids the shell user's own acts, `exec` and `pipe`; false in any layer wins. */
  readonly exec: boolean;
  readonly timeout_ms?: number;
  /** Where spans and metrics are sent; nowhere when absent. */
  readonly telemetry?: TelemetryConfig;
  /** What references such as `${env:NAME}` lead to, as far as it is secret; absent where nothing is. */
  readonly secrets?: readonly string[];
}

/** Something of which a reference leads to nothing has this member and no other. */
export interface MaybeOff {
  readonly switched_off?: SwitchedOff;
}

export interface RedactionConfig extends RedactionSettings {
  /** Placeholders carry marks that are equal for equal values. */
  readonly pseudonyms: boolean;
}

/** With a `url` it is one that machines share. */
export interface StoreConfig extends ServerConfig {
  /** The state directory: key files, and database and segments of an embedded store. */
  readonly directory: string;
  readonly max_entry_bytes: number;
  readonly max_total_bytes: number;
  readonly ttl_ms: number;
  /** Where a shared store keeps long results besides its database. */
  readonly segments?: SegmentsConfig | undefined;
}

export interface PolicyConfig {
  /** What holds where no rule fits. Without rules the built-in policy decides. */
  readonly default: 'allow' | 'deny';
  readonly rules: readonly PolicyRule[];
  /** Of one capability by one principal. */
  readonly calls_per_minute: CallRates;
  /** MCP servers whose tools may be called as often as anybody likes: those of a host, which asks its person itself. */
  readonly free_servers?: readonly string[];
}

export type OriginSource = 'default' | 'user' | 'project' | 'file' | 'environment';

/** Where a value came from: a layer, and the file or variable in it. */
export interface Origin {
  readonly source: OriginSource;
  readonly name?: string;
}

export interface LoadedConfig {
  readonly config: Config;
  /** Dotted path of every leaf that was set, and of every default. */
  readonly origins: Readonly<Record<string, Origin>>;
  /** The merged tree as it was written: references such as `${env:NAME}` are not resolved in it. */
  readonly written: Readonly<Record<string, unknown>>;
  /** Config files that were read, strongest first. */
  readonly files: readonly string[];
  /** References that lead to nothing; what needs them is switched off. */
  readonly unresolved: readonly Mistake[];
  /** Mistakes that do not stop a command, such as an unknown AKERNEL_ variable. */
  readonly warnings: readonly string[];
}

const DAY_MS = 86_400_000;
export const DEFAULT_TTL_MS = 7 * DAY_MS;

/** The settings of a process without any config. */
export function defaultConfig(place: { stateDirectory: string; userName: string; cwd: string }): Config {
  return {
    principal: { principal_id: place.userName, roles: ['reader'], attributes: { tenant: 'local' } },
    principals: {},
    budget: { max_tokens: DEFAULT_BUDGET, encoding: DEFAULT_ENCODING },
    limits: DEFAULT_LIMITS,
    store: { directory: place.stateDirectory, ...DEFAULT_STORE_LIMITS, ttl_ms: DEFAULT_TTL_MS },
    audit: DEFAULT_TRACE_CAPS,
    policy: { default: 'deny', rules: [], calls_per_minute: DEFAULT_CALL_RATES },
    redaction: { pseudonyms: false },
    hooks: DEFAULT_HOOKS,
    agents: {},
    databases: {},
    mcp_servers: {},
    capabilities: [],
    capabilities_directory: place.cwd,
    exec: true,
  };
}
