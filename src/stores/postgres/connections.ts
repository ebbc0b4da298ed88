import type { Pool, PoolClient } from 'pg';
import type { ServerConfig } from '../../contract/driver-options/databases.js';
import { clientOptions, readAddress } from '../../postgres/address.js';
import { isLost } from './postgres-error.js';

/** Connections to the server of a store; each of them is one statement's or one transaction's at a time. */
export interface Connections {
  readonly use: <Result>(work: (client: PoolClient) => Promise<Result>) => Promise<Result>;
  /** Whether it was the way to the server that failed: nothing was asked of it then. */
  readonly isBeforeUse: (error: unknown) => boolean;
  readonly close: () => Promise<void>;
}

const MAX_CONNECTIONS = 8;
const IDLE_MS = 30_000;
/** A server that does not answer at all is as good as gone. */
const SILENT_MS = 60_000;
const BIG_INTEGER = 20;

/**
 * Everything stands in a schema of its own, so that the database can be one that others use too. Nobody who is gone
 * without a word keeps the others waiting.
 */
const SETTINGS = [
  'SET search_path = akernel',
  "SET lock_timeout = '10s'",
  "SET idle_in_transaction_session_timeout = '20s'",
].join('; ');

/** Throws CONFIG_INVALID for an address that is none. No connection is made before the first use. */
export async function openConnections(server: ServerConfig): Promise<Connections> {
  const [{ Pool, types }, address] = await Promise.all([
    import('../../postgres/pg-library.js'),
    readAddress('store', server),
  ]);
  const pool = new Pool({
    ...clientOptions(address),
    max: server.max_connections ?? MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    pipeline: true,
    query_timeout: SILENT_MS,
    types: {
      // Counts and milliseconds, none of which is too big for a number.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === BIG_INTEGER ? Number : types.getTypeParser(type, format),
    },
    onConnect: async (client) => {
      await client.query(SETTINGS);
    },
  });
  ignoreIdleFailures(pool);
  return overPool(pool);
}

function overPool(pool: Pool): Connections {
  const beforeUse = new WeakSet<object>();
  return {
    use: async (work) => {
      const client = await pool.connect().catch((error: unknown) => {
        throw noted(beforeUse, error);
      });
      let failure: unknown;
      try {
        return await work(client);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        client.release(failure !== undefined && isLost(failure));
      }
    },
    isBeforeUse: (error) => typeof error === 'object' && error !== null && beforeUse.has(error),
    close: () => pool.end(),
  };
}

function noted(errors: WeakSet<object>, error: unknown): Error {
  const known = error instanceof Error ? error : new Error('no connection');
  errors.add(known);
  return known;
}

/** Whoever uses the connection next is told by its statement; one that nobody uses is no longer there. */
function ignoreIdleFailures(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
}
