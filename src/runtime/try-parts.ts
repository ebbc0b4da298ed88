import type { Config } from '../config/config.js';
import { bindingsOf } from '../config/used-bindings.js';
import type { Driver, DriverCall } from '../contract/driver.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { McpAdministration } from '../contract/mcp.js';
import type { TriedPart } from '../contract/tried-part.js';
import { redactText } from '../firewall/redactor.js';

export interface TriedParts {
  readonly config: Pick<Config, 'capabilities' | 'databases' | 'mcp_servers'>;
  readonly sql: Driver | undefined;
  readonly mcp: () => Promise<McpAdministration>;
  readonly loadModule: (binding: DriverCall['binding']) => Promise<void>;
  readonly newId: () => string;
  readonly limitMs: number;
}

/**
 * Whether what the config names can be reached: each database answers a query, each MCP server lists its tools, each module
 * of a capability can be loaded and exports its function. All at once, each within the limit. Never throws.
 */
export async function tryParts(parts: TriedParts): Promise<readonly TriedPart[]> {
  const { config } = parts;
  const modules = new Map(
    bindingsOf(config, 'module')
      .filter(({ binding }) => typeof binding.options?.['module'] === 'string')
      .map(({ binding }) => [nameOf(binding.options), binding] as const),
  );
  return Promise.all([
    ...usable(config.databases).map((name) => tried('database', name, parts, () => queryOf(name, parts))),
    ...usable(config.mcp_servers).map((name) => tried('server', name, parts, () => listOf(name, parts))),
    ...[...modules].map(([name, binding]) =>
      tried('module', name, parts, async () => {
        await parts.loadModule(binding);
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

async function tried(
  kind: TriedPart['kind'],
  name: string,
  { limitMs }: TriedParts,
  attempt: () => Promise<string>,
): Promise<TriedPart> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = limitMs / 1000;
    const why = new KernelError('TIMEOUT', `does not answer within ${seconds} s`, { hint: 'look whether it runs' });
    timer = setTimeout(() => reject(why), limitMs);
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

async function queryOf(name: string, { sql, newId, limitMs }: TriedParts): Promise<string> {
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
  const call = { action_id: newId(), capability, binding, args: {}, signal: AbortSignal.timeout(limitMs) };
  for await (const _ of sql?.executeStream?.(call) ?? []) {
    // One row, and then its end, by which the connection is free again.
  }
  return 'answers a query';
}

async function listOf(name: string, { mcp }: TriedParts): Promise<string> {
  const [state] = await (await mcp()).states(name);
  if (state === undefined || state.state === 'failed') {
    const { code = 'DRIVER_UNAVAILABLE', message = 'cannot be started', hint } = state?.error ?? {};
    throw new KernelError(code, message, hint === undefined ? {} : { hint });
  }
  return `has ${state.tools.length} tools`;
}
