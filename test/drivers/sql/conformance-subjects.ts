import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import type { ConformanceSubject } from '../../support/driver-conformance.js';
import { type PostgresServer, startPostgres } from '../../support/postgres.js';
import { readers } from './run-sql.js';

const SECRET = ['hunter', '2', 'secret', 'data'].join('-');

let folder = '';
let server: PostgresServer | undefined;

export async function openDatabases(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'akernel-sql-'));
  const database = new DatabaseSync(join(folder, 'long.sqlite'));
  database.exec('create table secret (value text unique)');
  database.prepare('insert into secret values (?)').run(SECRET);
  database.close();
  server = await startPostgres();
}

export async function closeDatabases(): Promise<void> {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function bindingOf(statement: string) {
  return { driver_id: 'sql', operation: 'query', options: { database: 'long', statement } };
}

const sqliteDriver = () =>
  createSqlDriver({ env: process.env, databases: { long: { file: join(folder, 'long.sqlite') } } });

export const sqlite: ConformanceSubject = {
  name: 'sql',
  startLong: () => {
    const statement =
      'with recursive c(n) as (select 1 union all select n + 1 from c) select n, hex(zeroblob(500)) as text from c';
    return {
      driver: sqliteDriver(),
      call: { binding: bindingOf(statement) },
      isWorking: () => readers().length > 0,
    };
  },
  startFailing: () => ({
    driver: sqliteDriver(),
    call: { binding: bindingOf("select json_extract(value, '$.' || value) from secret") },
    secret: SECRET,
  }),
};

const postgresDriver = () => createSqlDriver({ env: {}, databases: { long: { url: server?.url } } });

export const postgres: ConformanceSubject = {
  name: 'sql on PostgreSQL',
  startLong: () => {
    const statement = "select generate_series(1, 1000000000) as n, repeat('x', 1000) as text";
    return { driver: postgresDriver(), call: { binding: bindingOf(statement) }, isWorking: isConnected };
  },
  startFailing: () => ({
    driver: postgresDriver(),
    call: { binding: bindingOf('select :value::int'), args: { value: SECRET } },
    secret: SECRET,
  }),
};

/** Whether this machine has a connection open to the server, seen from the client's end. */
function isConnected(): boolean {
  const port = Number(new URL(server?.url ?? '').port || 5432);
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')} 01 `;
  return readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .some((line) => line.trim().split(/\s+/).slice(2, 4).join(' ').concat(' ').endsWith(remote));
}
