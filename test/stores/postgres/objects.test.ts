import { expect, test } from 'vitest';
import { openObjectPlace } from '../../../src/stores/postgres/objects/object-place.js';
import { heldIn, keep, keepBucketStores, listAll, settle, textOf } from '../../support/bucket-stores.js';
import { query } from '../../support/postgres-databases.js';
import { readAll } from '../../support/store-fixtures.js';
import { START } from '../../support/store-values.js';

const { buckets, open, make, client } = keepBucketStores();
const MB = 1024 ** 2;
const later = new Date(START + 1e9).toISOString();

test('a long result lies in few objects, a short one in the database, and both are read alike', async () => {
  const place = await make();
  const stores = await open(place);
  await keep(stores, 'h_long', 2050);
  await keep(stores, 'h_short', 30);
  await settle(stores);
  const held = await heldIn(place);
  expect(held).toMatchObject({ rows: 1, waiting: 0 });
  expect(held.objects).toHaveLength(3);
  expect(new Set(held.objects.map(({ state }) => state))).toEqual(new Set(['kept']));
  expect(await listAll(client(place.segments))).toEqual(held.objects.map(({ object }) => object));
  for (const reader of [stores, await open({ ...place, directory: `${place.directory}-other` })]) {
    expect((await readAll(reader.handles, 'h_long')).text === textOf(2050)).toBe(true);
    expect((await readAll(reader.handles, 'h_short')).text === textOf(30)).toBe(true);
    const [piece] = (await readAll(reader.handles, 'h_long', 1999)).pieces;
    expect(
      Buffer.from(piece?.lines ?? [])
        .toString()
        .startsWith('{"row":1999,'),
    ).toBe(true);
  }
});

test('what leaves for the bucket is sealed, and begins and ends with whole blocks', async () => {
  const place = await make();
  const stores = await open(place);
  await keep(stores, 'h_1', 900);
  await settle(stores);
  const [first = ''] = await listAll(client(place.segments));
  const [row] = await query(place.url, `select size_bytes::int as size from akernel.objects where object = '${first}'`);
  const size = Number(row?.['size']);
  expect(size).toBeGreaterThanOrEqual(8 * MB);
  const bytes = await client(place.segments).get(first, { start: 0, length: size });
  expect(bytes.length).toBe(size);
  expect(bytes.includes('xxxxxxxx')).toBe(false);
  expect(bytes.includes('"row"')).toBe(false);
});

test('rows are read while they are moved', async () => {
  const stores = await open(await make());
  await keep(stores, 'h_1', 3000);
  // The rest is being moved now.
  for (const from of [0, 500, 1500, 2500]) {
    expect((await readAll(stores.handles, 'h_1', from)).rows).toBe(3000 - from);
  }
  await settle(stores);
  expect((await readAll(stores.handles, 'h_1')).text === textOf(3000)).toBe(true);
});

test('with a handle its objects go: removed, expired, or evicted', async () => {
  const place = await make();
  const stores = await open(place, { max_entry_bytes: 1e9, max_total_bytes: 22 * MB });
  for (const id of ['h_1', 'h_2', 'h_3']) {
    await keep(stores, id, 1000);
  }
  await settle(stores);
  const ofHandle = async (id: string) =>
    (await listAll(client(place.segments))).filter((object) => object.includes(`/${id}/`));
  expect(await ofHandle('h_1')).toEqual([]);
  expect((await ofHandle('h_2')).length).toBeGreaterThan(0);
  expect(await stores.handles.remove('h_2')).toBe(true);
  await settle(stores);
  expect(await ofHandle('h_2')).toEqual([]);
  expect((await ofHandle('h_3')).length).toBeGreaterThan(0);
  await stores.handles.collect(later);
  expect(await listAll(client(place.segments))).toEqual([]);
  expect(await heldIn(place)).toMatchObject({ rows: 0, moved: 0, objects: [] });
});

test('objects that no row knows are removed, those of others are not', async () => {
  const place = await make();
  const stores = await open(place);
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  const bucket = client(place.segments);
  const before = await listAll(bucket);
  const [folder = ''] = (before[0] ?? '').split('/');
  const others = ['0123456789abcdef/h_1/0-0-abc', 'note.txt', `${folder}/note`];
  for (const key of [`${folder}/h_9/0-0-abc`, `${folder}/h_1/0-0-abc`, ...others]) {
    await bucket.put(key, [Buffer.from('x')]);
  }
  await settle(stores);
  expect(await listAll(bucket)).toEqual([...before, ...others].sort());
  expect((await readAll(stores.handles, 'h_1')).rows).toBe(1000);
});

test.each([
  ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'not-the-secret' }, 'login refused', /AWS_SECRET_ACCESS_KEY/],
  ['a key that nobody has', { AWS_ACCESS_KEY_ID: 'test:nobody' }, 'login refused', /AWS_ACCESS_KEY_ID/],
])('%s is refused, whatever is asked', async (_, wrong, reason, hint) => {
  const { endpoint, env } = buckets.server();
  const url = `s3://${await buckets.makeNamed()}/kept`;
  const right = client(openObjectPlace({ url, endpoint }, env));
  const bad = client(openObjectPlace({ url, endpoint }, { ...env, ...wrong }));
  await right.put('a', [Buffer.from('abc')]);
  const part = { start: 0, length: 3 };
  for (const asked of [() => bad.put('a', [Buffer.from('x')]), () => bad.get('a', part), () => bad.list('')]) {
    const failure = await asked().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'STORE_FAILED', details: { reason }, hint: expect.stringMatching(hint) });
    expect(JSON.stringify([failure, String(failure)])).not.toContain('not-the-secret');
  }
  await expect(bad.remove('a')).rejects.toMatchObject({ details: { reason } });
  expect((await right.get('a', part)).toString()).toBe('abc');
});

test('a bucket that is not there is told by its name', async () => {
  const { endpoint, env } = buckets.server();
  const bucket = client(openObjectPlace({ url: 's3://nobody-made-it/kept', endpoint }, env));
  for (const asked of [() => bucket.put('a', [Buffer.from('x')]), () => bucket.list('')]) {
    await expect(asked()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('no bucket'),
      hint: expect.stringContaining('nobody-made-it'),
    });
  }
});

test('a machine whose config names no bucket says so, and reads what is in the database', async () => {
  const { segments, ...place } = await make();
  const stores = await open({ ...place, segments });
  await keep(stores, 'h_long', 1000);
  await keep(stores, 'h_short', 10);
  await settle(stores);
  const other = await open(place);
  expect((await readAll(other.handles, 'h_short')).rows).toBe(10);
  await expect(readAll(other.handles, 'h_long')).rejects.toMatchObject({
    code: 'STORE_FAILED',
    hint: expect.stringContaining('store.segments'),
  });
  expect(await other.handles.remove('h_long')).toBe(true);
  await settle(stores);
  expect(await listAll(client(segments))).toEqual([]);
});
