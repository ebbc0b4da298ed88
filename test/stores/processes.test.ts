import { afterEach, describe, expect, test } from 'vitest';

import type { Stores } from '../../src/contract/stores.js';
import { openStoresAt, type Place } from '../support/open-stores-at.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { proofSize } from '../support/proof-size.js';
import { createTestClock, keepDirectories, readAll } from '../support/store-fixtures.js';
import { keepWorkers } from '../support/store-processes.js';
import { makeLines, newHandle, START } from '../support/store-values.js';

const newDirectory = keepDirectories();
const startWorker = keepWorkers();
const databases = keepPostgres();
/** Of a writer that is killed at some moment. */
const ROUNDS = proofSize(4, 40);
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

const ENGINES: Readonly<Record<string, () => Promise<Place>>> = {
  sqlite: async () => ({ directory: newDirectory() }),
  postgres: async () => ({ directory: newDirectory(), url: await databases.make() }),
};

async function open(place: Place): Promise<Stores> {
  const stores = await openStoresAt(place, createTestClock());
  opened.push(stores);
  return stores;
}

describe.each(Object.entries(ENGINES))('%s', (engine, newPlace) => {
  test('processes that start at once on no store share one chain and one window', async () => {
    const place = await newPlace();
    const traces = ['p', 'q', 'r'].map((prefix) => startWorker(place, { type: 'traces', prefix, count: 150 }));
    const rates = [1, 2].map(() => startWorker(place, { type: 'rates', count: 60, limit: 50 }));
    expect(await Promise.all([...traces, ...rates].map((worker) => worker.ended))).toEqual([0, 0, 0, 0, 0]);
    const stores = await open(place);
    expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 450 });
    expect((await stores.traces.list({})).filter((trace) => trace.action_id.startsWith('q'))).toHaveLength(150);
    const admitted = rates.map((worker) => Number(worker.said[0]?.['admitted']));
    expect(admitted.reduce((sum, count) => sum + count, 0)).toBe(50);
  });

  test('another process reads what was flushed while the writer is at work', async () => {
    const place = await newPlace();
    const worker = startWorker(place, { type: 'write-forever', handleId: 'h_1', width: 2000 });
    await worker.hasSaid(5);
    const { handles } = await open(place);
    const flushed = Number(worker.said.at(-1)?.['rows']);
    expect(await handles.get('h_1')).toMatchObject({ state: 'open' });
    const { text, rows } = await readAll(handles, 'h_1');
    expect(rows).toBeGreaterThanOrEqual(flushed);
    expect(text === makeLines(0, rows, 2000).toString()).toBe(true);
    await worker.kill();
  });

  test('whenever the writer is killed, all it flushed is redeemable and the chain is intact', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await newPlace();
      const width = round % 2 === 0 ? 10 : 20_000;
      const worker = startWorker(place, { type: 'write-forever', handleId: 'h_1', width });
      await worker.hasSaid(1);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      await worker.kill();
      const flushed = Number(worker.said.at(-1)?.['rows']);
      const stores = await open(place);
      const record = await stores.handles.get('h_1');
      expect(record).toMatchObject({ state: 'partial', reason: 'writer ended' });
      const { text, rows } = await readAll(stores.handles, 'h_1');
      expect(rows).toBe(record?.total_rows);
      expect(rows).toBeGreaterThanOrEqual(flushed);
      expect(text === makeLines(0, rows, width).toString()).toBe(true);
      expect(await stores.traces.verify()).toMatchObject({ ok: true });
    }
  });

  test('the action of a killed process gets its one trace from whoever finds it', async () => {
    const place = await newPlace();
    const worker = startWorker(place, { type: 'write-forever', handleId: 'h_1', width: 10 });
    await worker.hasSaid(1);
    const [first, second] = [await open(place), await open(place)];
    const tracesOfIt = async (): Promise<readonly unknown[]> =>
      (await second.traces.list({})).filter((trace) => trace.action_id === newHandle('h_1').action_id);
    await first.handles.settle();
    expect(await tracesOfIt()).toEqual([]);
    await worker.kill();
    await first.handles.settle();
    await Promise.all([second.handles.settle(), second.handles.get('h_1')]);
    expect(await tracesOfIt()).toMatchObject([{ handle_id: 'h_1', outcome: 'failed', error: { code: 'INTERNAL' } }]);
    expect(await first.traces.verify()).toMatchObject({ ok: true });
  });

  test('an action that went on in a killed process gets its one trace too, as far as it was known', async () => {
    const place = await newPlace();
    const worker = startWorker(place, { type: 'hold', actionId: 'a_1' });
    await worker.hasSaid(1);
    const { traces } = await open(place);
    await traces.settle();
    expect(await traces.list({})).toEqual([]);
    await worker.kill();
    await Promise.all([traces.settle(), (await open(place)).traces.settle()]);
    expect(await traces.list({})).toMatchObject([
      { action_id: 'a_1', args: { pages: 2 }, outcome: 'failed', error: { code: 'INTERNAL' } },
    ]);
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 1 });
  });

  test('what a killed process reserved is given back; what a living one reserved is not', async () => {
    const place = await newPlace();
    const { sessions } = await open(place);
    const created = new Date(START).toISOString();
    await sessions.create({ session_id: 's', principal_id: 'p', created_at: created, total: 100 });
    const worker = startWorker(place, { type: 'reserve', sessionId: 's', reservationId: 'r_1', want: 100 });
    await worker.hasSaid(1);
    expect(worker.said[0]).toMatchObject({ amount: 100 });
    expect(await sessions.reserve({ sessionId: 's', reservationId: 'r_2', want: 10 })).toBeUndefined();
    await worker.kill();
    expect(await sessions.reserve({ sessionId: 's', reservationId: 'r_2', want: 10 })).toMatchObject({
      amount: 10,
      remaining_fraction: 1,
    });
  });

  test.runIf(engine === 'sqlite')(
    'a disk that fills up leaves a partial handle that can be read, and fails once',
    async () => {
      const place = await newPlace();
      await (await open(place)).traces.verify();
      const task = { type: 'write-until-failure', handleId: 'h_1' } as const;
      const worker = startWorker(place, task, { fileLimitKib: 2000 });
      expect(await worker.ended).toBe(0);
      const [failed, end] = worker.said;
      const error = Object(failed?.['error']);
      expect(error).toMatchObject({ code: 'STORE_FAILED', details: { reason: 'disk full' } });
      expect(error['hint']).toContain('AKERNEL_HOME');
      expect(end).toMatchObject({ failures: 1, record: { state: 'partial', reason: 'disk full' } });
      const { handles } = await open(place);
      const record = await handles.get('h_1');
      expect(record).toMatchObject({ state: 'partial', reason: 'disk full' });
      const { text, rows } = await readAll(handles, 'h_1');
      expect(rows).toBeGreaterThan(500);
      expect(text === makeLines(0, rows, 1000).toString()).toBe(true);
    },
  );
});
