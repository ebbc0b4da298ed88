import { readdirSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import type { Stores } from '../../src/contract/stores.js';
import { STORES } from '../../src/stores/index.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { describeStores } from '../support/store-conformance.js';
import { createTestClock, keepDirectories } from '../support/store-fixtures.js';
import { AUDIT_KEY, STORE_KEY } from '../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

for (const [name, create] of Object.entries(STORES)) {
  describeStores(name, async (options = {}) => {
    const stores = await create({
      directory: newDirectory(),
      storeKey: STORE_KEY,
      auditKey: AUDIT_KEY,
      ...(name === 'postgres' ? { server: { url: await databases.make() } } : {}),
      clock: options.clock ?? createTestClock(),
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    });
    opened.push(stores);
    return stores;
  });
}

test('the table names every backend folder', () => {
  const folders = readdirSync('src/stores', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const backends = folders.map((entry) => entry.name).filter((name) => name !== 'sql');
  expect(Object.keys(STORES).sort()).toEqual(backends.sort());
});
