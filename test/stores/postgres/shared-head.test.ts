import { afterEach, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { newTrace } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

async function machine(url: string, directory = newDirectory()): Promise<Stores> {
  const stores = await openStoresAt({ directory, url }, createTestClock());
  opened.push(stores);
  return stores;
}

test('an older copy of the database is found by each machine that saw more, until somebody accepts it', async () => {
  const url = await databases.make();
  const here = newDirectory();
  const stores = await machine(url, here);
  const elsewhere = await machine(url);
  await stores.traces.append(newTrace('a_1'));
  await elsewhere.traces.append(newTrace('a_2'));
  const [head] = await query(url, 'select count, hash, mac from akernel.trace_head');
  await stores.traces.append(newTrace('a_3'));
  await query(url, 'delete from akernel.traces where seq = 3');
  await query(url, `update akernel.trace_head set count = 2, hash = '${head?.['hash']}', mac = '${head?.['mac']}'`);
  const verdict = { ok: false, problem: 'head_file', first_bad_seq: 3 };
  expect(await stores.traces.verify()).toMatchObject(verdict);
  expect(await (await machine(url, here)).traces.verify()).toMatchObject(verdict);
  expect(await elsewhere.traces.verify()).toEqual({ ok: true, records_checked: 2 });
  await elsewhere.traces.append(newTrace('a_4'));
  expect(await stores.traces.verify()).toMatchObject({ ok: false, detail: expect.stringContaining('older copy') });
  await stores.traces.accept(newTrace('a_5', { event: 'audit' }));
  expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 4 });
});

test('machines that take turns never speak against each other, pruned or not', async () => {
  const url = await databases.make();
  const machines = [await machine(url), await machine(url), await machine(url)];
  for (let index = 0; index < 12; index += 1) {
    await machines[index % 3]?.traces.append(newTrace(`a_${index}`));
  }
  const traceOf = () => newTrace('a_prune', { event: 'audit' });
  const rule = { max_traces: 4, before: new Date(0).toISOString(), spare: 0, most: 100, traceOf };
  expect(await machines[0]?.traces.prune(rule)).toMatchObject({ removed: 9 });
  for (const { traces } of machines) {
    expect(await traces.verify()).toMatchObject({ ok: true, records_checked: 4, pruned: 9 });
  }
  await machines[2]?.traces.append(newTrace('a_last'));
  expect(await machines[2]?.traces.verify()).toMatchObject({ ok: true, records_checked: 5 });
});
