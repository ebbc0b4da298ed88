import { KernelError } from '../../contract/errors.js';
import { isJson, parseHostText } from './parse-host-text.js';
import { serverTables, tableAt } from './server-tables.js';

/** How the texts of a file refer to variables: `${A}`, also `$A`, `{env:A}`, or not at all. */
export type ReferenceStyle = 'braces' | 'shell' | 'opencode' | 'none';

export interface FoundServer {
  readonly name: string;
  /** As it stands in the file. */
  readonly entry: unknown;
  readonly style: ReferenceStyle;
  /** The folder of the project that it belongs to. */
  readonly project?: string;
}

/** The servers that a file of another program names. Throws USAGE. */
export async function parseHostFile(text: string, { mayBeEmpty = false } = {}): Promise<readonly FoundServer[]> {
  const tree = await parseHostText(text);
  const tables = serverTables(tree);
  if (tables.length === 0 && !mayBeEmpty) {
    throw new KernelError('USAGE', 'the file names no MCP servers', { hint: 'they stand under mcpServers or servers' });
  }
  return tables.flatMap(({ path, project }) =>
    Object.entries(tableAt(tree, path)).map(([name, entry]) => ({
      name,
      entry,
      style: styleOf(text, path),
      ...(project === undefined ? {} : { project }),
    })),
  );
}

function styleOf(text: string, path: readonly string[]): ReferenceStyle {
  if (!isJson(text)) {
    return 'none';
  }
  return path.length === 1 && path[0] === 'mcp' ? 'opencode' : 'braces';
}
