import type { DriverBinding } from '../contract/capability.js';
import type { Chunk } from '../contract/chunk.js';
import type { DriverCall, PlaceArgument } from '../contract/driver.js';
import type { DatabaseConfig } from '../contract/driver-options/databases.js';
import type { StateGuard } from '../files/state-guard.js';
import type { LazyMcpServers } from './mcp-servers.js';
import type { StreamingDriver } from './streaming-driver.js';

/** What the hosting process gives to its drivers. */
export interface DriverOptions {
  /** Keeps every driver out of akernel's own state. */
  readonly guard: StateGuard;
  /** Undefined when there is nothing to read, for example because standard input is a terminal. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Where the relative paths of modules start; `cwd` when absent. */
  readonly configDir?: string;
  /** What the driver `sql` runs on, by name. */
  readonly databases?: Readonly<Record<string, DatabaseConfig>>;
  /** What the driver `mcp` calls. */
  readonly mcp?: LazyMcpServers;
}

type LoadDriver = (options: DriverOptions) => Promise<StreamingDriver>;

/** Every driver that comes with akernel. Its code is loaded when it is first called. */
const DRIVERS: Readonly<Record<string, LoadDriver>> = {
  demo: async () => (await import('./demo/index.js')).createDemoDriver(),
  filesystem: async (options) => (await import('./filesystem/index.js')).createFilesystemDriver(options),
  http: async (options) => (await import('./http/index.js')).createHttpDriver(options),
  mcp: async ({ mcp }) => (await import('./mcp/index.js')).createMcpDriver(await mcp?.load()),
  model: async (options) => (await import('./model/index.js')).createModelDriver(options),
  module: async (options) => (await import('./module/index.js')).createModuleDriver(options),
  process: async (options) => (await import('./process/index.js')).createProcessDriver(options),
  sql: async (options) => (await import('./sql/index.js')).createSqlDriver(options),
  stdin: async (options) => (await import('./stdin/index.js')).createStdinDriver(options),
};

export function createDrivers(options: DriverOptions): Readonly<Record<string, StreamingDriver>> {
  return Object.fromEntries(
    Object.entries(DRIVERS).map(([driverId, load]) => [driverId, lazily(driverId, () => load(options))]),
  );
}

function lazily(driverId: string, load: () => Promise<StreamingDriver>): StreamingDriver {
  let loading: Promise<StreamingDriver> | undefined;
  return {
    driver_id: driverId,
    async *executeStream(call: DriverCall): AsyncGenerator<Chunk> {
      loading ??= load();
      const driver = await loading;
      yield* driver.executeStream(call);
    },
    async streamedArguments(binding: DriverBinding) {
      loading ??= load();
      return (await (await loading).streamedArguments?.(binding)) ?? [];
    },
    async placeOf(binding: DriverBinding, argument: PlaceArgument) {
      loading ??= load();
      return (await loading).placeOf?.(binding, argument);
    },
    async close() {
      await (await loading)?.close?.();
    },
  };
}
