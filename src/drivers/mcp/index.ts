import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { parseMcpCallOptions } from '../../contract/driver-options/mcp.js';
import { KernelError } from '../../contract/errors.js';
import { throwIfAborted } from '../cancellation.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { callTool } from './call-tool.js';
import type { McpServers } from './config-servers.js';

/**
 * Calls tools of MCP servers. A server is started when it is first needed and serves all calls; `close` ends them all.
 */
export function createMcpDriver(servers: McpServers | undefined): StreamingDriver {
  return {
    driver_id: 'mcp',
    executeStream: (call) => run(call, servers),
    close: async () => servers?.close(),
  };
}

async function* run(call: DriverCall, servers: McpServers | undefined): AsyncGenerator<Chunk> {
  throwIfAborted(call.signal);
  if (call.binding.operation === 'serve') {
    throw new KernelError('USAGE', 'this opens a server: it can be granted, and not invoked', {
      hint: 'akernel serve and akernel mcp serve --http take the capability token of a grant',
    });
  }
  if (servers === undefined) {
    throw new KernelError('DRIVER_UNAVAILABLE', 'there are no MCP servers here', {
      hint: 'add mcp_servers to the config',
    });
  }
  const { server, tool } = parseMcpCallOptions(call.binding.options);
  const { loadLibrary, compileSchema, servesHost: keepsTexts = false } = servers;
  const library = await loadLibrary();
  yield* callTool({ call, server: servers.get(server), tool, library, compileSchema, keepsTexts });
}
