import { join } from 'node:path';

import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { StoreLimits, Stores } from '../../contract/stores.js';
import { createHeadFile } from '../head-file.js';
import { ensurePrivateFile, isRegularFile, makePrivateDirectory } from '../private-files.js';
import { createProcessLiveness } from '../process-liveness.js';
import { migrate } from '../sql/migrations.js';
import { readSmall } from '../sql/small-result.js';
import { createSqlStores } from '../sql/sql-stores.js';
import type { StoreParts } from '../sql/store-parts.js';
import { GENESIS_HASH, signHead } from '../trace-chain.js';
import { createFileReserve } from './disk-reserve.js';
import { SQLITE_MIGRATIONS } from './migrations.js';
import { createSegmentFiles } from './segment-files.js';
import { createSqliteDatabase } from './sqlite-database.js';

const HINTS = {
  otherKey:
    'set AKERNEL_STORE_KEY to the key it was made with or restore store.key; or set AKERNEL_HOME to a new directory',
  newer: 'update akernel, or set AKERNEL_HOME to another directory',
};

export interface SqliteStoreOptions {
  /** Made with mode 0700 when it does not exist. */
  readonly directory: string;
  /** 32 bytes; encrypts what handles keep. */
  readonly storeKey: Uint8Array;
  /** Signs the audit chain. */
  readonly auditKey: Uint8Array;
  readonly limits?: StoreLimits;
  readonly clock: Clock;
  /** Fail instead of making a store where there is none. */
  readonly mustExist?: boolean;
  /** false leaves the database as it is. */
  readonly migrates?: boolean;
}

/** Stores in `<directory>/akernel.db` and `<directory>/segments`. Nothing is opened before it is first used. */
export async function createSqliteStores(options: SqliteStoreOptions): Promise<Stores> {
  return createSqlStores(openSqliteParts(options));
}

export function openSqliteParts(options: SqliteStoreOptions): StoreParts {
  const { directory, storeKey, auditKey, clock, limits } = options;
  const path = join(directory, 'akernel.db');
  const anchor = createHeadFile(join(directory, 'audit.head'), auditKey);
  const reserve = createFileReserve(directory);
  const beforeOpen = (): void => {
    if (!isRegularFile(path, 'open its database')) {
      if (options.mustExist === true) {
        throw new KernelError('STORE_FAILED', 'there is no store in the state directory', {
          hint: `nothing has been kept in ${directory} yet; set AKERNEL_HOME to the directory that is meant`,
        });
      }
      makePrivateDirectory(directory);
      anchor.begin(signHead(auditKey, 0, GENESIS_HASH));
      ensurePrivateFile(path);
    }
  };
  const plan = { storeKey, auditKey, own: SQLITE_MIGRATIONS, hints: HINTS };
  const database = createSqliteDatabase({
    path,
    beforeOpen,
    prepare: async (opened) => {
      if (options.migrates !== false) {
        await migrate(opened, plan);
        reserve.prepare();
      }
    },
  });
  return {
    database,
    files: createSegmentFiles(join(directory, 'segments'), (handleId) => readSmall(database, handleId)),
    hasSmall: true,
    liveness: createProcessLiveness(),
    storeKey,
    auditKey,
    clock,
    limits,
    anchor,
    reserve,
    plan,
    told: { engine: "SELECT 'SQLite ' || sqlite_version() AS engine" },
  };
}
