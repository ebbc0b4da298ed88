import type { Config } from '../config/config.js';
import { storePlace } from '../config/store-address.js';
import type { StoreAdministration } from '../contract/store-status.js';
import { createStoreAdministration } from '../stores/administration.js';
import { loadKeys } from '../stores/keys.js';
import { openSegments } from './open-segments.js';
import { newId, systemClock } from './system.js';

/** For the stores that a config names, with the keys of this process. */
export async function administerStore({
  config: { principal, store },
  env,
}: {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
}): Promise<StoreAdministration> {
  const { directory, url } = store;
  const { storeKey, auditKey } = await loadKeys({ directory, env });
  return createStoreAdministration({
    directory,
    storeKey,
    auditKey,
    limits: store,
    clock: systemClock,
    principalId: principal.principal_id,
    newId: () => newId('a'),
    places: { embedded: directory, shared: storePlace(store) },
    ...(url === undefined ? {} : { server: store }),
    ...(await openSegments(store, env)),
  });
}
