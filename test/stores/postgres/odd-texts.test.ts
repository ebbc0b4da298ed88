import { afterEach, expect, test } from 'vitest';
import type { Stores } from '../../../src/contract/stores.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { newHandle, newTrace, START } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

/** PostgreSQL has no texts with the first character of all in them. */
test.each([
  ['the character 0', 'a\0b'],
  ['what stands for it', '\uffff0\uffff\0\uffff1'],
  ['all of Unicode', 'ü\u{1f600}\u2028\ufffe'],
])('%s is kept as any other, in ids and texts', async (_, text) => {
  const stores = await openStoresAt({ directory: newDirectory(), url: await databases.make() }, createTestClock());
  opened.push(stores);
  const { handles, traces, rates, revocations, sessions } = stores;
  await traces.append(newTrace(text, { capability_id: text, principal_id: text, args: { text } }));
  expect(await traces.get(text)).toMatchObject({ capability_id: text, args: { text } });
  expect(await traces.list({ principal_id: text })).toHaveLength(1);
  expect(await traces.verify()).toEqual({ ok: true, records_checked: 1 });
  await (await handles.create(newHandle('h_1', { principal_id: text }))).finish('complete');
  expect(await handles.list({ principal_id: text })).toMatchObject([{ principal_id: text, state: 'complete' }]);
  expect(await rates.admit(text, { limit: 1, windowMs: 10, now: START })).toBe(true);
  expect(await rates.admit(text, { limit: 1, windowMs: 10, now: START })).toBe(false);
  await revocations.revoke(text, new Date(START).toISOString());
  const session = { session_id: text, principal_id: text, created_at: new Date(START).toISOString(), total: 5 };
  await sessions.create(session);
  expect(await sessions.get(text)).toMatchObject(session);
});
