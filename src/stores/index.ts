import type { Clock } from '../contract/clock.js';
import type { ServerConfig } from '../contract/driver-options/databases.js';
import { KernelError } from '../contract/errors.js';
import type { StoreLimits, Stores } from '../contract/stores.js';
import type { ObjectPlace } from './postgres/objects/object-place.js';
import { createSqliteStores } from './sqlite/sqlite-stores.js';

/** What a backend is made from; each takes what it needs. */
export interface StoreOptions {
  readonly directory: string;
  /** 32 bytes. */
  readonly storeKey: Uint8Array;
  readonly auditKey: Uint8Array;
  readonly limits?: StoreLimits;
  readonly clock: Clock;
  /** Fail instead of making a store where there is none. */
  readonly mustExist?: boolean;
  /** Where a shared store is. */
  readonly server?: ServerConfig;
  /** Where it keeps long results besides, and the keys to that. */
  readonly segments?: ObjectPlace;
}

/** The backends. The usual one is at hand; its database opens when it is first used. */
export const STORES = {
  sqlite: async (options: StoreOptions): Promise<Stores> => createSqliteStores(options),
  postgres: async ({ server, ...options }: StoreOptions): Promise<Stores> => {
    if (server === undefined) {
      throw new KernelError('CONFIG_INVALID', 'store.url is missing', { hint: 'write postgres://user@host/name' });
    }
    return (await import('./postgres/postgres-stores.js')).createPostgresStores({ ...options, server });
  },
  memory: async (options: StoreOptions): Promise<Stores> =>
    (await import('./memory/memory-stores.js')).createMemoryStores(options),
} as const satisfies Record<string, (options: StoreOptions) => Promise<Stores>>;
