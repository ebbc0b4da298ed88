import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import type { Stores } from '../../../src/contract/stores.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories, readAll } from '../../support/store-fixtures.js';
import { AUDIT_KEY, makeLines, newHandle, newTrace, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const opened: Stores[] = [];
afterAll(() => Promise.all(opened.map((stores) => stores.close())));

async function open(directory = newDirectory()): Promise<{ readonly stores: Stores; readonly directory: string }> {
  const stores = await createSqliteStores({
    directory,
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock: createTestClock(),
  });
  opened.push(stores);
  return { stores, directory };
}

test('a reader that has begun a segment can end it after the handle was removed', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  for (let row = 0; row < 30; row += 10) {
    await writer.append(makeLines(row, 10), 10);
    await writer.flush();
  }
  await writer.finish('complete');
  const rows: number[] = [];
  for await (const piece of stores.handles.read('h_1', 0)) {
    rows.push(piece.first_row);
    await stores.handles.remove('h_1');
  }
  expect(rows).toEqual([0, 10, 20]);
  expect(existsSync(join(directory, 'segments', 'h_1.0'))).toBe(false);
});

test('a reader that still needs the index learns that the handle is gone', async () => {
  const { stores } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  for (let row = 0; row < 70; row += 1) {
    await writer.append(makeLines(row, 1), 1);
    await writer.flush();
  }
  await writer.finish('complete');
  const reading = (async () => {
    for await (const _piece of stores.handles.read('h_1', 0)) {
      await stores.handles.remove('h_1');
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
});

test('a reader whose next segment went with its handle learns that the handle is gone, not that a file is missing', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  const lines = makeLines(0, 1, 1_000_000);
  for (let row = 0; row < 70; row += 1) {
    await writer.append(lines, 1);
  }
  await writer.finish('complete');
  expect(existsSync(join(directory, 'segments', 'h_1.1'))).toBe(true);
  const reading = (async () => {
    for await (const { first_row: row } of stores.handles.read('h_1', 60)) {
      await (row === 60 && stores.handles.remove('h_1'));
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
});

test('a segment that is missing while its handle is there is told as missing', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 1), 1);
  await writer.finish('complete');
  rmSync(join(directory, 'segments', 'h_1.0'));
  await expect(readAll(stores.handles, 'h_1')).rejects.toMatchObject({
    code: 'STORE_FAILED',
    details: { reason: 'missing' },
  });
});

test('a writer whose handle was removed fails once and leaves nothing behind in the index', async () => {
  const { stores } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 1), 1);
  await writer.flush();
  await stores.handles.remove('h_1');
  await writer.append(makeLines(1, 1), 1);
  await expect(writer.flush()).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await writer.append(makeLines(2, 1), 1);
  await writer.flush();
  expect(await writer.finish('complete')).toMatchObject({ state: 'partial', reason: 'store failed', total_rows: 0 });
  expect(await stores.handles.get('h_1')).toBeUndefined();
});

test('closing the store settles what is still being written', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 3), 3);
  await stores.close();
  await expect(stores.handles.get('h_1')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  const { handles } = (await open(directory)).stores;
  expect(await handles.get('h_1')).toMatchObject({ state: 'partial', reason: 'writer ended', total_rows: 3 });
  expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 3).toString());
});

test('segments are split and all of them are removed', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  const lines = makeLines(0, 1, 1_000_000);
  for (let row = 0; row < 70; row += 1) {
    await writer.append(lines, 1);
  }
  await writer.finish('complete');
  const exists = [0, 1, 2].map((segment) => existsSync(join(directory, 'segments', `h_1.${segment}`)));
  expect(exists).toEqual([true, true, false]);
  const [piece] = (await readAll(stores.handles, 'h_1', 69)).pieces;
  expect(piece).toMatchObject({ first_row: 69, rows: 1 });
  await stores.handles.remove('h_1');
  expect(existsSync(join(directory, 'segments', 'h_1.1'))).toBe(false);
});

test.each<[string, (directory: string) => void]>([
  ['removed', (directory) => rmSync(directory, { recursive: true })],
  [
    'replaced by a copy',
    (directory) => {
      renameSync(directory, `${directory}.old`);
      cpSync(`${directory}.old`, directory, { recursive: true });
    },
  ],
])('a state directory that is %s in use is told, and nothing is written beside it', async (_name, change) => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 10), 10);
  await writer.flush();
  change(directory);
  const missing = { code: 'STORE_FAILED', details: { reason: 'missing' }, hint: expect.any(String) };
  await expect(stores.traces.append(newTrace('a_1'))).rejects.toMatchObject(missing);
  await expect(stores.handles.create(newHandle('h_2'))).rejects.toMatchObject(missing);
  await expect(writer.finish('complete')).rejects.toMatchObject(missing);
});

test('a result whose files were removed before its end is told as partial', async () => {
  const { stores, directory } = await open();
  const writer = await stores.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 10), 10);
  await writer.flush();
  rmSync(join(directory, 'segments'), { recursive: true });
  const record = await writer.finish('complete');
  expect(record).toMatchObject({ state: 'partial', reason: 'store failed', total_rows: 0 });
});
