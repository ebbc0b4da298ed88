import { afterEach } from 'vitest';
import type { HandleRecord } from '../../src/contract/handle.js';
import type { StoreLimits, Stores } from '../../src/contract/stores.js';
import { createObjectClient, type ObjectClient } from '../../src/stores/postgres/objects/object-client.js';
import type { ObjectPlace } from '../../src/stores/postgres/objects/object-place.js';
import { openStoresAt, type Place } from './open-stores-at.js';
import { keepPostgres, query } from './postgres-databases.js';
import { createTestClock, keepDirectories } from './store-fixtures.js';
import { makeLines, newHandle, START } from './store-values.js';
import { keepSwift, type SwiftBuckets } from './swift-buckets.js';

export interface BucketStores {
  readonly buckets: SwiftBuckets;
  readonly open: (place: Place, limits?: StoreLimits) => Promise<Stores>;
  /** An empty database and an empty bucket. */
  readonly make: (segments?: ObjectPlace) => Promise<SharedPlace>;
  /** Straight to the bucket. */
  readonly client: (place: ObjectPlace) => ObjectClient;
}

export interface SharedPlace extends Place {
  readonly directory: string;
  readonly url: string;
  readonly segments: ObjectPlace;
}

/** Stores on a real database and a real bucket, for the tests of a file. */
export function keepBucketStores(): BucketStores {
  const newDirectory = keepDirectories();
  const databases = keepPostgres();
  const buckets = keepSwift();
  const opened: Stores[] = [];
  const clients: ObjectClient[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((stores) => stores.close()));
    for (const client of clients.splice(0)) {
      client.close();
    }
  });
  return {
    buckets,
    open: async (place, limits) => {
      const stores = await openStoresAt(place, createTestClock(), limits);
      opened.push(stores);
      return stores;
    },
    make: async (segments) => ({
      directory: newDirectory(),
      url: await databases.make(),
      segments: segments ?? (await buckets.make()),
    }),
    client: (place) => {
      const client = createObjectClient(place);
      clients.push(client);
      return client;
    },
  };
}

const WIDTH = 10_000;
const AT_ONCE = 50;

/** So many rows of ten thousand characters: 100 of them are a megabyte. */
export async function keep({ handles }: Stores, handleId: string, rows: number): Promise<HandleRecord> {
  const writer = await handles.create(newHandle(handleId));
  for (let row = 0; row < rows; row += AT_ONCE) {
    const count = Math.min(AT_ONCE, rows - row);
    await writer.append(makeLines(row, count, WIDTH), count);
  }
  return writer.finish('complete');
}

export function textOf(rows: number): string {
  return makeLines(0, rows, WIDTH).toString();
}

/** Waits until everything was moved that is to be moved; removes nothing that is kept. */
export async function settle({ handles }: Stores): Promise<void> {
  await handles.collect(new Date(START).toISOString());
}

export interface Held {
  /** Blocks whose bytes are in the database, and those in objects. */
  readonly rows: number;
  readonly moved: number;
  readonly objects: readonly { readonly object: string; readonly state: string }[];
  readonly waiting: number;
}

export async function heldIn({ url }: { readonly url: string }): Promise<Held> {
  const [counts] = await query(
    url,
    `select count(*) filter (where data is not null)::int as rows, count(*) filter (where data is null)::int as moved,
       (select count(*)::int from akernel.moves) as waiting from akernel.block_data`,
  );
  const objects = await query(url, 'select object, state from akernel.objects order by object');
  return {
    rows: Number(counts?.['rows']),
    moved: Number(counts?.['moved']),
    waiting: Number(counts?.['waiting']),
    objects: objects.map(({ object, state }) => ({ object: String(object), state: String(state) })),
  };
}

/** Everything below the prefix. */
export async function listAll(client: ObjectClient): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await client.list('', after);
    keys.push(...page.keys);
    after = page.next;
    if (after === undefined) {
      return keys.sort();
    }
  }
}
