import { KernelError } from '../../contract/errors.js';
import type { Connection } from './connection.js';
import type { Tool } from './protocol.js';

const MOST_PAGES = 64;
const MOST_TOOLS = 2000;

/** All pages of a server's tools. Throws what the library throws, and LIMIT_REACHED for a list without end. */
export async function listTools(
  { client }: Connection,
  limits: { readonly server: string; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<readonly Tool[]> {
  if (client.getServerCapabilities()?.tools === undefined) {
    return [];
  }
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      { timeout: limits.timeoutMs, signal: limits.signal },
    );
    if (tools.length + listed.tools.length > MOST_TOOLS) {
      break;
    }
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) {
      return tools;
    }
  }
  throw new KernelError('LIMIT_REACHED', `the MCP server ${limits.server} lists more tools than can be kept`, {
    hint: `at most ${MOST_TOOLS} tools on ${MOST_PAGES} pages`,
  });
}
