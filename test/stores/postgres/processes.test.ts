import { afterEach, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { openStoresAt, type Place } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { keepWorkers } from '../../support/store-processes.js';
import { START } from '../../support/store-values.js';

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
const newDirectory = keepDirectories();
const startWorker = keepWorkers();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

/** Each machine has a state directory of its own. */
async function newPlaces(): Promise<{ readonly url: string; readonly here: Stores; readonly elsewhere: () => Place }> {
  const url = await databases.make();
  const here = await openStoresAt({ directory: newDirectory(), url }, createTestClock());
  opened.push(here);
  return { url, here, elsewhere: () => ({ directory: newDirectory(), url }) };
}

const ENDED_WELL = EIGHT.map(() => 0);

test('eight processes on one ledger never spend more than its total, and all of it', async () => {
  const { here, elsewhere } = await newPlaces();
  const created = new Date(START).toISOString();
  await here.sessions.create({ session_id: 's', principal_id: 'alice', created_at: created, total: 500 });
  const workers = EIGHT.map((one) =>
    startWorker(elsewhere(), { type: 'ledger', sessionId: 's', prefix: `r_${one}_`, count: 60 }),
  );
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(ENDED_WELL);
  const charged = workers.map(({ said }) => Number(said[0]?.['charged']));
  expect(charged.reduce((sum, each) => sum + each, 0)).toBe(500);
  expect(await here.sessions.get('s')).toMatchObject({ total: 500, used: 500, reserved: 0 });
});

test('eight processes take exactly what a window admits and a grant allows', async () => {
  const { here, elsewhere } = await newPlaces();
  const rates = EIGHT.map(() => startWorker(elsewhere(), { type: 'rates', count: 30, limit: 100 }));
  expect(await Promise.all(rates.map(({ ended }) => ended))).toEqual(ENDED_WELL);
  const calls = EIGHT.map(() => startWorker(elsewhere(), { type: 'calls', grantId: 'g_1', count: 30, most: 100 }));
  expect(await Promise.all(calls.map(({ ended }) => ended))).toEqual(ENDED_WELL);
  const sum = (name: string) => [...rates, ...calls].reduce((all, { said }) => all + Number(said[0]?.[name] ?? 0), 0);
  expect([sum('admitted'), sum('taken')]).toEqual([100, 100]);
  expect(await here.rates.peek('shared', { windowMs: 1e9, now: START })).toBe(100);
});

test('eight processes append to one chain', async () => {
  const { here, elsewhere } = await newPlaces();
  const workers = EIGHT.map((one) => startWorker(elsewhere(), { type: 'traces', prefix: `p${one}_`, count: 40 }));
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(ENDED_WELL);
  expect(await here.traces.verify()).toEqual({ ok: true, records_checked: 320 });
});

test('a grant that is revoked here is revoked in every process that asks from then on', async () => {
  const { here, elsewhere } = await newPlaces();
  const workers = EIGHT.slice(4).map(() => startWorker(elsewhere(), { type: 'watch', grantId: 'g_1' }));
  await Promise.all(workers.map((worker) => worker.hasSaid(1)));
  await here.revocations.revoke('g_1', new Date(START).toISOString());
  // A stream asks twice a second.
  await Promise.all(workers.map(({ ended }) => ended));
  expect(workers.map(({ said }) => said[0])).toEqual(workers.map(() => ({ is_revoked: false })));
});

test('turns of one conversation by several processes follow each other, and none is lost', async () => {
  const { here, elsewhere } = await newPlaces();
  const created = new Date(START).toISOString();
  await here.sessions.create({ session_id: 's', principal_id: 'alice', created_at: created, total: 500 });
  const workers = ['a', 'b'].map((prefix) =>
    startWorker(elsewhere(), { type: 'turns', sessionId: 's', prefix, count: 5 }),
  );
  const statuses = await Promise.all(workers.map(({ ended }) => ended));
  const entries: unknown[] = [];
  for await (const step of here.conversations.read('s', 'forward')) {
    entries.push(...step);
  }
  // One that finds the session taken ends; the turns of the other are whole.
  expect(statuses).toContain(0);
  expect(entries.length % 4).toBe(0);
  expect(entries.length).toBeGreaterThanOrEqual(20);
});

test('a process of another machine lives as long as its lease, and after a start of the server until it can renew it', async () => {
  const { url, here } = await newPlaces();
  const writer = { handle_id: 'h_1', action_id: 'a_1', capability_id: 'c', principal_id: 'alice' };
  const open = () =>
    query(
      url,
      `insert into akernel.handles (handle_id, principal_id, created_ms, expires_ms, state, total_rows, size_bytes, owner, about)
       values ('h_1', 'alice', ${START}, ${START + 60_000}, 'open', 0, 0, 'lease/x/other-boot/other-ns/7/7', '${JSON.stringify({ ...writer, created_at: new Date(START).toISOString(), expires_at: new Date(START).toISOString() })}')`,
    );
  await here.traces.list({});
  await open();
  const lease = (seconds: number) =>
    query(
      url,
      `insert into akernel.leases values ('lease/x/other-boot/other-ns/7/7', clock_timestamp() + interval '${seconds} seconds')
       on conflict (owner) do update set ends_at = excluded.ends_at`,
    );
  await lease(600);
  expect(await here.handles.get('h_1')).toMatchObject({ state: 'open' });
  await lease(-600);
  const [row] = await query(
    url,
    "select pg_postmaster_start_time() + interval '20 seconds' > clock_timestamp() as fresh",
  );
  const state = (await here.handles.get('h_1'))?.state;
  expect(state).toBe(row?.['fresh'] === true ? 'open' : 'partial');
  await query(url, 'delete from akernel.leases');
  expect(await here.handles.get('h_1')).toMatchObject({ state: 'partial', reason: 'writer ended' });
});
