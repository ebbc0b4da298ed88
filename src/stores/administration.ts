import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KernelError } from '../contract/errors.js';
import type { StoreAdministration, StoreKind, StoreStatus } from '../contract/store-status.js';
import type { StoreOptions } from './index.js';
import { openPostgresParts } from './postgres/postgres-stores.js';
import { copyStore } from './sql/copy-store.js';
import { migrate } from './sql/migrations.js';
import type { StoreParts } from './sql/store-parts.js';
import { reportStore } from './sql/store-report.js';
import { openSqliteParts } from './sqlite/sqlite-stores.js';

type Place = Readonly<Record<StoreKind, string>>;

/** Looks after the store of a state directory, and the one that machines share where there is one. */
export function createStoreAdministration(options: StoreOptions & { readonly places: Place }): StoreAdministration {
  const { places } = options;
  const withStore = async <Result>(
    kind: StoreKind,
    how: Pick<StoreOptions, 'mustExist'> & { readonly migrates?: boolean },
    use: (parts: StoreParts) => Promise<Result>,
  ): Promise<Result> => {
    const parts = openParts(kind, { ...options, ...how });
    try {
      return await use(parts);
    } finally {
      await parts.database.close();
    }
  };
  return {
    status: async (kind) => {
      const about = { kind, place: places[kind] };
      if (kind === 'embedded' && !existsSync(join(options.directory, 'akernel.db'))) {
        return { ...about, state: 'missing', missing_migrations: [] } satisfies StoreStatus;
      }
      return { ...about, ...(await withStore(kind, { mustExist: true, migrates: false }, reportStore)) };
    },
    migrate: (kind) =>
      withStore(kind, { migrates: false }, async ({ database, plan }) => ({
        kind,
        place: places[kind],
        applied: await migrate(database, plan),
      })),
    copy: (from, to) => {
      if (from === to) {
        throw new KernelError('USAGE', 'a store cannot be copied to itself', {
          hint: 'name the other one as the second',
        });
      }
      return withStore(from, { mustExist: true }, (source) =>
        withStore(to, {}, async (target) => ({ from, to, ...(await copyStore(source, target)) })),
      );
    },
  };
}

function openParts(
  kind: StoreKind,
  { server, ...options }: StoreOptions & { readonly migrates?: boolean },
): StoreParts {
  if (kind === 'embedded') {
    return openSqliteParts(options);
  }
  if (server === undefined) {
    throw new KernelError('USAGE', 'there is no shared store in the config', {
      hint: 'set AKERNEL_STORE_URL, or write store: postgres://user@host/name',
    });
  }
  return openPostgresParts({ ...options, server });
}
