import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import type { DatabaseConfig } from '../../contract/driver-options/databases.js';
import { KernelError } from '../../contract/errors.js';
import type { StateGuard } from '../../files/state-guard.js';
import { throwIfAborted } from '../cancellation.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { createPostgresDatabase } from './postgres/index.js';
import { prepareStatement } from './prepare-statement.js';
import type { SqlDatabase } from './sql-database.js';
import { createSqliteDatabase } from './sqlite/index.js';

export interface SqlHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly databases?: Readonly<Record<string, DatabaseConfig>>;
  /** Keeps it out of akernel's own state. */
  readonly guard?: StateGuard;
}

/**
 * Runs registered statements on the databases of the config, and streams their rows. A capability that is not WRITE or
 * DESTRUCTIVE cannot change anything. Connections are made when first needed, and kept until `close`.
 */
export function createSqlDriver(host: SqlHost): StreamingDriver {
  const opened = new Map<string, SqlDatabase>();

  const open = (name: string): SqlDatabase => {
    const config = Object.hasOwn(host.databases ?? {}, name) ? host.databases?.[name] : undefined;
    if (config === undefined) {
      throw new KernelError('CONFIG_INVALID', `there is no database ${name}`, { hint: `add databases.${name}` });
    }
    for (const path of [config.file, config.ca_file]) {
      if (path !== undefined) {
        host.guard?.refuse(path);
      }
    }
    const database =
      opened.get(name) ??
      (config.file === undefined
        ? createPostgresDatabase(name, config)
        : createSqliteDatabase(name, { file: config.file }, host.env));
    opened.set(name, database);
    return database;
  };

  return {
    driver_id: 'sql',
    async *executeStream(call: DriverCall): AsyncGenerator<Chunk> {
      throwIfAborted(call.signal);
      const { database, statement, timeoutMs } = prepareStatement(call, host.databases ?? {});
      yield* open(database).run({ ...statement, timeoutMs, signal: call.signal });
    },
    async close() {
      const all = [...opened.values()];
      opened.clear();
      await Promise.all(all.map((database) => database.close()));
    },
  };
}
