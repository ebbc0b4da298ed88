import { afterEach, expect, test } from 'vitest';
import type { ObjectPlace } from '../../../src/stores/postgres/objects/object-place.js';
import { openObjectPlace } from '../../../src/stores/postgres/objects/object-place.js';
import { heldIn, keep, keepBucketStores, listAll, settle, textOf } from '../../support/bucket-stores.js';
import { type FaultyDoor, openFaultyDoor } from '../../support/faulty-door.js';
import { query } from '../../support/postgres-databases.js';
import { readAll } from '../../support/store-fixtures.js';
import { keepWorkers } from '../../support/store-processes.js';
import { makeLines, newHandle } from '../../support/store-values.js';

const { buckets, open, make, client } = keepBucketStores();
const startWorker = keepWorkers();
const doors: FaultyDoor[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close()));
});

interface Behind {
  readonly door: FaultyDoor;
  /** Of the same bucket: through the door, and past it. */
  readonly through: ObjectPlace;
  readonly past: ObjectPlace;
}

async function behindDoor(changes: { readonly timeout_ms?: number } = {}): Promise<Behind> {
  const { endpoint, env } = buckets.server();
  const door = await openFaultyDoor(endpoint);
  doors.push(door);
  const url = `s3://${await buckets.makeNamed()}/kept`;
  return {
    door,
    through: openObjectPlace({ url, endpoint: door.endpoint, ...changes }, env),
    past: openObjectPlace({ url, endpoint }, env),
  };
}

test('a service that ends in mid-stream takes nothing from the result, which is moved when it is back', async () => {
  const { door, through, past } = await behindDoor();
  const place = await make(through);
  const stores = await open(place);
  const writer = await stores.handles.create(newHandle('h_1'));
  for (let row = 0; row < 3000; row += 50) {
    await writer.append(makeLines(row, 50, 10_000), 50);
    await (row === 1000 ? door.close() : undefined);
  }
  expect(await writer.finish('complete')).toMatchObject({ state: 'complete', total_rows: 3000 });
  // What had been moved cannot be read now, and says why; what had not can.
  expect((await readAll(stores.handles, 'h_1', 2900)).rows).toBe(100);
  await expect(settle(stores)).rejects.toMatchObject({ code: 'STORE_FAILED', details: { reason: 'unreachable' } });
  await door.open();
  await settle(stores);
  expect(await heldIn(place)).toMatchObject({ waiting: 0 });
  expect((await readAll(stores.handles, 'h_1')).text === textOf(3000)).toBe(true);
  expect((await listAll(client(past))).length).toBe((await heldIn(place)).objects.length);
});

test('503 for a while is waited out, by writers and by readers', async () => {
  const { door, through } = await behindDoor();
  const place = await make(through);
  const stores = await open(place);
  let refused = 0;
  door.treat(() => {
    refused += 1;
    return refused % 3 === 0 ? 'pass' : { status: 503, body: '<Error><Code>SlowDown</Code></Error>' };
  });
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  expect((await heldIn(place)).objects.length).toBeGreaterThan(0);
  expect((await readAll(stores.handles, 'h_1')).text === textOf(1000)).toBe(true);
});

test('503 for good is told as such, and a removal is made up for', async () => {
  const { door, through, past } = await behindDoor();
  const place = await make(through);
  const stores = await open(place);
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  door.treat(() => ({ status: 503 }));
  const failure = await readAll(stores.handles, 'h_1').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'STORE_FAILED', details: { reason: 'busy' } });
  expect(await stores.handles.remove('h_1')).toBe(true);
  expect(await stores.handles.get('h_1')).toBeUndefined();
  expect((await listAll(client(past))).length).toBeGreaterThan(0);
  door.treat(() => 'pass');
  await settle(stores);
  expect(await listAll(client(past))).toEqual([]);
});

test('a service that does not answer is given up after the time limit', async () => {
  const { door, through } = await behindDoor({ timeout_ms: 1500 });
  const place = await make(through);
  const stores = await open(place);
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  door.treat(() => 'hang');
  await expect(readAll(stores.handles, 'h_1')).rejects.toMatchObject({
    details: { reason: 'unreachable' },
    hint: expect.stringContaining('ETIMEDOUT'),
  });
});

test('a reader that waits for a service ends with its store', async () => {
  const { door, through } = await behindDoor();
  const stores = await open(await make(through));
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  const before = door.seen.length;
  door.treat(() => 'hang');
  const reading = readAll(stores.handles, 'h_1').catch((error: unknown) => error);
  await door.hasSeen(before + 1);
  await stores.close();
  expect(await reading).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('closed') });
});

test('an answer that is cut off is asked for again', async () => {
  const { door, through } = await behindDoor();
  const stores = await open(await make(through));
  await keep(stores, 'h_1', 1000);
  await settle(stores);
  let asked = 0;
  door.treat(() => {
    asked += 1;
    return asked % 2 === 1 ? 'cut' : 'pass';
  });
  expect((await readAll(stores.handles, 'h_1')).text === textOf(1000)).toBe(true);
});

test('a byte that changes on its way is refused by the service, and the block stays', async () => {
  const { door, through, past } = await behindDoor();
  const place = await make(through);
  const stores = await open(place);
  door.treat(({ method }) => (method === 'PUT' ? 'change' : 'pass'));
  await keep(stores, 'h_1', 1000);
  await expect(settle(stores)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  expect((await heldIn(place)).moved).toBe(0);
  expect(await listAll(client(past))).toEqual([]);
  door.treat(() => 'pass');
  await settle(stores);
  expect((await readAll(stores.handles, 'h_1')).text === textOf(1000)).toBe(true);
});

test('a redirect is not followed', async () => {
  const { door, through } = await behindDoor();
  door.treat(() => ({ status: 301, headers: { location: door.endpoint, 'x-amz-bucket-region': 'eu-north-1' } }));
  await expect(client(through).list('')).rejects.toMatchObject({ hint: expect.stringContaining('eu-north-1') });
  expect(door.seen).toHaveLength(1);
});

const changes: Readonly<Record<string, (object: string, place: ObjectPlace) => Promise<void>>> = {
  missing: (object, place) => client(place).remove(object),
  altered: async (object, place) => {
    const bytes = Buffer.from(await client(place).get(object, { start: 0, length: 1, most: 64 * 1024 ** 2 }));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    await client(place).put(object, [bytes]);
  },
  'cut off': (object, place) => client(place).put(object, [Buffer.from('short')]),
  exchanged: async (object, place) => {
    const other = (await listAll(client(place))).find((each) => each !== object) ?? '';
    const bytes = await client(place).get(other, { start: 0, length: 1, most: 64 * 1024 ** 2 });
    await client(place).put(object, [bytes]);
  },
};

test.each(Object.entries(changes))(
  'an object that is %s is found, and what lies before it is read',
  async (_, change) => {
    const place = await make();
    const stores = await open(place);
    await keep(stores, 'h_1', 2100);
    await settle(stores);
    const [, second] = await query(
      place.url,
      'select object from akernel.block_data where object is not null group by object order by min(segment), min(start)',
    );
    await change(String(second?.['object']), place.segments);
    let rows = 0;
    const reading = async (): Promise<void> => {
      for await (const piece of stores.handles.read('h_1', 0)) {
        rows += piece.rows;
      }
    };
    const failure = await reading().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'STORE_FAILED' });
    expect(rows).toBeGreaterThan(700);
    expect(rows).toBeLessThan(1000);
    expect(await stores.handles.remove('h_1')).toBe(true);
  },
);

test('kill -9 of a writer leaves what it wrote, and no object that nobody knows', async () => {
  const { door, through, past } = await behindDoor();
  const shared = await make(past);
  let puts = 0;
  // The second object never arrives: the writer dies while it is being written.
  door.treat(({ method }) => {
    puts += method === 'PUT' ? 1 : 0;
    return method === 'PUT' && puts > 1 ? 'hang' : 'pass';
  });
  const here = await open(shared);
  await here.handles.list({});
  const elsewhere = { ...shared, directory: `${shared.directory}-worker`, segments: through };
  const worker = startWorker(elsewhere, { type: 'write-forever', handleId: 'h_1', width: 100_000 });
  await door.hasSeen(2);
  await worker.kill();
  const said = Number(worker.said.at(-1)?.['rows']);
  const record = await here.handles.get('h_1');
  expect(record).toMatchObject({ state: 'partial', reason: 'writer ended' });
  expect(record?.total_rows).toBeGreaterThanOrEqual(said);
  await settle(here);
  const { objects, waiting } = await heldIn(shared);
  expect(waiting).toBe(0);
  expect(objects.every(({ state }) => state === 'kept')).toBe(true);
  expect(await listAll(client(past))).toEqual(objects.map(({ object }) => object));
  const { text, rows } = await readAll(here.handles, 'h_1');
  expect(rows).toBe(record?.total_rows);
  expect(text === makeLines(0, rows, 100_000).toString()).toBe(true);
});
