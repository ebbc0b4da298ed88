import { mkdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { KernelError } from '../../../src/contract/errors.js';
import { withReserve } from '../../../src/stores/sql/disk-reserve.js';
import { createFileReserve } from '../../../src/stores/sqlite/disk-reserve.js';
import { toStoreError } from '../../../src/stores/store-error.js';
import { keepDirectories } from '../../support/store-fixtures.js';

const newDirectory = keepDirectories();
const WHOLE = 262_144;

function keep() {
  const directory = newDirectory();
  mkdirSync(directory);
  const path = join(directory, 'reserve');
  const reserve = createFileReserve(directory);
  reserve.prepare();
  return { reserve, path, size: () => statSync(path, { throwIfNoEntry: false })?.size };
}

const diskFull = (): KernelError =>
  toStoreError(Object.assign(new Error('no room'), { code: 'ENOSPC' }), 'remove a result');

test('the room is kept by a private file that cannot be squeezed, and made whole again', () => {
  const { reserve, path, size } = keep();
  expect(statSync(path)).toMatchObject({ size: WHOLE, mode: 0o100600 });
  expect(new Set(readFileSync(path)).size).toBe(256);
  truncateSync(path, 1000);
  reserve.prepare();
  expect(size()).toBe(WHOLE);
});

test('what finds the disk full is done again with the room, which is taken back after it', async () => {
  const { reserve, size } = keep();
  const seen: unknown[] = [];
  const work = async (): Promise<string> => {
    // As a database that is opened anew does.
    reserve.prepare();
    seen.push(size());
    if (seen.length === 1) {
      throw diskFull();
    }
    return 'done';
  };
  expect(await withReserve(reserve, work)).toBe('done');
  expect(seen).toEqual([WHOLE, undefined]);
  expect(size()).toBe(WHOLE);
});

test.each([
  ['another failure', new KernelError('STORE_FAILED', 'The store is damaged.')],
  ['something else', new Error('oops')],
])('%s is thrown as it is, once', async (_name, error) => {
  const { reserve, size } = keep();
  let calls = 0;
  const work = async (): Promise<never> => {
    calls += 1;
    throw error;
  };
  await expect(withReserve(reserve, work)).rejects.toBe(error);
  expect([calls, size()]).toEqual([1, WHOLE]);
});

test('a disk that stays full is told, and the room is kept all the same', async () => {
  const { reserve, size } = keep();
  await expect(withReserve(reserve, () => Promise.reject(diskFull()))).rejects.toMatchObject({
    details: { reason: 'disk full' },
  });
  expect(size()).toBe(WHOLE);
  await expect(withReserve(undefined, () => Promise.reject(diskFull()))).rejects.toThrow('disk full');
});
