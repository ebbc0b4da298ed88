import { afterEach, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { createPostgresStores } from '../../../src/stores/postgres/postgres-stores.js';
import { keepPostgres } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { AUDIT_KEY, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
let stores: Stores | undefined;
afterEach(() => stores?.close());

test('a list of too many runs has those that were begun last: those that go on were left out', async () => {
  stores = await createPostgresStores({
    server: { url: await databases.make() },
    directory: newDirectory(),
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock: createTestClock(),
  });
  const { runs } = stores;
  const append = (name: string, count: number) =>
    runs?.append(
      Array.from({ length: count }, (_, number) => ({
        run_id: `${name}_${String(number).padStart(4, '0')}`,
        owner: 'ann',
        head: '{}',
        first_seq: 1,
        last_seq: 1,
        text: 'id: 1\n\n',
        ...(name === 'ended' ? { end: '{}' } : {}),
      })),
    );
  await append('ended', 2000);
  await append('going', 2);
  const listed = (await runs?.list('ann')) ?? [];
  expect(listed.length).toBe(2000);
  expect(listed.map(({ run_id }) => run_id).slice(-3)).toEqual(['ended_1999', 'going_0000', 'going_0001']);
});
