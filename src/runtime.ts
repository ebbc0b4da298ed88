import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from './config/config.js';
import type { Encoding, TokenCounter } from './contract/budget.js';
import type { Capability } from './contract/capability.js';
import type { Clock } from './contract/clock.js';
import type { Driver } from './contract/driver.js';
import { KernelError } from './contract/errors.js';
import type { Kernel } from './contract/kernel.js';
import type { McpAdministration } from './contract/mcp.js';
import type { Observer } from './contract/observer.js';
import type { Principal } from './contract/principal.js';
import type { DetectorInfo } from './contract/redaction.js';
import { BUILT_IN_CAPABILITIES } from './drivers/built-in-capabilities.js';
import type { DocumentRequest } from './drivers/http/fetch-document.js';
import { createDrivers } from './drivers/index.js';
import { lazyMcpServers } from './drivers/mcp-servers.js';
import type { ImportModule } from './drivers/module/index.js';
import { type RedactBytesOptions, type RedactedPiece, redactBytes } from './firewall/redact-bytes.js';
import { chooseRedaction, describeDetectors, detectorNames } from './firewall/redaction-choice.js';
import { createRedactionPlan } from './firewall/redaction-plan.js';
import { redactText } from './firewall/redactor.js';
import { coerceArguments as coerceStrictly } from './kernel/argument-coercion.js';
import { createArgumentValidator } from './kernel/argument-validation.js';
import { createCapabilityTokens } from './kernel/capability-tokens.js';
import { createDeclarativePolicy } from './kernel/declarative-policy.js';
import { compileCheck } from './kernel/json-schema/compile-check.js';
import { createKernel } from './kernel/kernel.js';
import { createDefaultPolicy, type Policy } from './kernel/policy.js';
import type { IdKind } from './kernel/ports.js';
import { createRegistry } from './kernel/registry.js';
import { shownAdministration } from './kernel/shown-mcp.js';
import { STORES } from './stores/index.js';
import { type Keys, loadKeys } from './stores/keys.js';

export interface RuntimeOptions {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly isStdinTty: boolean;
  /** Where the state is kept; `memory` forgets it with the process. */
  readonly store?: keyof typeof STORES;
  /** Fail instead of making a state directory where there is none. */
  readonly storeMustExist?: boolean;
  /** Aborted when the process is to end. */
  readonly signal?: AbortSignal;
  readonly observer?: Observer;
  /** Drivers besides the built-in ones; they may not take a built-in name. */
  readonly drivers?: readonly Driver[];
  /** Loads people's modules, where the program itself cannot `import`. */
  readonly importModule?: ImportModule;
}

export interface Runtime {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly defaults: { readonly maxTokens: number; readonly encoding: Encoding; readonly timeoutMs?: number };
  /** Looks after the MCP servers of the config. */
  readonly mcp: () => Promise<McpAdministration>;
  readonly close: () => Promise<void>;
}

/** The composition root: settings in, a kernel with its real parts out. The one file that knows them all. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { config, env, cwd } = options;
  const backend = options.store ?? 'sqlite';
  if (options.storeMustExist === true && !existsSync(config.store.directory)) {
    throw new KernelError('USAGE', 'There is no state directory to read from.', {
      hint: 'nothing has run here yet, or AKERNEL_HOME names another place',
    });
  }
  const keys = backend === 'memory' ? temporaryKeys() : await loadKeys({ directory: config.store.directory, env });
  const { storeKey, auditKey, secret, previousSecrets } = keys;
  const stores = await STORES[backend]({
    directory: config.store.directory,
    storeKey,
    auditKey,
    limits: config.store,
    clock: systemClock,
    ...(options.storeMustExist === undefined ? {} : { mustExist: options.storeMustExist }),
  });
  const mcp = lazyMcpServers({
    servers: config.mcp_servers,
    env,
    cwd,
    pins: stores.toolPins,
    compileSchema: compileCheck,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const own = Object.fromEntries((options.drivers ?? []).map((driver) => [driver.driver_id, driver]));
  const builtIn = createDrivers({
    stdin: options.isStdinTty ? undefined : options.stdin,
    env,
    cwd,
    configDir: config.capabilities_directory,
    databases: config.databases,
    mcp,
    ...(options.importModule === undefined ? {} : { importModule: options.importModule }),
  });
  const drivers: Readonly<Record<string, Driver>> = { ...own, ...builtIn };
  const timeout = config.timeout_ms === undefined ? {} : { timeoutMs: config.timeout_ms };
  const capabilities = [...BUILT_IN_CAPABILITIES, ...config.capabilities];
  const { pseudonyms, ...settings } = config.redaction;
  const pseudonymKey = pseudonyms ? { pseudonymKey: derive(storeKey, 'pseudonyms') } : {};
  const redaction = createRedactionPlan({ settings, capabilities, ownActs: OWN_ACTS, ...pseudonymKey });
  const registry = createRegistry(capabilities);
  for (const name of mcp.names) {
    registry.registerLoader(name, async () => (await mcp.load()).capabilities(name));
  }
  const kernel = createKernel({
    registry,
    policy: choosePolicy(config),
    tokens: createCapabilityTokens({
      keys: [secret, ...previousSecrets].map((key) => ({ key_id: keyId(key), secret: key })),
    }),
    validator: createArgumentValidator(),
    stores,
    driver: async (driverId) => (Object.hasOwn(drivers, driverId) ? drivers[driverId] : undefined),
    loadCounter,
    clock: systemClock,
    newId,
    ...(options.observer === undefined ? {} : { observer: options.observer }),
    settings: {
      limits: config.limits,
      maxTokens: config.budget.max_tokens,
      encoding: config.budget.encoding,
      ...timeout,
      handleTtlMs: config.store.ttl_ms,
      redaction: redaction.strictest,
      redactionOf: redaction.of,
      redactionToKeep: redaction.toKeep,
      allowOwnActs: config.exec,
    },
  });
  const defaults = { maxTokens: config.budget.max_tokens, encoding: config.budget.encoding, ...timeout };
  const close = async () => {
    await Promise.allSettled(Object.values(drivers).map((driver) => driver.close?.()));
    await mcp.close().catch(() => undefined);
    await kernel.close();
  };
  return {
    kernel: Object.freeze({ ...kernel, close }),
    principal: config.principal,
    defaults,
    mcp: async () => shownAdministration(await mcp.load(), redaction.strictest),
    close,
  };
}

/** What the shell user does without a registered capability. */
const OWN_ACTS = ['exec.run_command', 'stdin.read'];

/** For a store that ends with the process. */
function temporaryKeys(): Keys {
  const [storeKey, auditKey, secret] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  return { storeKey, auditKey, secret, previousSecrets: [] };
}

/**
 * `key=value` words as arguments of the types that a capability's `params` want. What cannot be such a value stays
 * text: the kernel then refuses it like any other wrong argument, with a trace.
 */
export function coerceArguments(
  params: Capability['params'],
  pairs: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const args = Object.entries(pairs).map(([name, text]): [string, unknown] => {
    try {
      return [name, coerceStrictly(params, Object.fromEntries([[name, text]]))[name]];
    } catch {
      return [name, text];
    }
  });
  return Object.fromEntries(args);
}

/** The redactor alone, under the settings of a config. */
export interface Redaction {
  readonly detectors: readonly DetectorInfo[];
  readonly redact: (
    source: AsyncIterable<Uint8Array>,
    how: Pick<RedactBytesOptions, 'isLocated' | 'onInvalid'>,
  ) => AsyncIterable<RedactedPiece>;
}

/** Needs no state directory, unless the settings ask for pseudonyms: these depend on its key. */
export async function openRedaction({ config, env }: Pick<RuntimeOptions, 'config' | 'env'>): Promise<Redaction> {
  const { pseudonyms, ...settings } = config.redaction;
  const chosen = chooseRedaction(settings);
  const keys = pseudonyms ? await loadKeys({ directory: config.store.directory, env }) : undefined;
  const pseudonymKey = keys === undefined ? {} : { pseudonymKey: derive(keys.storeKey, 'pseudonyms') };
  return {
    detectors: describeDetectors(settings),
    redact: (source, how) => redactBytes(source, { ...chosen, ...pseudonymKey, ...how }),
  };
}

export { detectorNames };

/** The text at an address that a person named. */
export async function fetchDocument(request: DocumentRequest): Promise<string> {
  const { fetchDocument: fetch } = await import('./drivers/http/fetch-document.js');
  return fetch(request);
}

/** A text of our own making that may repeat what somebody typed. */
export function redact(text: string): string {
  return redactText(text).text;
}

function choosePolicy(config: Config): Policy {
  const { rules, default: fallback } = config.policy;
  const base = createDefaultPolicy();
  return rules.length === 0 ? base : createDeclarativePolicy(rules, { default: fallback, base });
}

export async function loadCounter(encoding: Encoding): Promise<TokenCounter> {
  const { loadTokenCounter: load } = await import('./firewall/token-counter.js');
  return load(encoding);
}

/** Names a key without telling anything of it. */
function keyId(secret: Uint8Array): string {
  return derive(secret, 'key id').toString('hex').slice(0, 8);
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return createHash('sha256').update(purpose).update('\0').update(key).digest();
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

/** A prefix and ten Crockford base32 characters from the system's random source. */
function newId(kind: IdKind): string {
  return `${kind}_${[...randomBytes(10)].map((byte) => CROCKFORD[byte & 31]).join('')}`;
}

export const systemClock: Clock = {
  now: Date.now,
  // Not performance.now(): its module takes 1.5 ms to load.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      // setTimeout fires at once for more than 2^31 - 1 ms
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
      timer.unref();
      signal.addEventListener('abort', done, { once: true });
    }),
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
};
