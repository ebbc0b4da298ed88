import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { AUDIT_KEY, START, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const DEFINITION = '{"description":"never say kestrel-moor-71"}';

it('seals what a server says of its tools, and reads what was written before', async () => {
  const directory = newDirectory();
  const path = join(directory, 'akernel.db');
  const clock = { ...createTestClock(), sleep: async () => {} };
  const stores = await createSqliteStores({ directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock });
  const pin = { server: 'shop', digest: 'd1', confirmed: false, pinned_at: new Date(START).toISOString() };
  const pins = ['read', 'write', 'list'].map((tool) => ({ ...pin, tool, definition: DEFINITION }));
  await stores.toolPins.addMissing(pins);
  const written = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('');
  expect(written).not.toContain('kestrel');

  const database = new DatabaseSync(path);
  database.exec(
    "UPDATE tool_pins SET definition = (SELECT definition FROM tool_pins WHERE tool = 'read') WHERE tool = 'write'",
  );
  database.prepare("UPDATE tool_pins SET definition = ? WHERE tool = 'list'").run(DEFINITION);
  database.close();
  const told = new Map((await stores.toolPins.list('shop')).map(({ tool, definition }) => [tool, definition]));
  expect(Object.fromEntries(told)).toEqual({ read: DEFINITION, write: '{}', list: DEFINITION });
  await stores.close();
});
