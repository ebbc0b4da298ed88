import { existsSync } from 'node:fs';
import type { Config } from './config/config.js';
import { guardOwnState } from './config/own-files.js';
import type { AgentKernel } from './contract/agent.js';
import type { Encoding, TokenCounter } from './contract/budget.js';
import type { Capability } from './contract/capability.js';
import type { Driver } from './contract/driver.js';
import { KernelError } from './contract/errors.js';
import type { InClear } from './contract/in-clear.js';
import type { McpAdministration } from './contract/mcp.js';
import type { Observer } from './contract/observer.js';
import type { Principal } from './contract/principal.js';
import type { SharedRuns } from './contract/shared-runs.js';
import type { StoreAdministration } from './contract/store-status.js';
import type { Stores } from './contract/stores.js';
import type { TriedPart } from './contract/tried-part.js';
import { BUILT_IN_CAPABILITIES } from './drivers/built-in-capabilities.js';
import type { DocumentRequest } from './drivers/http/fetch-document.js';
import { createDrivers } from './drivers/index.js';
import { type LazyMcpServers, lazyMcpServers } from './drivers/mcp-servers.js';
import { createRedactionPlan, type RedactionPlan } from './firewall/settings/redaction-plan.js';
import { createArgumentValidator } from './kernel/argument-validation.js';
import { createCapabilityTokens } from './kernel/capability-tokens.js';
import { compileCheck } from './kernel/json-schema/compile-check.js';
import { createKernel } from './kernel/kernel.js';
import type { KernelPorts } from './kernel/ports.js';
import { createRegistry, type Registry } from './kernel/registry.js';
import { shownAdministration } from './kernel/shown-mcp.js';
import { callRates, choosePolicy } from './runtime/choose-policy.js';
import { createGivenDriver, GIVEN_DRIVER, type GivenText } from './runtime/given-texts.js';
import { hookActs } from './runtime/hook-redaction.js';
import { openAgents } from './runtime/open-agents.js';
import { openSegments, segmentKeys } from './runtime/open-segments.js';
import { readPackedRanks } from './runtime/packed-ranks.js';
import { derive, keyId, newId, systemClock, temporaryKeys } from './runtime/system.js';
import { STORES } from './stores/index.js';
import { type Keys, loadKeys, writtenKeys } from './stores/keys.js';
import { keepPrivate } from './stores/state-directory.js';
import { openTelemetry } from './telemetry/open.js';

export { coerceArguments } from './runtime/coerce-arguments.js';
export { trySegments } from './runtime/open-segments.js';
export { detectorNames, redact } from './runtime/redaction.js';
export { schemaMistake } from './runtime/schema-mistake.js';
export { askCollector } from './telemetry/ask-collector.js';

export interface RuntimeOptions {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly isStdinTty: boolean;
  /** In place of the one that the config names; `memory` forgets everything with the process. */
  readonly store?: keyof typeof STORES;
  /** Fail instead of making a state directory where there is none. */
  readonly storeMustExist?: boolean;
  /** Aborted when the process is to end. */
  readonly signal?: AbortSignal;
  readonly observer?: Observer;
  /** Told what a person should know, such as that the state directory was open to others. */
  readonly onWarning?: (text: string) => void;
  /** Drivers besides the built-in ones; they may not take a built-in name. */
  readonly drivers?: readonly Driver[];
  /** A host is served: results of MCP tools stay the texts that they are, and servers end within a second. */
  readonly servesHost?: boolean;
  /** What an act with the driver `given` yields. */
  readonly given?: readonly GivenText[];
}

export interface Runtime {
  readonly kernel: AgentKernel;
  readonly principal: Principal;
  readonly defaults: { readonly maxTokens: number; readonly encoding: Encoding; readonly timeoutMs?: number };
  /** Streamed runs that other servers can read, where the store is shared. */
  readonly sharedRuns?: SharedRuns;
  /** Looks after the MCP servers of the config. */
  readonly mcp: () => Promise<McpAdministration>;
  /** For the person at the shell alone; no part of the kernel, which others are handed. */
  readonly inClear: () => Promise<InClear>;
  /** Throws what stands in the way of keeping anything now. */
  readonly checkStore: () => Promise<void>;
  /** Whether the databases, MCP servers and modules of the config can be reached. */
  readonly tryParts: () => Promise<readonly TriedPart[]>;
  readonly close: () => Promise<void>;
}

/** The composition root: settings in, a kernel with its real parts out. The one place that knows them all. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config } = options;
  const { stores, keys } = await openStores(options);
  const capabilities = [...BUILT_IN_CAPABILITIES, ...config.capabilities];
  const redaction = planRedaction(options, capabilities, keys);
  const { drivers, mcp } = openDrivers(options, stores);
  const opened = await openTelemetry({
    config: config.telemetry,
    env: options.env,
    onWarning: options.onWarning ?? ignore,
  });
  const timeout = config.timeout_ms === undefined ? {} : { timeoutMs: config.timeout_ms };
  const ports: KernelPorts = {
    registry: openRegistry(capabilities, mcp),
    policy: choosePolicy(config),
    tokens: createCapabilityTokens({
      keys: [keys.secret, ...keys.previousSecrets].map((key) => ({ key_id: keyId(key), secret: key })),
    }),
    validator: createArgumentValidator(),
    stores,
    driver: async (driverId) => (Object.hasOwn(drivers, driverId) ? drivers[driverId] : undefined),
    loadCounter,
    clock: systemClock,
    newId,
    ...(options.observer === undefined ? {} : { observer: options.observer }),
    ...(opened === undefined ? {} : { telemetry: opened.telemetry }),
    settings: {
      limits: config.limits,
      maxTokens: config.budget.max_tokens,
      encoding: config.budget.encoding,
      ...timeout,
      callRates: callRates(config),
      handleTtlMs: config.store.ttl_ms,
      redaction: redaction.strictest,
      redactionOf: redaction.of,
      redactionToKeep: redaction.toKeep,
      audit: config.audit,
      allowOwnActs: config.exec,
    },
  };
  const kernel = createKernel(ports);
  const { close: closeAgents, ...agents } = openAgents(config, kernel, { env: options.env, cwd: options.cwd });
  const close = async () => {
    await closeAgents();
    await Promise.allSettled(Object.values(drivers).map((driver) => driver.close?.()));
    await mcp.close().catch(() => undefined);
    await kernel.close();
    await opened?.close();
  };
  const administration = async () => shownAdministration(await mcp.load(), { ports, principal: config.principal });
  return {
    kernel: Object.freeze({ ...kernel, ...agents, close, [Symbol.asyncDispose]: close }),
    principal: config.principal,
    defaults: { maxTokens: config.budget.max_tokens, encoding: config.budget.encoding, ...timeout },
    ...(stores.runs === undefined ? {} : { sharedRuns: stores.runs }),
    checkStore: stores.check,
    mcp: administration,
    inClear: async () => (await import('./kernel/in-clear/in-clear.js')).createInClear(ports),
    tryParts: async () =>
      (await import('./runtime/try-parts.js')).tryParts(options, { sql: drivers['sql'], mcp: administration }),
    close,
  };
}

function ignore(): void {}

/** Ids of the capabilities that come with the program. */
export function builtInIds(): readonly string[] {
  return BUILT_IN_CAPABILITIES.map(({ capability_id: id }) => id);
}

/** What the shell user does without a registered capability. */
const OWN_ACTS = ['exec.run_command', 'stdin.read'];

async function openStores({ config, env, storeMustExist, onWarning, ...options }: RuntimeOptions) {
  const { directory, url } = config.store;
  const store = options.store ?? (url === undefined ? 'sqlite' : 'postgres');
  if (storeMustExist === true && store === 'sqlite' && !existsSync(directory)) {
    throw new KernelError('USAGE', 'there is no state directory to read from', {
      hint: 'nothing has run here yet, or AKERNEL_HOME names another place',
    });
  }
  if (store !== 'memory') {
    keepPrivate(directory, onWarning ?? ignore);
  }
  const keys = store === 'memory' ? temporaryKeys() : await loadKeys({ directory, env });
  const stores = await STORES[store]({
    directory,
    storeKey: keys.storeKey,
    auditKey: keys.auditKey,
    limits: config.store,
    ...(url === undefined ? {} : { server: config.store }),
    ...(store === 'memory' ? {} : await openSegments(config.store, env)),
    clock: systemClock,
    ...(storeMustExist === undefined ? {} : { mustExist: storeMustExist }),
  });
  return { stores, keys };
}

function planRedaction(
  { config, env }: RuntimeOptions,
  capabilities: readonly Capability[],
  keys: Keys,
): RedactionPlan {
  const { pseudonyms, ...settings } = config.redaction;
  const pseudonymKey = pseudonyms ? { pseudonymKey: derive(keys.storeKey, 'pseudonyms') } : {};
  const secrets = [...(config.secrets ?? []), ...writtenKeys(keys, env), ...segmentKeys(config.store, env)];
  const all = [...capabilities, ...hookActs(config)];
  return createRedactionPlan({ settings, capabilities: all, ownActs: OWN_ACTS, ...pseudonymKey, secrets });
}

function openDrivers(options: RuntimeOptions, stores: Stores) {
  const { config, env, cwd, signal } = options;
  const guard = guardOwnState(config, env);
  const mcp = lazyMcpServers({
    guard,
    servers: config.mcp_servers,
    env,
    cwd,
    pins: stores.toolPins,
    compileSchema: compileCheck,
    servesHost: options.servesHost === true,
    ...(signal === undefined ? {} : { signal }),
  });
  const builtIn = createDrivers({
    guard,
    stdin: options.isStdinTty ? undefined : options.stdin,
    env,
    cwd,
    configDir: config.capabilities_directory,
    databases: config.databases,
    mcp,
  });
  const own = Object.fromEntries((options.drivers ?? []).map((driver) => [driver.driver_id, driver]));
  const given = options.given === undefined ? {} : { [GIVEN_DRIVER]: createGivenDriver(options.given) };
  const drivers: Readonly<Record<string, Driver>> = { ...own, ...builtIn, ...given };
  return { drivers, mcp };
}

function openRegistry(capabilities: readonly Capability[], mcp: LazyMcpServers): Registry {
  const registry = createRegistry(capabilities);
  for (const name of mcp.names) {
    registry.registerLoader(name, async () => (await mcp.load()).capabilities(name));
  }
  return registry;
}

/** The text at an address that a person named. */
export async function fetchDocument(request: DocumentRequest): Promise<string> {
  const { fetchDocument: fetch } = await import('./drivers/http/fetch-document.js');
  return fetch(request);
}

export async function loadCounter(encoding: Encoding): Promise<TokenCounter> {
  const { loadTokenCounter: load } = await import('./firewall/budget/token-counter.js');
  return load(encoding, readPackedRanks);
}

export async function administerStore(options: Pick<RuntimeOptions, 'config' | 'env'>): Promise<StoreAdministration> {
  const { administerStore: administer } = await import('./runtime/administer-store.js');
  return administer(options);
}
