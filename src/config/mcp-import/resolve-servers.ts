import { resolve } from 'node:path';
import type { McpServerConfig } from '../../contract/driver-options/mcp-servers.js';
import { OWN_KEY_VARIABLES } from '../../contract/own-keys.js';
import type { EntryParts, HostEntry } from './entry-types.js';
import { parseEnvFile } from './parse-env-file.js';
import type { FoundServer } from './parse-host-file.js';
import { readEntries, type Skipped } from './read-entries.js';
import { createResolver, type ReferenceSources, type Resolver } from './resolve-references.js';
import { mapTexts } from './unify-references.js';

export interface HostServers {
  /** By the names that akernel gives them, with the true values of variables and headers: for memory only. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  readonly skipped: readonly Skipped[];
  readonly notes: readonly string[];
}

/** Servers as their host would start them. One that refers to something that is not there is left out. */
export function resolveServers(found: readonly FoundServer[], sources: ReferenceSources): HostServers {
  const { entries, skipped, notes } = readEntries(found);
  const servers: Record<string, McpServerConfig> = {};
  const missing: Skipped[] = [];
  for (const { name, entry, found: from } of entries) {
    const resolver = createResolver(sources, from.style);
    const inherited = from.style === 'none' ? {} : { env_allow: namesOf(sources.env) };
    const config = resolveEntry({ ...inherited, ...entry }, { resolver, sources });
    const [first] = resolver.missing();
    if (first === undefined) {
      servers[name] = config;
    } else {
      missing.push({ name: from.name, why: `needs ${first}` });
    }
  }
  return { servers, skipped: [...skipped, ...missing], notes };
}

interface Resolving {
  readonly resolver: Resolver;
  readonly sources: ReferenceSources;
}

function resolveEntry(given: HostEntry, { resolver, sources }: Resolving): McpServerConfig {
  const entry = mapTexts(given, resolver.text);
  const { allow, deny, start_timeout_ms: start, call_timeout_ms: call, env_allow: allowed } = entry;
  const limits = {
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(start === undefined ? {} : { start_timeout_ms: start }),
    ...(call === undefined ? {} : { call_timeout_ms: call }),
    ...(allowed === undefined || entry.url !== undefined ? {} : { env_allow: allowed }),
  };
  return entry.url === undefined
    ? { ...localPlace(entry, { resolver, sources }), ...limits }
    : { ...remotePlace(entry, resolver), ...limits };
}

function localPlace(entry: EntryParts, { resolver, sources }: Resolving): McpServerConfig {
  const { command = '', args, env, cwd, envFile } = entry;
  const ofFile = envFile === undefined ? {} : parseEnvFile(resolver.file(envFile));
  return {
    command,
    args,
    env: { ...ofFile, ...env },
    cwd: resolve(sources.cwd, cwd ?? '.'),
  };
}

/** All hosts but Codex start their servers with the environment that they have themselves. */
function namesOf(env: ReferenceSources['env']): readonly string[] {
  return Object.keys(env).filter((name) => !OWN_KEY_VARIABLES.includes(name));
}

function remotePlace({ url = '', headers, headerVariables }: EntryParts, resolver: Resolver): McpServerConfig {
  const named = Object.entries(headerVariables).map(([header, { scheme, variable }]) => [
    header,
    scheme + resolver.variable(variable),
  ]);
  // the host reaches addresses of the own machine and network too
  return { url, headers: { ...headers, ...Object.fromEntries(named) }, allow_private: true };
}
