import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import type { Stores } from '../../../src/contract/stores.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories, readAll } from '../../support/store-fixtures.js';
import { AUDIT_KEY, makeLines, newHandle, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const opened: Stores[] = [];
afterAll(() => Promise.all(opened.map((stores) => stores.close())));

const BLOCKS = 20;

async function openWith(handleId: string): Promise<{ readonly stores: Stores; readonly directory: string }> {
  const directory = newDirectory();
  const clock = createTestClock();
  const stores = await createSqliteStores({ directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock });
  opened.push(stores);
  const writer = await stores.handles.create(newHandle(handleId));
  for (let block = 0; block < BLOCKS; block += 1) {
    await writer.append(makeLines(block * 10, 10, 100), 10);
    await writer.flush();
  }
  await writer.finish('complete');
  return { stores, directory };
}

describe('reading a long result', () => {
  test('leaves others their turn between its blocks, a signal that ends it among them', async () => {
    const { stores } = await openWith('h_1');
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) {
        setImmediate(count);
      }
    };
    count();
    const { rows } = await readAll(stores.handles, 'h_1');
    isDone = true;
    expect(rows).toBe(10 * BLOCKS);
    expect(turns).toBeGreaterThanOrEqual(BLOCKS);
  });

  test('the block that was opened last is not read again, and not given for a handle that is gone', async () => {
    const { stores, directory } = await openWith('h_1');
    const last = 10 * BLOCKS - 10;
    const before = await readAll(stores.handles, 'h_1', last);
    const segments = join(directory, 'segments');
    for (const name of readdirSync(segments, { recursive: true, encoding: 'utf8' })) {
      try {
        writeFileSync(join(segments, name), 'damaged');
      } catch {
        // A directory.
      }
    }
    expect((await readAll(stores.handles, 'h_1', last)).text).toBe(before.text);
    await expect(readAll(stores.handles, 'h_1', 0)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await stores.handles.remove('h_1');
    await expect(readAll(stores.handles, 'h_1', last)).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });
});
