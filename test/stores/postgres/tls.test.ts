import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServerConfig } from '../../../src/contract/driver-options/databases.js';
import { createPostgresStores } from '../../../src/stores/postgres/postgres-stores.js';
import { type PostgresServer, startPostgres } from '../../support/postgres.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { AUDIT_KEY, newTrace, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres({ tls: true });
});
afterAll(() => server.stop());

async function use(config: ServerConfig): Promise<unknown> {
  const stores = await createPostgresStores({
    server: { url: server.url, ...config },
    directory: newDirectory(),
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock: createTestClock(),
  });
  try {
    return await stores.traces.append(newTrace('a_1'));
  } catch (error) {
    return error;
  } finally {
    await stores.close();
  }
}

test('a server that shows who it is is used, by TLS', async () => {
  expect(await use({ sslmode: 'verify-full', ca_file: server.certificate })).toMatchObject({ seq: 1 });
});

test('one that cannot is not, and the store says why', async () => {
  const unreachable = { code: 'STORE_FAILED', details: { reason: 'unreachable' } };
  expect(await use({ sslmode: 'verify-full' })).toMatchObject({
    ...unreachable,
    hint: expect.stringContaining('SELF_SIGNED'),
  });
  expect(await use({ ca_file: newDirectory() })).toMatchObject({ code: 'CONFIG_INVALID' });
});
