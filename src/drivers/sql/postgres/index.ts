import type { Chunk } from '../../../contract/chunk.js';
import type { DatabaseConfig } from '../../../contract/driver-options/databases.js';
import { readAddress } from '../../../postgres/address.js';
import { cancellation, whenAborted } from '../../cancellation.js';
import type { SqlDatabase, SqlRun } from '../sql-database.js';
import { connect, type PgConnection } from './connection.js';
import { createPool, type Pool } from './pool.js';
import { postgresFailure } from './postgres-failure.js';
import { runStatement } from './run-statement.js';
import { becamePlain, begin, type ServerHabits } from './transaction.js';

const MAX_CONNECTIONS = 8;

/**
 * A PostgreSQL database. Each statement runs in a transaction of its own, read only unless it may write. It is undone,
 * and the server told to stop, when the call is aborted, left or fails before its end.
 */
export function createPostgresDatabase(name: string, config: DatabaseConfig): SqlDatabase {
  const pool = createPool({
    max: config.max_connections ?? MAX_CONNECTIONS,
    connect: async (signal) => {
      const address = await readAddress(`databases.${name}`, config);
      try {
        return await connect(address, signal);
      } catch (error) {
        throw postgresFailure(name, error, { isConnected: false });
      }
    },
  });
  /** Array types that the catalogue was asked about; they stay what they are. */
  const elementTypes = new Map<number, number>();
  const habits: ServerHabits = { isPlain: false };
  return { run: (run) => readRows({ name, pool, elementTypes, habits }, run), close: pool.close };
}

interface Opened {
  readonly name: string;
  readonly pool: Pool;
  readonly elementTypes: Map<number, number>;
  readonly habits: ServerHabits;
}

async function* readRows(opened: Opened, run: SqlRun): AsyncGenerator<Chunk> {
  const { name, pool, elementTypes } = opened;
  const connection = await openTransaction(opened, run).catch((error: unknown) => {
    throw postgresFailure(name, error, { isConnected: true });
  });
  const release = whenAborted(run.signal, () => void connection.drop());
  let isDone = false;
  try {
    yield* runStatement(connection, run, elementTypes);
    isDone = true;
  } catch (error) {
    throw run.signal.aborted
      ? cancellation(run.signal)
      : postgresFailure(name, error, { isConnected: true, writtenAt: run.writtenAt });
  } finally {
    release();
    if (isDone) {
      pool.release(connection);
    } else {
      await pool.discard(connection);
    }
  }
}

/** A connection that was kept may have died unseen; nothing has been run then, so the next one is tried. */
async function openTransaction({ pool, habits }: Opened, run: SqlRun): Promise<PgConnection> {
  for (;;) {
    const connection = await pool.acquire(run.signal);
    const release = whenAborted(run.signal, () => void connection.drop());
    try {
      await begin(connection, run, habits);
      return connection;
    } catch (error) {
      await pool.discard(connection);
      if (run.signal.aborted) {
        throw cancellation(run.signal);
      }
      if (!connection.wasUsed && !becamePlain(habits, error)) {
        throw error;
      }
    } finally {
      release();
    }
  }
}
