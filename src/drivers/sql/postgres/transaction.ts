import type { SqlRun } from '../sql-database.js';
import type { PgConnection } from './connection.js';

/** A client that is gone without a word must not hold its locks and its snapshot for ever. */
const IDLE_IN_TRANSACTION_MS = 600_000;
const CONNECTION_CHECK_MS = 2000;
/** The first version with `client_connection_check_interval`. */
const CHECKS_CONNECTIONS = 14;

/** Begins the transaction of one statement; its settings end with it. */
export async function begin(connection: PgConnection, { mayWrite, timeoutMs }: SqlRun): Promise<void> {
  const settings = [
    ['datestyle', 'ISO'],
    ['intervalstyle', 'iso_8601'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS)],
    ...(timeoutMs === undefined ? [] : [['statement_timeout', String(timeoutMs)]]),
    ...(connection.serverVersion < CHECKS_CONNECTIONS
      ? []
      : [['client_connection_check_interval', String(CONNECTION_CHECK_MS)]]),
  ];
  const set = settings.map(([setting, value]) => `set local ${setting} = '${value}'`);
  await connection.simple([`begin ${mayWrite ? 'read write' : 'read only'}`, ...set].join('; '));
}

/** Makes a change last; there is nothing to keep of a statement that only read. */
export async function end(connection: PgConnection, { mayWrite }: SqlRun): Promise<void> {
  await connection.simple(mayWrite ? 'commit' : 'rollback');
}
