import { homedir, platform } from 'node:os';
import type { Config } from '../config/config.js';
import { secretsIn } from '../config/secret-values.js';
import type { McpServerConfig } from '../contract/driver-options/mcp-servers.js';
import type { HostId } from '../contract/host.js';
import { readHostServers } from '../hosts/read-host-servers.js';

export interface HostSources {
  /** Hosts, or files of theirs. */
  readonly from: readonly string[];
  readonly host?: HostId;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Told what was left out, and why. */
  readonly onNote: (text: string) => void;
}

/**
 * The config with the servers of hosts in it, under the names that they have there. Which of their tools may be called is
 * for the host to ask its person, as before: they are allowed here, unless a rule of the config denies them, and one that
 * does not say how safe it is counts as destructive. What their variables and headers hold is never shown.
 */
export async function withHostServers(config: Config, sources: HostSources): Promise<Config> {
  const servers = await serversOf(config, sources);
  const names = Object.keys(servers);
  if (names.length === 0) {
    return config;
  }
  const { policy, secrets = [] } = config;
  const rule = {
    name: 'tools of the host',
    match: { capability: names.map((name) => `${name}.*`) },
    effect: 'allow' as const,
  };
  return {
    ...config,
    mcp_servers: { ...servers, ...config.mcp_servers },
    secrets: [...secrets, ...Object.values(servers).flatMap(secretsOf)],
    policy: {
      ...policy,
      // without rules of its own the config leaves everything else to the built-in policy
      default: policy.rules.length === 0 ? 'allow' : policy.default,
      rules: [...policy.rules, rule],
      // how often a tool is called the host decides too
      free_servers: names,
    },
  };
}

async function serversOf(
  config: Config,
  { from, host, env, cwd, onNote }: HostSources,
): Promise<Readonly<Record<string, McpServerConfig>>> {
  const found: Record<string, McpServerConfig> = {};
  for (const source of from) {
    const place = { env, cwd, home: env['HOME'] || homedir(), platform: platform() };
    const { servers, skipped, notes } = await readHostServers({ from: source, host, ...place });
    for (const note of [...notes, ...skipped.map(({ name, why }) => `left out ${name}: it ${why}`)]) {
      onNote(note);
    }
    for (const [name, server] of Object.entries(servers)) {
      if (Object.hasOwn(config.mcp_servers, name) || Object.hasOwn(found, name)) {
        onNote(`left out ${name} of ${source}: another server has this name`);
      } else {
        found[name] = { safety_class: 'DESTRUCTIVE', ...server };
      }
    }
  }
  return found;
}

function secretsOf({ env = {}, headers = {} }: McpServerConfig): readonly string[] {
  const ofEnv = Object.entries(env).flatMap(([name, value]) => secretsIn(name, value));
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    secretsIn(name, value.replace(/^(?:Basic|Bearer|Token) /i, '')),
  );
  return [...ofEnv, ...ofHeaders];
}
