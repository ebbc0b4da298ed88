import type { HostId } from '../contract/host.js';
import { hookEntries } from './install/hook-entries.js';
import { RULES } from './install/rules-part.js';
import { OWN_SERVER } from './own-entry.js';

/** What a package says of itself. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its name in the MCP registry. */
  readonly mcpName: string;
}

const DESCRIPTION = 'Hides secrets in what tools answer, keeps it short, and keeps the rest behind a handle.';

/**
 * The packages of hosts, by the paths of their files. They start `akernel` from the path: it is installed by
 * `npm install -g akernel`, as a package of a host is a folder without programs of its own.
 */
export function pluginFiles(facts: PackageFacts): Readonly<Record<string, string>> {
  const { name, version, license } = facts;
  const about = { name, version, description: DESCRIPTION, license };
  const files: Readonly<Record<string, unknown>> = {
    '.claude-plugin/marketplace.json': {
      name,
      owner: { name },
      plugins: [{ name, source: './claude-code', description: DESCRIPTION, version }],
    },
    'claude-code/.claude-plugin/plugin.json': about,
    'claude-code/.mcp.json': { mcpServers: serverOf('claude-code') },
    'claude-code/hooks/hooks.json': { hooks: hooksOf('claude-code') },
    '.agents/plugins/marketplace.json': {
      name,
      plugins: [
        {
          name,
          source: { source: 'local', path: './codex' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category: 'Security',
        },
      ],
    },
    'codex/.codex-plugin/plugin.json': { ...about, mcpServers: './.mcp.json' },
    'codex/.mcp.json': { mcpServers: serverOf('codex') },
    'gemini/gemini-extension.json': {
      name,
      version,
      description: DESCRIPTION,
      mcpServers: serverOf('gemini'),
      contextFileName: 'GEMINI.md',
    },
    'gemini/hooks/hooks.json': { hooks: hooksOf('gemini') },
    'server.json': registryEntry(facts),
  };
  return {
    ...Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, undefined, 2)}\n`]),
    ),
    'gemini/GEMINI.md': RULES,
  };
}

function serverOf(host: HostId): Readonly<Record<string, unknown>> {
  return { [OWN_SERVER]: { command: 'akernel', args: ['mcp', 'serve', '--host', host] } };
}

/** By their events. */
function hooksOf(host: HostId): Readonly<Record<string, readonly unknown[]>> {
  const entries = hookEntries(host, { hasGateway: true, wrap: false });
  const events = [...new Set(entries.map(({ event }) => event))];
  return Object.fromEntries(
    events.map((event) => [event, entries.filter((each) => each.event === event).map(({ entry }) => entry)]),
  );
}

function registryEntry({ name, version, mcpName }: PackageFacts): unknown {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: name,
    description: DESCRIPTION,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          { type: 'positional', value: 'serve' },
        ],
      },
    ],
  };
}
