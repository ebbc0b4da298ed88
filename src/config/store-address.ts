import type { StoreConfig } from './config.js';

type Members = Readonly<Record<string, unknown>>;

/** `store: postgres://…` is short for a section that has nothing but this address. */
export function withStoreSection(tree: Members): Members {
  return typeof tree['store'] === 'string' ? { ...tree, store: { url: tree['store'] } } : tree;
}

/** Where a store is, for people: never user or password. */
export function storePlace({ url, directory }: StoreConfig): string {
  if (url === undefined) {
    return directory;
  }
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${searchParams.get('host') ?? host}${pathname}`;
}
