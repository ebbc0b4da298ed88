import { expect, test } from 'vitest';
import { createSqlStores } from '../../../src/stores/sql/sql-stores.js';
import { openSqliteParts } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { newTrace } from '../../support/store-values.js';

const newDirectory = keepDirectories();

/** `failing`: how many of the next transactions end with an error after all their statements. */
function openCounted(failing = { left: 0 }) {
  const parts = openSqliteParts({
    directory: newDirectory(),
    storeKey: new Uint8Array(32).fill(1),
    auditKey: new Uint8Array(32).fill(2),
    clock: createTestClock(),
  });
  const counted = { transactions: 0 };
  const stores = createSqlStores({
    ...parts,
    database: {
      ...parts.database,
      transaction: (body) => {
        counted.transactions += 1;
        return parts.database.transaction(async (queries) => {
          const result = await body(queries);
          if (failing.left > 0) {
            failing.left -= 1;
            throw new Error('the disk is full');
          }
          return result;
        });
      },
    },
  });
  return { stores, counted, database: parts.database };
}

test('traces that come together share a transaction and an anchor, and are one chain', async () => {
  const { stores, counted } = openCounted();
  await stores.traces.append(newTrace('a_first'));
  const before = counted.transactions;
  const names = Array.from({ length: 20 }, (_, index) => `a_${index}`);
  const links = await Promise.all(names.map((name) => stores.traces.append(newTrace(name))));
  expect(counted.transactions - before).toBeLessThanOrEqual(4);
  expect(links.map(({ seq, trace }) => [seq, trace.action_id])).toEqual(names.map((name, index) => [index + 2, name]));
  expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 21 });
  await stores.close();
});

test('when they cannot be kept, each is told so, and they are kept behind the next one that can be', async () => {
  const failing = { left: 0 };
  const { stores } = openCounted(failing);
  await stores.traces.append(newTrace('a_first'));
  failing.left = 1;
  const settled = await Promise.allSettled(['a_1', 'a_2'].map((name) => stores.traces.append(newTrace(name))));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await stores.traces.append(newTrace('a_3'));
  expect((await stores.traces.list({})).map(({ action_id }) => action_id)).toEqual(['a_2', 'a_1', 'a_3', 'a_first']);
  expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 4 });
  await stores.close();
});

test('a trace that was held is held no more once it is appended', async () => {
  const { stores, database } = openCounted();
  await stores.traces.hold(newTrace('a_1'));
  await stores.traces.hold(newTrace('a_2'));
  await stores.traces.append(newTrace('a_1'));
  expect(await database.all('SELECT action_id FROM open_traces')).toEqual([{ action_id: 'a_2' }]);
  await stores.close();
});
