import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { linesOf, rowsOf } from '../../support/driver-call.js';
import { type PostgresServer, startPostgres } from '../../support/postgres.js';
import { runSql, type SqlCall } from './run-sql.js';

let server: PostgresServer;
let driver: StreamingDriver;

beforeAll(async () => {
  server = await startPostgres();
  driver = createSqlDriver({ env: {}, databases: { shop: { url: server.url } } });
});
afterAll(async () => {
  await driver.close?.();
  await server.stop();
});

const run = (statement: string, call: Partial<SqlCall> = {}) =>
  runSql(driver, { database: 'shop', statement, ...call });

describe('rows', () => {
  test('a few', async () => {
    expect(rowsOf(await run('select 1 as a, :b as b', { args: { b: 'x' } }))).toEqual([{ a: 1, b: 'x' }]);
  });
  test('many', async () => {
    const chunks = await run('select n, repeat($$x$$, 30) t from generate_series(1, 100000) n');
    expect(rowsOf(chunks)).toHaveLength(100000);
    expect(linesOf(chunks).split('\n')[99999]).toContain('100000');
  });
});
