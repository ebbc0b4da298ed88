import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { AUDIT_KEY, START, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const DEFINITION = '{"description":"never say kestrel-moor-71"}';

const PIN = { server: 'shop', digest: 'd1', confirmed: false, pinned_at: new Date(START).toISOString() };

async function openShop() {
  const directory = newDirectory();
  const path = join(directory, 'akernel.db');
  const clock = { ...createTestClock(), sleep: async () => {} };
  const stores = await createSqliteStores({ directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock });
  const change = (sql: string, ...values: readonly string[]) => {
    const database = new DatabaseSync(path);
    database.prepare(sql).run(...values);
    database.close();
  };
  return { stores, change, pins: stores.toolPins, written: () => [path, `${path}-wal`].map(textOf).join('') };
}

function textOf(file: string): string {
  return readFileSync(file, 'latin1');
}

it('seals what a server says of its tools, their names too, each for its own place', async () => {
  const { stores, change, pins, written } = await openShop();
  const names = ['read_kestrel', 'write_kestrel'];
  await pins.addMissing(names.map((tool) => ({ ...PIN, tool, definition: DEFINITION })));
  expect(written()).not.toContain('kestrel');
  expect((await pins.list('shop')).map(({ tool }) => tool)).toEqual(names);
  change('UPDATE tool_pins SET definition = (SELECT definition FROM tool_pins ORDER BY tool LIMIT 1)');
  expect(await pins.list('shop')).toHaveLength(1);
  await stores.close();
});

it('reads what was kept before under the name itself, and keeps it as the same pin', async () => {
  const { stores, change, pins } = await openShop();
  await pins.addMissing([{ ...PIN, tool: 'new', definition: DEFINITION }]);
  const insert = "INSERT INTO tool_pins VALUES ('shop', ?, 'd0', ?, 1, 0)";
  change(insert, 'list', DEFINITION);
  change(insert, 'write', 'sealed for something else');
  expect((await pins.list('shop')).map(({ tool, definition }) => [tool, definition])).toEqual([
    ['list', DEFINITION],
    ['new', DEFINITION],
    ['write', '{}'],
  ]);
  await pins.addMissing([{ ...PIN, tool: 'list', definition: '{}' }]);
  await pins.replace([{ ...PIN, tool: 'write', definition: DEFINITION }]);
  expect(await pins.list('shop')).toMatchObject([
    { tool: 'list', digest: 'd0', confirmed: true, definition: DEFINITION },
    { tool: 'new' },
    { tool: 'write', digest: 'd1', confirmed: false, definition: DEFINITION },
  ]);
  await stores.close();
});
