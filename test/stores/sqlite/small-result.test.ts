import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { afterEach, describe, expect, test } from 'vitest';

import type { Stores } from '../../../src/contract/stores.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories, readAll } from '../../support/store-fixtures.js';
import { AUDIT_KEY, makeLines, newHandle, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

async function open(directory: string): Promise<Stores> {
  const options = { directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock: createTestClock() };
  const stores = await createSqliteStores(options);
  opened.push(stores);
  return stores;
}

function withDatabase<Result>(directory: string, work: (database: DatabaseSyncInstance) => Result): Result {
  const database = new DatabaseSync(join(directory, 'akernel.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const keep = (stores: Stores, handleId: string, from = 0) =>
  stores.handles.keep(newHandle(handleId), [{ lines: makeLines(from, 3), rows: 3 }], { state: 'complete' });

describe('a small result that has ended', () => {
  test('has no file, and nothing of it is on the disk in clear', async () => {
    const directory = newDirectory();
    const { handles } = await open(directory);
    const lines = Buffer.from('"rosebud-rosebud"\n');
    await handles.keep(newHandle('h_1'), [{ lines, rows: 1 }], { state: 'complete' });
    expect(existsSync(join(directory, 'segments'))).toBe(false);
    for (const file of ['akernel.db', 'akernel.db-wal']) {
      expect(readFileSync(join(directory, file)).includes('rosebud')).toBe(false);
    }
    expect((await readAll(handles, 'h_1')).text).toBe(lines.toString());
  });

  test('a longer one has a file', async () => {
    const directory = newDirectory();
    const { handles } = await open(directory);
    await handles.keep(newHandle('h_1'), [{ lines: makeLines(0, 1, 20_000), rows: 1 }], { state: 'complete' });
    expect(existsSync(join(directory, 'segments', 'h_1.0'))).toBe(true);
  });

  test('every byte that is changed is noticed', async () => {
    const directory = newDirectory();
    await keep(await open(directory), 'h_1');
    const size = withDatabase(directory, (database) => {
      const row = database.prepare('SELECT length(sealed) AS size FROM blocks').get();
      return Number(JSON.parse(JSON.stringify(row)).size);
    });
    const unnoticed: number[] = [];
    for (let at = 1; at <= size; at += 1) {
      const change = (database: DatabaseSyncInstance) =>
        database.exec(
          `UPDATE blocks SET sealed = cast(substr(sealed, 1, ${at - 1}) ||
             CASE substr(sealed, ${at}, 1) WHEN x'00' THEN x'01' ELSE x'00' END || substr(sealed, ${at + 1}) AS BLOB)`,
        );
      withDatabase(directory, (database) => database.exec('CREATE TABLE copy AS SELECT sealed FROM blocks'));
      withDatabase(directory, change);
      // A store of its own: the block that was read last is kept for a moment.
      const fresh = await open(directory);
      const found = await readAll(fresh.handles, 'h_1').catch((error: unknown) => error);
      await fresh.close();
      if (!(found instanceof Error)) {
        unnoticed.push(at);
      }
      withDatabase(directory, (database) =>
        database.exec('UPDATE blocks SET sealed = (SELECT sealed FROM copy); DROP TABLE copy'),
      );
    }
    expect(unnoticed).toEqual([]);
  });

  test.each([
    ['that of another handle', "UPDATE blocks SET sealed = (SELECT sealed FROM blocks WHERE handle_id = 'h_2')"],
    ['rows renumbered', 'UPDATE blocks SET end_row = 2'],
    ['another owner', "UPDATE handles SET about = replace(about, 'alice', 'bobby')"],
  ])('%s is damage, told by handle and row', async (_, sql) => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    await keep(stores, 'h_2', 3);
    withDatabase(directory, (database) => database.exec(sql));
    await expect(readAll(stores.handles, 'h_1')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'the kept result h_1 is damaged at row 0',
    });
  });

  test('goes with its entry', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    expect(await stores.handles.collect(new Date(8.64e15).toISOString())).toMatchObject({ removed_handles: 1 });
    const left = withDatabase(directory, (database) => database.prepare('SELECT count(*) AS n FROM blocks').get());
    expect(left).toEqual({ n: 0 });
  });

  test('is kept in a store of before, whose results can be read as ever', async () => {
    const directory = newDirectory();
    const before = await open(directory);
    const writer = await before.handles.create(newHandle('h_old'));
    await writer.append(makeLines(0, 2), 2);
    await writer.finish('complete');
    await before.close();
    withDatabase(directory, (database) => {
      database.exec("ALTER TABLE blocks DROP COLUMN sealed; DELETE FROM migrations WHERE name = 's001_small_results'");
    });
    const { handles } = await open(directory);
    await handles.keep(newHandle('h_new'), [{ lines: makeLines(2, 2), rows: 2 }], { state: 'complete' });
    expect((await readAll(handles, 'h_old')).text).toBe(makeLines(0, 2).toString());
    expect((await readAll(handles, 'h_new')).text).toBe(makeLines(2, 2).toString());
  });

  test('nothing of it is kept where it cannot be kept whole', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    withDatabase(directory, (database) => {
      database.exec("CREATE TRIGGER full BEFORE UPDATE ON kept BEGIN SELECT raise(ABORT, 'no'); END");
    });
    await expect(keep(stores, 'h_2')).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await stores.handles.get('h_2')).toBeUndefined();
    expect((await readAll(stores.handles, 'h_1')).rows).toBe(3);
  });
});
