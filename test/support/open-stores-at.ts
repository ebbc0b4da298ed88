import type { Clock } from '../../src/contract/clock.js';
import type { StoreLimits, Stores } from '../../src/contract/stores.js';
import { STORES } from '../../src/stores/index.js';
import type { ObjectPlace } from '../../src/stores/postgres/objects/object-place.js';
import { AUDIT_KEY, STORE_KEY } from './store-values.js';

/** Where a store is: in a state directory, or in a database that machines share. */
export interface Place {
  readonly directory: string;
  readonly url?: string;
  readonly segments?: ObjectPlace;
}

export function openStoresAt({ directory, url, segments }: Place, clock: Clock, limits?: StoreLimits): Promise<Stores> {
  return STORES[url === undefined ? 'sqlite' : 'postgres']({
    directory,
    storeKey: STORE_KEY,
    auditKey: AUDIT_KEY,
    clock,
    ...(url === undefined ? {} : { server: { url } }),
    ...(segments === undefined ? {} : { segments }),
    ...(limits === undefined ? {} : { limits }),
  });
}
