import { readdirSync } from 'node:fs';

import { afterEach, beforeAll, expect, test } from 'vitest';

import type { Stores } from '../../src/contract/stores.js';
import { STORES, type StoreOptions } from '../../src/stores/index.js';
import { openStoresAt } from '../support/open-stores-at.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { describeStores, type OpenStores } from '../support/store-conformance.js';
import { createTestClock, keepDirectories } from '../support/store-fixtures.js';
import { AUDIT_KEY, STORE_KEY } from '../support/store-values.js';
import { keepSwift } from '../support/swift-buckets.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const buckets = keepSwift();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

/** Stores are opened in copies of one that was made before. */
let ready: string;
beforeAll(async () => {
  ready = await databases.make();
  const stores = await openStoresAt({ directory: newDirectory(), url: ready }, createTestClock());
  await stores.handles.list({});
  await stores.close();
});

const withDatabase = async () => ({ server: { url: await databases.make(ready) } });

for (const name of Object.keys(STORES) as (keyof typeof STORES)[]) {
  describeStores(
    name,
    opening(name, async () => (name === 'postgres' ? withDatabase() : {})),
  );
}

describeStores(
  'postgres with a bucket',
  opening('postgres', async () => ({ ...(await withDatabase()), segments: await buckets.make() })),
);

function opening(name: keyof typeof STORES, more: () => Promise<Partial<StoreOptions>>): OpenStores {
  return async (options = {}) => {
    const stores = await STORES[name]({
      directory: newDirectory(),
      storeKey: STORE_KEY,
      auditKey: AUDIT_KEY,
      ...(await more()),
      clock: options.clock ?? createTestClock(),
      ...(options.limits === undefined ? {} : { limits: options.limits }),
    });
    opened.push(stores);
    return stores;
  };
}

test('the table names every backend folder', () => {
  const folders = readdirSync('src/stores', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const backends = folders.map((entry) => entry.name).filter((name) => name !== 'sql');
  expect(Object.keys(STORES).sort()).toEqual(backends.sort());
});
