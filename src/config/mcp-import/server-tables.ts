import { isRecord } from '../trees.js';

/** A place in a host's file where servers stand by their names. */
export interface ServerTable {
  readonly path: readonly string[];
  /** The folder of a project whose servers these are. */
  readonly project?: string;
}

/** Where hosts keep their servers; of these one stands in a file. */
const PLACES = [
  ['mcpServers'], // Claude Code, Cursor, Copilot CLI, Gemini CLI and most others
  ['servers'], // VS Code
  ['mcp_servers'], // Codex
  ['context_servers'], // Zed
  ['mcp.servers'], // settings of VS Code
  ['mcp', 'mcpServers'],
  ['mcp', 'servers'],
  ['mcp'], // OpenCode
];

/** The tables of servers in a host's file, and with Claude Code's own file those of each project. */
export function serverTables(tree: unknown): readonly ServerTable[] {
  const first = PLACES.filter((path) => isTable(tree, path)).slice(0, 1);
  return [...first.map((path) => ({ path })), ...projectTables(tree)];
}

export function tableAt(tree: unknown, path: readonly string[]): Readonly<Record<string, unknown>> {
  const found = path.reduce<unknown>(
    (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    tree,
  );
  return isRecord(found) ? found : {};
}

/** A server itself is no table of servers: one of OpenCode may be called `servers`. */
function isTable(tree: unknown, path: readonly string[]): boolean {
  const [name = ''] = path.slice(-1);
  const found = tableAt(tree, path.slice(0, -1))[name];
  return isRecord(found) && !(path.length > 1 && isServer(found));
}

function isServer({ type, command, url }: Readonly<Record<string, unknown>>): boolean {
  return (
    [type, url].some((member) => typeof member === 'string') || Array.isArray(command) || typeof command === 'string'
  );
}

function projectTables(tree: unknown): readonly ServerTable[] {
  return Object.entries(tableAt(tree, ['projects']))
    .filter(([, entry]) => isRecord(entry) && isRecord(entry['mcpServers']))
    .map(([project]) => ({ path: ['projects', project, 'mcpServers'], project }));
}
