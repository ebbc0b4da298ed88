import { afterEach, describe, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { createPostgresStores } from '../../../src/stores/postgres/postgres-stores.js';
import { keepOwnPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories, readAll } from '../../support/store-fixtures.js';
import { AUDIT_KEY, makeLines, newHandle, newTrace, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepOwnPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

async function open(url: string, options: { readonly patienceMs?: number; readonly storeKey?: Uint8Array } = {}) {
  const stores = await createPostgresStores({
    server: { url },
    directory: newDirectory(),
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock: createTestClock(),
    patienceMs: 60_000,
    ...options,
  });
  opened.push(stores);
  return stores;
}

const endOthers = (url: string) =>
  query(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

/** Ends connections for as long as `work` takes. */
async function whileEnding<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const ending = (async () => {
    while (!isOver) {
      await endOthers(url);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await ending;
  }
}

test('connections that are ended while nobody uses them are not missed', async () => {
  const url = await databases.make();
  const { traces, handles } = await open(url);
  const writer = await handles.create(newHandle('h_1'));
  for (let row = 0; row < 20; row += 1) {
    await writer.append(makeLines(row, 1), 1);
    await endOthers(url);
    await writer.flush();
    await endOthers(url);
    await traces.append(newTrace(`a_${row}`));
  }
  expect(await writer.finish('complete')).toMatchObject({ state: 'complete', total_rows: 20 });
  expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 20).toString());
  expect(await traces.verify()).toEqual({ ok: true, records_checked: 20 });
});

test('what is kept while connections are ended again and again is whole, and the record says how much', async () => {
  const url = await databases.make();
  const { handles } = await open(url);
  await handles.list({});
  const writer = await handles.create(newHandle('h_1'));
  await whileEnding(url, async () => {
    for (let row = 0; row < 600; row += 10) {
      await writer.append(makeLines(row, 10, 20_000), 10);
      await writer.flush();
    }
  });
  const { state, total_rows: rows } = await writer.finish('complete');
  // Of a commit that was lost nobody knows whether it was done: it is not done again, and the rest is not kept.
  expect(state).toBe(rows === 600 ? 'complete' : 'partial');
  expect((await readAll(handles, 'h_1')).text === makeLines(0, rows, 20_000).toString()).toBe(true);
});

test('a trace is never there twice, whenever the connection ends', async () => {
  const url = await databases.make();
  const { traces } = await open(url);
  await traces.list({});
  const kept: string[] = [];
  await whileEnding(url, async () => {
    for (let index = 0; index < 60; index += 1) {
      const failure = await traces.append(newTrace(`a_${index}`)).catch((error: unknown) => error);
      if (failure instanceof Error) {
        expect(failure).toMatchObject({ code: 'STORE_FAILED', details: { reason: 'connection lost' } });
      } else {
        kept.push(`a_${index}`);
      }
    }
  });
  const ids = (await traces.list({})).map(({ action_id: id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(kept.filter((id) => !ids.includes(id))).toEqual([]);
  expect(await traces.verify()).toMatchObject({ ok: true });
});

test('what waits for a server that is started again goes on', async () => {
  const { pause, resume } = databases.server();
  const url = await databases.make();
  const { handles, traces } = await open(url);
  const writer = await handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 10), 10);
  await writer.flush();
  await pause();
  await writer.append(makeLines(10, 10), 10);
  const waiting = Promise.all([writer.flush(), traces.append(newTrace('a_1')), handles.get('h_1')]);
  await resume();
  expect((await waiting)[2]).toMatchObject({ state: 'open' });
  expect(await writer.finish('complete')).toMatchObject({ state: 'complete', total_rows: 20 });
  expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 20).toString());
  expect(await traces.verify()).toEqual({ ok: true, records_checked: 1 });
});

test('a result is partial when its server does not come back, and fails once', async () => {
  const { pause, resume } = databases.server();
  const url = await databases.make();
  const { handles, traces } = await open(url, { patienceMs: 100 });
  const writer = await handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 10), 10);
  await writer.flush();
  await pause();
  await writer.append(makeLines(10, 10), 10);
  const failure = await writer.flush().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'STORE_FAILED',
    details: { reason: expect.stringMatching(/^(unreachable|busy)$/) },
  });
  await writer.append(makeLines(20, 10), 10);
  await writer.flush();
  await expect(traces.append(newTrace('a_1'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await resume();
  expect(writer.usage()).toEqual({ rows: 10, bytes: makeLines(0, 10).length, full: false });
  expect(await writer.finish('complete')).toMatchObject({ state: 'partial', reason: 'store failed', total_rows: 10 });
  expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 10).toString());
});

test('what could not be written at its end is written when the server is back: a trace was lost, a handle stayed open', async () => {
  const { pause, resume } = databases.server();
  const url = await databases.make();
  const { handles, traces } = await open(url, { patienceMs: 100 });
  const writer = await handles.create(newHandle('h_1'));
  await writer.append(makeLines(0, 10), 10);
  await writer.flush();
  await pause();
  await expect(traces.append(newTrace('a_1'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(traces.append(newTrace('a_2'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(writer.finish('complete')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  await expect(writer.append(makeLines(10, 1), 1)).rejects.toThrow('settled');
  await resume();
  const next = await handles.create(newHandle('h_2'));
  await next.finish('complete');
  await traces.append(newTrace('a_3'));
  expect((await traces.list({})).map(({ action_id: id }) => id)).toEqual(['a_2', 'a_1', 'a_3']);
  expect(await traces.verify()).toEqual({ ok: true, records_checked: 3 });
  await expect.poll(() => handles.get('h_1')).toMatchObject({ state: 'partial', total_rows: 10 });
  await traces.append(newTrace('a_4'));
  expect((await traces.list({})).length).toBe(4);
});

describe('a store that cannot be used says why, and nothing of its address', () => {
  const reasonOf = async (url: string, changes: Partial<URL>) => {
    const address = Object.assign(new URL(url), changes);
    const { traces } = await open(address.href);
    const failure = await traces.list({}).catch((error: unknown) => error);
    for (const part of [address.password, address.username, '127.0.0.1']) {
      expect(JSON.stringify([failure, String(failure), Object(failure).cause?.message])).not.toContain(part);
    }
    return failure;
  };

  test.each([
    ['unreachable', { port: '1' }],
    ['login refused', { password: 'wr0ng-pass' }],
    ['login refused', { pathname: '/nowhere' }],
  ])('%s', async (reason, changes) => {
    const failure = await reasonOf(await databases.make(), changes);
    expect(failure).toMatchObject({ code: 'STORE_FAILED', details: { reason }, hint: expect.any(String) });
  });

  test('another store key', async () => {
    const url = await databases.make();
    await (await open(url)).traces.append(newTrace('a_1'));
    const { traces } = await open(url, { storeKey: new Uint8Array(32).fill(1) });
    await expect(traces.list({})).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'the store was made with another store key',
      hint: expect.stringContaining('AKERNEL_STORE_KEY'),
    });
  });

  test('a user without rights', async () => {
    const url = await databases.make();
    await (await open(url)).traces.append(newTrace('a_1'));
    const name = `stranger_${new URL(url).pathname.slice(-6)}`;
    await query(url, `create user ${name} password 'n0-rights-here'`);
    const failure = await reasonOf(url, { username: name, password: 'n0-rights-here' });
    expect(failure).toMatchObject({ code: 'STORE_FAILED', details: { reason: 'not allowed' } });
  });

  test('a database that is newer', async () => {
    const url = await databases.make();
    await (await open(url)).traces.append(newTrace('a_1'));
    await query(url, "insert into akernel.migrations values ('p999_later')");
    const { traces } = await open(url);
    await expect(traces.list({})).rejects.toMatchObject({ message: expect.stringContaining('newer version') });
  });
});
