import type { StoreConfig } from './config.js';
import { isRecord } from './trees.js';

type Members = Readonly<Record<string, unknown>>;

/** `store: postgres://…` is short for a section that has nothing but this address; in it `segments: s3://…` is, too. */
export function withStoreSection(tree: Members): Members {
  const { store } = tree;
  if (typeof store === 'string') {
    return { ...tree, store: { url: store } };
  }
  return isRecord(store) && typeof store['segments'] === 'string'
    ? { ...tree, store: { ...store, segments: { url: store['segments'] } } }
    : tree;
}

/** Where a store is, for people: never user or password. */
export function storePlace({ url, directory }: StoreConfig): string {
  if (url === undefined) {
    return directory;
  }
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${searchParams.get('host') ?? host}${pathname}`;
}
