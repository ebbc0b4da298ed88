import { KernelError } from '../../contract/errors.js';
import { isRecord } from '../trees.js';
import { parseToml } from './parse-toml.js';

/**
 * The servers that a file of another program names: `mcpServers` (Claude, Cursor and most others), `servers` (VS Code),
 * also within its settings, `mcp_servers` (Codex, TOML). Comments and commas too many are passed over. Throws USAGE.
 */
export function parseHostFile(text: string): Readonly<Record<string, unknown>> {
  const isToml = !/^\s*(?:\{|\/[/*])/.test(text);
  let tree: unknown;
  try {
    tree = isToml ? parseToml(text.replace(/^\ufeff/, '')) : JSON.parse(withoutComments(text));
  } catch (cause) {
    throw new KernelError('USAGE', `the file is no ${isToml ? 'TOML' : 'JSON'} that can be read`, {
      hint: 'give the JSON file of Claude, Cursor, VS Code or another host, or the TOML file of Codex',
      cause,
    });
  }
  const servers = find(tree);
  if (servers === undefined) {
    throw new KernelError('USAGE', 'the file names no MCP servers', { hint: 'they stand under mcpServers or servers' });
  }
  return servers;
}

function find(tree: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(tree)) {
    return undefined;
  }
  const { mcpServers, servers, mcp } = tree;
  const found = [mcpServers, servers, tree['mcp_servers'], tree['mcp.servers']].find(isRecord);
  return found ?? (isRecord(mcp) ? find(mcp) : undefined);
}

/** Takes out comments and the commas before closing brackets; what stands in strings stays. */
function withoutComments(text: string): string {
  const bare = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : ' '));
  return bare.replace(TRAILING, (token) => (token.startsWith('"') ? token : token.slice(1)));
}

const STRING = /"(?:[^"\\\n]|\\.)*"/.source;
const TOKEN = new RegExp(`${STRING}|//[^\\n]*|/\\*[^]*?\\*/`, 'g');
const TRAILING = new RegExp(`${STRING}|,\\s*(?=[}\\]])`, 'g');
