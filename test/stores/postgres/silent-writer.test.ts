import { afterEach, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories, readAll } from '../../support/store-fixtures.js';
import { keepWorkers, type Worker } from '../../support/store-processes.js';
import { makeLines, newHandle, newTrace } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const startWorker = keepWorkers();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

const ENDED = { code: 'STORE_FAILED', message: expect.stringMatching(/silent for so long/) };

async function newMachines() {
  const url = await databases.make();
  const open = async () => {
    const stores = await openStoresAt({ directory: newDirectory(), url }, createTestClock());
    opened.push(stores);
    return stores;
  };
  /** What a writer holds seems to be that of another machine whose lease has ended. */
  const silence = async () => {
    for (const table of ['handles', 'open_traces']) {
      await query(url, `update akernel.${table} set owner = 'lease/x/other-boot/other-ns/7/7'`);
    }
  };
  return { url, writing: await open(), other: await open(), silence };
}

test('a writer that was silent until another machine settled its handle and its trace changes neither', async () => {
  const { writing, other, silence } = await newMachines();
  const about = newHandle('h_1');
  const writer = await writing.handles.create(about);
  await writer.append(makeLines(0, 5), 5);
  await writer.flush();
  await silence();
  const settled = { state: 'partial', reason: 'writer ended', total_rows: 5 };
  expect(await other.handles.get('h_1')).toMatchObject(settled);
  await writer.append(makeLines(5, 5), 5);
  await expect(writer.flush()).rejects.toMatchObject(ENDED);
  expect(await writer.finish('complete')).toMatchObject(settled);
  const own = newTrace(about.action_id, { handle_id: 'h_1' });
  await expect(writing.traces.append(own)).rejects.toMatchObject(ENDED);
  // The next one brings what could not be written: not this.
  await writing.traces.append(newTrace('a_next'));
  const told = (await other.traces.list({})).map(({ action_id: id, outcome }) => [id, outcome]);
  expect(told).toEqual([
    ['a_next', 'completed'],
    [about.action_id, 'failed'],
  ]);
  expect((await readAll(other.handles, 'h_1')).rows).toBe(5);
  expect(await other.handles.get('h_1')).toMatchObject(settled);
  expect(await other.traces.verify()).toEqual({ ok: true, records_checked: 2 });
});

test('a writer that has nothing left to write tells how its handle was settled meanwhile', async () => {
  const { writing, other, silence } = await newMachines();
  const writer = await writing.handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 5), 5);
  await writer.flush();
  await silence();
  await other.handles.settle();
  expect(await writer.finish('complete')).toMatchObject({ state: 'partial', reason: 'writer ended', total_rows: 5 });
});

test('an action that was held, and settled by another machine, is neither held nor told again', async () => {
  const { writing, other, silence } = await newMachines();
  const trace = newTrace('a_1', { event: 'expand' });
  await writing.traces.hold(trace);
  await silence();
  await other.traces.settle();
  await expect(writing.traces.hold(trace)).rejects.toMatchObject(ENDED);
  const settled = await Promise.allSettled([writing.traces.append(trace), writing.traces.append(newTrace('a_2'))]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await other.traces.settle();
  expect((await other.traces.list({})).map(({ action_id: id }) => id)).toEqual(['a_2', 'a_1']);
  expect(await other.traces.verify()).toEqual({ ok: true, records_checked: 2 });
});

test('a process that was stopped while another machine settled its handle gives up when it goes on', async () => {
  const { url, other, silence } = await newMachines();
  const worker = startWorker({ directory: newDirectory(), url }, { type: 'write-forever', handleId: 'h_1', width: 10 });
  await worker.hasSaid(3);
  await stopBetweenTransactions(worker, url);
  await silence();
  const settled = await other.handles.get('h_1');
  expect(settled).toMatchObject({ state: 'partial', reason: 'writer ended' });
  worker.child.kill('SIGCONT');
  expect(await worker.ended).toBe(1);
  expect(worker.said.at(-1)?.['error']).toMatchObject({ code: 'STORE_FAILED' });
  expect(await other.handles.get('h_1')).toEqual(settled);
  expect((await readAll(other.handles, 'h_1')).rows).toBe(settled?.total_rows);
  const { action_id: id } = newHandle('h_1');
  expect((await other.traces.list({})).filter(({ action_id: told }) => told === id)).toHaveLength(1);
});

/** In the middle of a transaction it would keep what it has locked, and nobody could settle that. */
async function stopBetweenTransactions({ child, said, hasSaid }: Worker, url: string): Promise<void> {
  const others =
    "backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database() and state <> 'idle'";
  const stop = async (): Promise<readonly unknown[]> => {
    child.kill('SIGSTOP');
    // What it has sent is done first.
    while ((await query(url, `select from pg_stat_activity where ${others} and state = 'active'`)).length > 0) {}
    return query(url, `select from pg_stat_activity where ${others}`);
  };
  while ((await stop()).length > 0) {
    child.kill('SIGCONT');
    await hasSaid(said.length + 1);
  }
}
