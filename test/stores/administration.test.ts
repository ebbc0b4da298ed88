import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { CopyProgress, StoreAdministration } from '../../src/contract/store-status.js';
import type { Stores } from '../../src/contract/stores.js';
import { createStoreAdministration } from '../../src/stores/administration.js';
import { openStoresAt, type Place } from '../support/open-stores-at.js';
import { keepPostgres, query } from '../support/postgres-databases.js';
import { createTestClock, keepDirectories, readAll } from '../support/store-fixtures.js';
import { AUDIT_KEY, makeLines, newHandle, newTrace, START, STORE_KEY } from '../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

const at = (ms: number): string => new Date(START + ms).toISOString();

async function open(place: Place): Promise<Stores> {
  const stores = await openStoresAt(place, createTestClock());
  opened.push(stores);
  return stores;
}

async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
}

interface TwoPlaces {
  readonly embedded: Place;
  readonly shared: Place & { readonly url: string };
  readonly store: StoreAdministration;
}

async function twoPlaces(url?: string): Promise<TwoPlaces> {
  const directory = newDirectory();
  const shared = { directory, url: url ?? (await databases.make()) };
  const store = createStoreAdministration({
    directory,
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock: createTestClock(),
    server: { url: shared.url },
    places: { embedded: directory, shared: 'shared' },
    principalId: 'ann',
    newId: () => 'a_copy',
  });
  return { embedded: { directory }, shared, store };
}

/** Some of everything that a store keeps; the longest result has two segments. */
async function fill(stores: Stores): Promise<void> {
  const { handles, traces, sessions, conversations, memories, revocations, rates, calls, toolPins } = stores;
  for (const [id, rows, width] of [
    ['h_long', 700, 100_000],
    ['h_short', 3, 10],
    ['h_empty', 0, 0],
  ] as const) {
    const writer = await handles.create(newHandle(id));
    for (let row = 0; row < rows; row += 50) {
      const count = Math.min(50, rows - row);
      await writer.append(makeLines(row, count, width), count);
    }
    await writer.finish('complete');
  }
  await handles.keep(newHandle('h_small'), [{ lines: makeLines(0, 4), rows: 4 }], { state: 'complete' });
  for (let index = 0; index < 450; index += 1) {
    await traces.append(newTrace(`a_${index}`, { args: { index, text: 'ü' } }));
  }
  const traceOf = () => newTrace('a_prune', { event: 'audit' });
  await traces.prune({ max_traces: 400, before: at(-1e9), spare: 0, most: 100, traceOf });
  await sessions.create({ session_id: 's_1', principal_id: 'alice', created_at: at(0), total: 100 });
  await sessions.create({ session_id: 's_2', principal_id: 'alice', created_at: at(1), total: 0, parent_id: 's_1' });
  await sessions.spend('s_2', 30);
  await conversations.claim('s_1', 'c');
  await conversations.append({ sessionId: 's_1', claimId: 'c', messages: [{ role: 'user', content: 'hello' }] });
  await memories.set('s_1', { key: 'k', json: '{"x":1}' }, 5);
  await revocations.issue({ grantId: 'g_1', principalId: 'alice', now: at(0), expiresAt: at(1e9) });
  await revocations.revoke('g_1', at(5));
  await revocations.revokePrincipal('bob', at(5));
  await rates.admit('key', { limit: 3, windowMs: 1e6, now: START });
  await calls.take('g_1', 3);
  const pin = { server: 'files', tool: 'read', digest: 'd', definition: '{}', confirmed: true, pinned_at: at(0) };
  await toolPins.addMissing([pin]);
}

/** All that can be read of it, without the traces of its copies. */
async function contentOf(stores: Stores): Promise<unknown> {
  const { handles, traces, sessions, conversations, memories, revocations, rates, toolPins } = stores;
  const links = [];
  for await (const link of traces.export({})) {
    if (link.trace.action_id !== 'a_copy') {
      links.push(link);
    }
  }
  const entries = [];
  for await (const step of conversations.read('s_1', 'forward')) {
    entries.push(...step);
  }
  return {
    handles: await handles.list({}),
    texts: await Promise.all(
      ['h_long', 'h_short', 'h_empty', 'h_small'].map(async (id) => (await readAll(handles, id)).text),
    ),
    links,
    isIntact: (await traces.verify()).ok,
    sessions: await sessions.list(),
    entries,
    memory: await memories.list('s_1'),
    revoked: await Promise.all(
      ['alice', 'bob'].map((principalId) => revocations.isRevoked({ grantId: 'g_1', principalId, issuedAt: at(1) })),
    ),
    owner: await revocations.principalOf('g_1'),
    rate: await rates.peek('key', { windowMs: 1e6, now: START }),
    pins: await toolPins.list('files'),
  };
}

test('a store is copied into a shared one and back, and is the same everywhere', async () => {
  const here = await twoPlaces();
  const first = await open(here.embedded);
  await fill(first);
  const content = await contentOf(first);
  await closeAll();
  const progress: CopyProgress[] = [];
  const copy = await here.store.copy('embedded', 'shared', (step) => progress.push(step));
  expect(progress.map(({ results, of_results }) => [results, of_results])).toEqual([
    [1, 4],
    [2, 4],
    [3, 4],
    [4, 4],
  ]);
  expect(progress.at(-1)?.copied_bytes).toBe(copy.copied_bytes);
  expect(copy).toMatchObject({ records_checked: 400, rows: { handles: 4, traces: 400, sessions: 2, kept: 1 } });
  expect(copy.copied_bytes).toBeGreaterThan(70_000_000);
  const shared = await open(here.shared);
  expect(await contentOf(shared)).toEqual(content);
  const told = { event: 'audit', principal_id: 'ann', outcome: 'completed', args: { copy: 'embedded', to: 'shared' } };
  expect((await shared.traces.list({ limit: 1 }))[0]).toMatchObject(told);
  expect(await shared.calls.take('g_1', 1)).toBe(false);
  expect(await shared.conversations.claim('s_1', 'other')).toMatchObject({ entries: 1 });
  await closeAll();
  const there = await twoPlaces(here.shared.url);
  await there.store.copy('shared', 'embedded');
  const back = await open(there.embedded);
  expect(await contentOf(back)).toEqual(content);
  await back.traces.append(newTrace('a_next'));
  expect(await back.traces.verify()).toMatchObject({ ok: true, records_checked: 403 });
});

test('status tells of a store without making or changing one', async () => {
  const { store, embedded, shared } = await twoPlaces();
  expect(await store.status('embedded')).toMatchObject({ kind: 'embedded', state: 'missing' });
  expect(await store.status('shared')).toMatchObject({ kind: 'shared', state: 'missing', place: 'shared' });
  expect(existsSync(join(embedded.directory, 'akernel.db'))).toBe(false);
  expect(await query(shared.url, "select 1 from pg_namespace where nspname = 'akernel'")).toEqual([]);
  const applied = (await store.migrate('shared')).applied;
  expect(applied).toContain('p001_shared');
  expect((await store.migrate('shared')).applied).toEqual([]);
  const { handles } = await open(shared);
  await (await handles.create(newHandle('h_1'))).append(makeLines(0, 1), 1);
  expect(await store.status('shared')).toMatchObject({
    state: 'ready',
    engine: expect.stringMatching(/^PostgreSQL \d/),
    writers: 1,
    counts: { handles: 1, open_handles: 1, traces: 0, sessions: 0 },
  });
  await query(shared.url, "delete from akernel.migrations where name = 'p001_shared'");
  expect(await store.status('shared')).toMatchObject({ state: 'behind', missing_migrations: ['p001_shared'] });
  await query(shared.url, "update akernel.settings set value = 'x' where name = 'key_check'");
  expect(await store.status('shared')).toMatchObject({ state: 'other_key' });
});

test('nothing is copied over something, from a store in use, or of a chain that is not intact', async () => {
  const { store, embedded, shared } = await twoPlaces();
  const stores = await open(embedded);
  await stores.traces.append(newTrace('a_1'));
  await stores.traces.append(newTrace('a_2'));
  const writer = await stores.handles.create(newHandle('h_1'));
  await expect(store.copy('embedded', 'shared')).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: 'the store is in use, so it is not copied',
  });
  await writer.finish('complete');
  await (await open(shared)).traces.append(newTrace('a_1'));
  await expect(store.copy('embedded', 'shared')).rejects.toMatchObject({ code: 'USAGE' });
  await expect(store.copy('shared', 'embedded')).rejects.toMatchObject({ code: 'USAGE' });
  await closeAll();
  await query(shared.url, "update akernel.traces set trace = replace(trace, 'alice', 'bob')");
  const other = await twoPlaces(shared.url);
  await expect(other.store.copy('shared', 'embedded')).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringContaining('not intact'),
  });
});

test('a copy that fails leaves nothing', async () => {
  const { store, embedded, shared } = await twoPlaces();
  const stores = await open(embedded);
  for (const id of ['h_1', 'h_2']) {
    const writer = await stores.handles.create(newHandle(id));
    await writer.append(makeLines(0, 5), 5);
    await writer.finish('complete');
  }
  await stores.traces.append(newTrace('a_1'));
  await closeAll();
  await store.migrate('shared');
  await query(shared.url, "alter table akernel.traces add check (action_id <> 'a_1')");
  await expect(store.copy('embedded', 'shared')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await query(shared.url, 'select handle_id from akernel.block_data')).toEqual([]);
  expect((await store.status('shared')).counts).toMatchObject({ handles: 0, traces: 0, size_bytes: 0 });
  await query(shared.url, 'alter table akernel.traces drop constraint traces_action_id_check');
  const [failed] = await (await open(embedded)).traces.list({ limit: 1 });
  expect(failed).toMatchObject({ action_id: 'a_copy', outcome: 'failed', error: { code: 'STORE_FAILED' } });
  await closeAll();
  expect(await store.copy('embedded', 'shared')).toMatchObject({ rows: { handles: 2, traces: 2 } });
});
