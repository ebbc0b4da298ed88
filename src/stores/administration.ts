import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isKernelError, KernelError } from '../contract/errors.js';
import type { StoreAdministration, StoreCopy, StoreKind, StoreStatus } from '../contract/store-status.js';
import type { Trace } from '../contract/trace.js';
import type { StoreOptions } from './index.js';
import { openPostgresParts } from './postgres/postgres-stores.js';
import { copyStore } from './sql/copy-store.js';
import { migrate } from './sql/migrations.js';
import type { StoreParts } from './sql/store-parts.js';
import { reportStore } from './sql/store-report.js';
import { createSqlTraceStore } from './sql/trace-store.js';
import { openSqliteParts } from './sqlite/sqlite-stores.js';

type Place = Readonly<Record<StoreKind, string>>;

interface AdministrationOptions extends StoreOptions {
  readonly places: Place;
  /** Who looks after them, for the traces. */
  readonly principalId: string;
  /** Of an action. */
  readonly newId: () => string;
}

/** Looks after the store of a state directory, and the one that machines share where there is one. */
export function createStoreAdministration(options: AdministrationOptions): StoreAdministration {
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
    copy: async (from, to, onProgress) => {
      if (from === to) {
        throw new KernelError('USAGE', 'a store cannot be copied to itself', {
          hint: 'name the other one as the second',
        });
      }
      const trace = beginCopyTrace(options, { from, to });
      const traceOf = () => trace({ outcome: 'completed' });
      return withStore(from, { mustExist: true }, async (source) => {
        try {
          return await withStore(to, {}, async (target) => {
            return { from, to, ...(await copyStore(source, target, { onProgress, traceOf })) };
          });
        } catch (error) {
          await leaveTrace(source, trace(failureOf(error)));
          throw error;
        }
      });
    },
  };
}

type Ending = Pick<Trace, 'outcome' | 'error'>;

function beginCopyTrace(
  { clock, newId, principalId }: AdministrationOptions,
  { from, to }: Pick<StoreCopy, 'from' | 'to'>,
): (ending: Ending) => Trace {
  const began = clock.monotonic();
  const started_at = new Date(clock.now()).toISOString();
  return (ending) => ({
    action_id: newId(),
    event: 'audit',
    principal_id: principalId,
    args: { copy: from, to },
    ...ending,
    started_at,
    duration_ms: Math.round(clock.monotonic() - began),
  });
}

/** The errors of stores hold nothing of what is kept; others are told without their words. */
function failureOf(error: unknown): Ending {
  const { code, message } = isKernelError(error) ? error : new KernelError('INTERNAL', 'the copy failed');
  return { outcome: 'failed', error: { code, message } };
}

/** A trail that is not intact may be in no state to be added to: the copy was refused for that. */
async function leaveTrace(parts: StoreParts, trace: Trace): Promise<void> {
  await createSqlTraceStore(parts)
    .append(trace)
    .catch(() => undefined);
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
