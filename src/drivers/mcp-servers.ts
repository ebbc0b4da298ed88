import type { McpHost, McpServers } from './mcp/config-servers.js';

/** The MCP servers of a config. Their code is loaded when the first one is needed. */
export interface LazyMcpServers {
  readonly names: readonly string[];
  readonly load: () => Promise<McpServers>;
  /** Ends those that run. Idempotent. */
  readonly close: () => Promise<void>;
}

export function lazyMcpServers(host: McpHost): LazyMcpServers {
  let loading: Promise<McpServers> | undefined;
  return {
    names: Object.keys(host.servers),
    load() {
      loading ??= import('./mcp/config-servers.js').then(({ createMcpServers }) => createMcpServers(host));
      return loading;
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
