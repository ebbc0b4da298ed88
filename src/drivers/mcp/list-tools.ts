import { KernelError } from '../../contract/errors.js';
import type { Connection } from './connection.js';
import { listedTools } from './raw-tools.js';
import { type ReadTool, readTool } from './read-tool.js';

const MOST_PAGES = 64;
const MOST_TOOLS = 2000;
/** Of what all tools of a server say of themselves. */
const MOST_CHARS = 16 * 1024 * 1024;

export interface ToolList {
  readonly tools: readonly ReadTool[];
  /** Entries without a name that the protocol allows. */
  readonly nameless: number;
}

/**
 * All pages of a server's tools. Throws what the library throws, and LIMIT_REACHED for a list without end or one that
 * is too long to be kept.
 */
export async function listTools(
  { client }: Connection,
  limits: { readonly server: string; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<ToolList> {
  if (client.getServerCapabilities()?.tools === undefined) {
    return { tools: [], nameless: 0 };
  }
  const list = createToolList(limits.server);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { _meta: meta, nextCursor } = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      { timeout: limits.timeoutMs, signal: limits.signal },
    );
    list.add(listedTools(meta));
    if (nextCursor === undefined) {
      return list.whole();
    }
    if (seen.has(nextCursor)) {
      throw goesRound(limits.server);
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  throw tooMany(limits.server);
}

/** Reads page by page, so that no more is held than may be kept. */
function createToolList(server: string) {
  const tools: ReadTool[] = [];
  let nameless = 0;
  let chars = 0;
  return {
    add(entries: readonly unknown[]): void {
      if (tools.length + nameless + entries.length > MOST_TOOLS) {
        throw tooMany(server);
      }
      for (const tool of entries.map(readTool)) {
        nameless += tool === undefined ? 1 : 0;
        chars += tool?.definition.text.length ?? 0;
        tools.push(...(tool === undefined ? [] : [tool]));
      }
      if (chars > MOST_CHARS) {
        throw tooMany(server);
      }
    },
    whole: (): ToolList => ({ tools, nameless }),
  };
}

function tooMany(server: string): KernelError {
  return new KernelError('LIMIT_REACHED', `the MCP server ${server} lists more tools than can be kept`, {
    hint: `at most ${MOST_TOOLS} tools on ${MOST_PAGES} pages, which say no more than ${MOST_CHARS >> 20} MiB of themselves`,
  });
}

function goesRound(server: string): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the MCP server ${server} lists its tools in a circle`, {
    hint: 'a page of its list leads back to one that was read before',
  });
}
