import type { Config } from '../config/config.js';
import { guardOwnState } from '../config/own-files.js';
import { bindingsOf } from '../config/used-bindings.js';
import type { Driver } from '../contract/driver.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { McpAdministration } from '../contract/mcp.js';
import type { TriedPart } from '../contract/tried-part.js';
import { redactText } from '../firewall/find/redactor.js';
import { newId } from './system.js';

/** A server that npx has to fetch first may need longer, which is too long for somebody who waits. */
const LIMIT_MS = 10_000;

/** What does the work of calls. */
export interface OpenParts {
  readonly sql: Driver | undefined;
  readonly mcp: () => Promise<McpAdministration>;
}

interface Place {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/**
 * Whether what the config names can be reached: each database answers a query, each MCP server lists its tools, each module
 * of a capability can be loaded and exports its function. All at once, each within the limit. Never throws.
 */
export async function tryParts({ config, env, cwd }: Place, { sql, mcp }: OpenParts): Promise<readonly TriedPart[]> {
  const host = { cwd, configDir: config.capabilities_directory, guard: guardOwnState(config, env) };
  const modules = new Map(
    bindingsOf(config, 'module')
      .filter(({ binding }) => typeof binding.options?.['module'] === 'string')
      .map(({ binding }) => [nameOf(binding.options), binding] as const),
  );
  return Promise.all([
    ...usable(config.databases).map((name) => tried('database', name, () => queryOf(name, sql))),
    ...usable(config.mcp_servers).map((name) => tried('server', name, () => listOf(name, mcp))),
    ...[...modules].map(([name, binding]) =>
      tried('module', name, async () => {
        await (await import('../drivers/module/index.js')).loadModule(binding, host);
        return 'is loaded';
      }),
    ),
  ]);
}

/** What is off needs nothing. */
function usable(entries: Readonly<Record<string, { readonly switched_off?: unknown }>>): readonly string[] {
  return Object.keys(entries).filter((name) => entries[name]?.switched_off === undefined);
}

function nameOf(options: Readonly<Record<string, unknown>> = {}): string {
  const { module, export: name } = options;
  return typeof name === 'string' ? `${String(module)} ${name}` : String(module);
}

async function tried(kind: TriedPart['kind'], name: string, attempt: () => Promise<string>): Promise<TriedPart> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = LIMIT_MS / 1000;
    const why = new KernelError('TIMEOUT', `does not answer within ${seconds} s`, { hint: 'look whether it runs' });
    timer = setTimeout(() => reject(why), LIMIT_MS);
  });
  try {
    return { kind, name, isReady: true, detail: await Promise.race([attempt(), late]) };
  } catch (thrown) {
    const { message, hint } = isKernelError(thrown)
      ? thrown
      : { message: 'failed for an unknown reason', hint: undefined };
    const detail = redactText(message).text;
    return { kind, name, isReady: false, detail, ...(hint === undefined ? {} : { hint: redactText(hint).text }) };
  } finally {
    clearTimeout(timer);
  }
}

async function queryOf(name: string, sql: Driver | undefined): Promise<string> {
  const binding = { driver_id: 'sql', operation: 'query', options: { database: name, statement: 'select 1' } };
  const capability = {
    capability_id: 'doctor.query',
    name: 'doctor.query',
    description: 'whether a database answers',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: binding,
  } as const;
  const call = { action_id: newId('a'), capability, binding, args: {}, signal: AbortSignal.timeout(LIMIT_MS) };
  for await (const _ of sql?.executeStream?.(call) ?? []) {
    // One row, and then its end, by which the connection is free again.
  }
  return 'answers a query';
}

async function listOf(name: string, mcp: OpenParts['mcp']): Promise<string> {
  const [state] = await (await mcp()).states(name);
  if (state === undefined || state.state === 'failed') {
    const { code = 'DRIVER_UNAVAILABLE', message = 'cannot be started', hint } = state?.error ?? {};
    throw new KernelError(code, message, hint === undefined ? {} : { hint });
  }
  return `has ${state.tools.length} tools`;
}
