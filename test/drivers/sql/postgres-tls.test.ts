import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseConfig } from '../../../src/contract/driver-options/databases.js';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import { failureOf, rowsOf } from '../../support/driver-call.js';
import { type PostgresServer, startPostgres } from '../../support/postgres.js';
import { eventually } from '../../support/processes.js';
import { runSql, sqlCall } from './run-sql.js';

let server: PostgresServer;
let admin: Client;

beforeAll(async () => {
  server = await startPostgres({ tls: true });
  admin = new Client(server.url);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

async function withDriver<Result>(
  config: DatabaseConfig,
  work: (driver: ReturnType<typeof createSqlDriver>) => Promise<Result>,
) {
  const driver = createSqlDriver({ env: {}, databases: { shop: { url: server.url, ...config } } });
  try {
    return await work(driver);
  } finally {
    await driver.close?.();
  }
}

const IS_ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
const encryption = (config: DatabaseConfig) =>
  withDriver(config, async (driver) => rowsOf(await runSql(driver, { database: 'shop', statement: IS_ENCRYPTED })));

test('a certificate is checked against those that are trusted', async () => {
  expect(await encryption({ sslmode: 'verify-full', ca_file: server.certificate })).toEqual([{ ssl: true }]);
  expect(await failureOf(() => encryption({ sslmode: 'verify-full' }))).toMatchObject({
    code: 'DRIVER_UNAVAILABLE',
    details: { reason: expect.stringMatching(/SELF_SIGNED/) },
  });
});

test('its name is checked by verify-full alone', async () => {
  const url = server.url.replace('127.0.0.1', 'localhost');
  expect(await encryption({ url, sslmode: 'verify-ca', ca_file: server.certificate })).toEqual([{ ssl: true }]);
  expect(await failureOf(() => encryption({ url, sslmode: 'verify-full', ca_file: server.certificate }))).toMatchObject(
    {
      details: { reason: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    },
  );
});

test('require alone asks for no certificate, disable for no TLS', async () => {
  expect(await encryption({ url: `${server.url}?sslmode=require` })).toEqual([{ ssl: true }]);
  expect(await encryption({})).toEqual([{ ssl: false }]);
});

test('certificates that cannot be read are a mistake of the config', async () => {
  expect(await failureOf(() => encryption({ ca_file: '/nowhere/ca.pem' }))).toMatchObject({ code: 'CONFIG_INVALID' });
});

test('an abort reaches the server, before a row and with a paused stream', async () => {
  const config: DatabaseConfig = {
    sslmode: 'verify-full',
    ca_file: server.certificate,
    application_name: 'akernel-tls',
  };
  const active = "select 1 from pg_stat_activity where application_name = 'akernel-tls' and state <> 'idle'";
  const isActive = async () => (await admin.query(active)).rows.length > 0;
  const statements = ['select pg_sleep(600)', "select generate_series(1, 1000000000), repeat('x', 1000)"];
  for (const statement of statements) {
    await withDriver(config, async (driver) => {
      const controller = new AbortController();
      const call = sqlCall({ database: 'shop', statement, signal: controller.signal });
      const chunks = driver.executeStream(call)[Symbol.asyncIterator]();
      const first = chunks.next();
      await eventually(isActive, 'it runs');
      controller.abort();
      await first.catch(() => undefined);
      await chunks.return?.();
      await eventually(async () => !(await isActive()), 'it has ended');
    });
  }
});

test('a Unix socket is named by the parameter host', async () => {
  const url = `${server.url.replace('127.0.0.1', 'localhost')}?host=${encodeURIComponent(server.folder)}`;
  expect(await encryption({ url })).toEqual([{ ssl: false }]);
});
