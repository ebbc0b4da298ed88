import type { SqlRun } from '../sql-database.js';
import type { PgConnection } from './connection.js';

/** A client that is gone without a word must not hold its locks and its snapshot for ever. */
const IDLE_IN_TRANSACTION_MS = 600_000;
const CONNECTION_CHECK_MS = 2000;
/** The first version with `client_connection_check_interval`. */
const CHECKS_CONNECTIONS = 14;

/** Which settings a server takes; found out when it first refuses one. */
export interface ServerHabits {
  isPlain: boolean;
}

/** An unknown setting, one that this system has not, and one that this server has not. */
const REFUSED_SETTING = ['22023', '42704', '0A000'];

/** Begins the transaction of one statement; its settings end with it. */
export async function begin(
  connection: PgConnection,
  { mayWrite, timeoutMs }: SqlRun,
  habits: ServerHabits,
): Promise<void> {
  const settings = [
    ['datestyle', 'ISO'],
    ['bytea_output', 'hex'],
    ...(timeoutMs === undefined ? [] : [['statement_timeout', String(timeoutMs)]]),
    ...(habits.isPlain ? [] : optionalSettings(connection)),
  ];
  const set = settings.map(([setting, value]) => `set local ${setting} = '${value}'`);
  await connection.simple([`begin ${mayWrite ? 'read write' : 'read only'}`, ...set].join('; '));
}

function optionalSettings({ serverVersion }: PgConnection): readonly (readonly string[])[] {
  return [
    ['intervalstyle', 'iso_8601'],
    ['extra_float_digits', '1'],
    ['idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS)],
    ...(serverVersion < CHECKS_CONNECTIONS ? [] : [['client_connection_check_interval', String(CONNECTION_CHECK_MS)]]),
  ];
}

/** Whether `begin` may go better without the settings that not every server has; it is told only once. */
export function becamePlain(habits: ServerHabits, error: unknown): boolean {
  const state: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  const isNew = !habits.isPlain && REFUSED_SETTING.some((refused) => refused === state);
  habits.isPlain ||= isNew;
  return isNew;
}

/** Makes a change last; there is nothing to keep of a statement that only read. */
export async function end(connection: PgConnection, { mayWrite }: SqlRun): Promise<void> {
  await connection.simple(mayWrite ? 'commit' : 'rollback');
}
