import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Chunk } from '../../src/contract/chunk.js';
import type { McpServerConfig } from '../../src/contract/driver-options/mcp-servers.js';
import type { ToolPinStore } from '../../src/contract/stores.js';
import { createMcpServers, type McpServers } from '../../src/drivers/mcp/config-servers.js';
import { createMcpDriver } from '../../src/drivers/mcp/index.js';
import type { StreamingDriver } from '../../src/drivers/streaming-driver.js';
import { compileCheck } from '../../src/kernel/json-schema/compile-check.js';
import { createMemoryToolPinStore } from '../../src/stores/memory/memory-tool-pin-store.js';
import { makeCall } from './driver-call.js';

const PROGRAMS = resolve('fixtures/programs');

/** A secret that servers are given and that must not come out anywhere. */
export const SERVER_SECRET = ['xoxb', '1234567890', 'abcdefghijklmnop'].join('-');

export interface McpBench {
  readonly servers: McpServers;
  readonly driver: StreamingDriver;
  readonly folder: string;
  readonly pins: ToolPinStore;
  /** Calls a tool whose class is the operator's; `text` arguments as given. */
  readonly call: (
    server: string,
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ) => AsyncIterable<Chunk>;
  /** What the servers of the fixtures noted, line by line. */
  readonly notes: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** A local server of the fixtures that behaves as told. */
export function misbehaving(behaviour: string, more: Partial<McpServerConfig> = {}): McpServerConfig {
  return local('mcp-misbehaving.mjs', { MCP_BEHAVIOUR: behaviour }, more);
}

/** The well-behaved server of the fixtures, as a subprocess. */
export function wellBehaved(more: Partial<McpServerConfig> = {}, env: Readonly<Record<string, string>> = {}) {
  return local('mcp-server.mjs', env, more);
}

function local(file: string, env: Readonly<Record<string, string>>, more: Partial<McpServerConfig>): McpServerConfig {
  return {
    command: process.execPath,
    args: [join(PROGRAMS, file)],
    trust: 'always',
    ...more,
    env: { ...env, ...more.env },
  };
}

/** Servers as the program would run them; `MCP_NOTE` and `MCP_TOKEN` are set for local ones. */
export function openMcpBench(
  configs: Readonly<Record<string, McpServerConfig>>,
  pins: ToolPinStore = createMemoryToolPinStore(),
): McpBench {
  const folder = mkdtempSync(join(tmpdir(), 'akernel-mcp-'));
  const note = join(folder, 'note');
  const own = { MCP_NOTE: note, MCP_TOKEN: SERVER_SECRET };
  const placed = Object.entries(configs).map(([name, config]): [string, McpServerConfig] => [
    name,
    config.command === undefined ? config : { ...config, env: { ...own, ...config.env } },
  ]);
  const servers = createMcpServers({
    servers: Object.fromEntries(placed),
    env: process.env,
    cwd: folder,
    pins,
    compileSchema: compileCheck,
  });
  const driver = createMcpDriver(servers);
  return {
    servers,
    driver,
    folder,
    pins,
    call: (server, tool, args = {}, signal = new AbortController().signal) =>
      driver.executeStream(
        makeCall({ binding: { driver_id: 'mcp', operation: 'call_tool', options: { server, tool } }, args, signal }),
      ),
    notes: () => readNotes(note),
    async close() {
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readNotes(note: string): readonly string[] {
  try {
    return readFileSync(note, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}
