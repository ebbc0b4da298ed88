import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SharedReplies } from '../../../src/contract/shared-runs.js';
import type { Stores } from '../../../src/contract/stores.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
let url: string;
let one: SharedReplies;
let other: SharedReplies;

beforeEach(async () => {
  url = await databases.make();
  [one, other] = [await repliesHere(), await repliesHere()];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

async function repliesHere(): Promise<SharedReplies> {
  const stores = await openStoresAt({ directory: newDirectory(), url }, createTestClock());
  opened.push(stores);
  return stores.runs?.replies as SharedReplies;
}

const LATER = "UPDATE akernel.kept_replies SET claimed_at = claimed_at - interval '11 minutes'";

test('an answer is given to its own content alone: swapped columns gave a key that of another body', async () => {
  for (const name of ['1', '2']) {
    expect(await one.claim(`key ${name}`, `content ${name}`)).toEqual({ state: 'mine' });
    await one.keep(`key ${name}`, `content ${name}`, `reply ${name}`);
  }
  expect(await other.claim('key 1', 'content 1')).toEqual({ state: 'kept', reply: 'reply 1' });
  await query(
    url,
    `UPDATE akernel.kept_replies a SET content_id = b.content_id FROM akernel.kept_replies b WHERE a.key_id <> b.key_id`,
  );
  await expect(other.claim('key 1', 'content 2')).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect(await other.claim('key 1', 'content 1')).toEqual({ state: 'other content' });
});

test('what is still being done after ten minutes stays claimed: it was done again', async () => {
  await one.claim('key', 'content');
  await query(url, LATER);
  expect(await other.claim('key', 'content')).toEqual({ state: 'open' });
  await one.keep('key', 'content', 'reply');
  expect(await other.claim('key', 'content')).toEqual({ state: 'kept', reply: 'reply' });
  await query(url, LATER);
  expect(await other.claim('key', 'content')).toEqual({ state: 'mine' });
});

test('a claim whose process has given no sign of life for ten minutes is forgotten', async () => {
  await one.claim('key', 'content');
  await query(url, `${LATER}, writer = 'lease/0/gone/ns/1/1'`);
  expect(await other.claim('key', 'content')).toEqual({ state: 'mine' });
});

test('an answer goes into the claim of its own process alone', async () => {
  await one.claim('key', 'content');
  await query(url, 'DELETE FROM akernel.kept_replies');
  await other.claim('key', 'content');
  await one.keep('key', 'content', 'reply of one');
  await one.drop('key');
  await other.keep('key', 'content', 'reply of the other');
  expect(await one.claim('key', 'content')).toEqual({ state: 'kept', reply: 'reply of the other' });
});
