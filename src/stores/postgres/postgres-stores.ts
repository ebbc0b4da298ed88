import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../contract/clock.js';
import type { ServerConfig } from '../../contract/driver-options/databases.js';
import { KernelError } from '../../contract/errors.js';
import type { StoreLimits, Stores } from '../../contract/stores.js';
import { createHeadFile, type FileAnchor } from '../head-file.js';
import type { Liveness } from '../liveness.js';
import { makePrivateDirectory } from '../private-files.js';
import { createProcessLiveness } from '../process-liveness.js';
import { type Database, first, textOf } from '../sql/database.js';
import { type HeadAnchor, readHead } from '../sql/head-anchor.js';
import { type MigrationPlan, migrate, type StoreKeys } from '../sql/migrations.js';
import { createSqlStores } from '../sql/sql-stores.js';
import type { StoreParts } from '../sql/store-parts.js';
import { createBlockTable } from './block-table.js';
import { openConnections } from './connections.js';
import { createLeaseLiveness } from './lease-liveness.js';
import { makeSchema, POSTGRES_MIGRATIONS } from './migrations.js';
import { createObjectCarrier, type ObjectCarrier } from './objects/object-carrier.js';
import { askBucket } from './objects/object-check.js';
import { createObjectClient } from './objects/object-client.js';
import type { ObjectPlace } from './objects/object-place.js';
import { createPostgresDatabase } from './postgres-database.js';
import { createRunCipher } from './run-cipher.js';
import { createRunListener } from './run-listener.js';
import { COUNT_RUNS } from './run-statements.js';
import { createSharedReplies } from './shared-replies.js';
import { createSharedRuns } from './shared-runs.js';

export interface PostgresStoreOptions extends StoreKeys {
  readonly server: ServerConfig;
  /** Of this machine: it keeps the last signed head that was seen here. */
  readonly directory: string;
  readonly limits?: StoreLimits;
  readonly clock: Clock;
  /** Fail instead of making a store where there is none. */
  readonly mustExist?: boolean;
  /** false leaves the database as it is. */
  readonly migrates?: boolean;
  /** How long a store that was open waits for its server to come back. */
  readonly patienceMs?: number;
  /** Where long results are kept besides the database. */
  readonly segments?: ObjectPlace;
}

/** Stores in the schema `akernel` of a PostgreSQL database, for any number of machines. No connection is made before the first use. */
export async function createPostgresStores(options: PostgresStoreOptions): Promise<Stores> {
  const parts = openPostgresParts(options);
  const { storeKey, database, liveness } = parts;
  const stores = createSqlStores(parts);
  const ports = { database, liveness, cipher: createRunCipher(storeKey) };
  const { listen, close } = createRunListener(options.server);
  return {
    ...stores,
    runs: { ...createSharedRuns(ports), listen, replies: createSharedReplies(ports) },
    close: () => close().then(stores.close),
  };
}

export function openPostgresParts(options: PostgresStoreOptions): StoreParts {
  const { storeKey, auditKey, clock, limits } = options;
  const anchor = createSharedAnchor(options);
  const plan = planOf(options);
  const prepare = async (opened: Database): Promise<void> => {
    if (options.migrates === false) {
      return;
    }
    if (options.mustExist === true && !(await isThere(opened))) {
      throw noStore();
    }
    await migrate(opened, plan);
    await anchor.begin(opened);
  };
  const database = createPostgresDatabase({
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    connect: () => openConnections(options.server),
    prepare,
  });
  const here = createProcessLiveness();
  const liveness = createLeaseLiveness({ database, here, newId: () => randomBytes(8).toString('hex') });
  const { segments } = options;
  const carrier = segments && openCarrier({ database, liveness, segments });
  const close = async (): Promise<void> => {
    await carrier?.close();
    await liveness.close();
    await database.close();
  };
  return {
    database: { ...database, close },
    files: createBlockTable(database, carrier),
    liveness,
    storeKey,
    auditKey,
    clock,
    limits,
    anchor,
    plan,
    told: {
      engine: "SELECT 'PostgreSQL ' || current_setting('server_version') AS engine",
      writers: 'SELECT count(*) AS writers FROM leases WHERE ends_at > clock_timestamp()',
      runs: COUNT_RUNS,
      objects: OBJECT_COUNTS,
    },
    ...(segments === undefined ? {} : { bucket: { place: segments.name, ask: () => askBucket(segments) } }),
  };
}

const OBJECT_COUNTS = `SELECT (SELECT count(*) FROM objects WHERE state = 'kept') AS objects,
  (SELECT coalesce(sum(size_bytes), 0) FROM objects WHERE state = 'kept') AS size_bytes,
  (SELECT count(*) FROM moves) AS waiting_handles,
  (SELECT count(*) FROM objects WHERE state = 'doomed') AS objects_to_remove`;

function openCarrier(ports: {
  readonly database: Database;
  readonly liveness: Liveness;
  readonly segments: ObjectPlace;
}): ObjectCarrier {
  return createObjectCarrier({
    ...ports,
    connect: () => createObjectClient(ports.segments),
    newId: () => randomBytes(6).toString('hex'),
  });
}

async function isThere(database: Database): Promise<boolean> {
  const sql = "SELECT to_regclass('akernel.migrations') IS NOT NULL AS is_there";
  return (await first(database, sql))?.['is_there'] === true;
}

function noStore(): KernelError {
  return new KernelError('STORE_FAILED', 'there is no store in the database', {
    hint: 'nothing has been kept there yet: akernel store status tells where',
  });
}

function planOf({ storeKey, auditKey }: StoreKeys): MigrationPlan {
  return { storeKey, auditKey, own: POSTGRES_MIGRATIONS, begin: makeSchema, hints: HINTS };
}

const HINTS = {
  otherKey: 'all machines of a store need one key: set AKERNEL_STORE_KEY, or copy store.key from a machine that has it',
  newer: 'update akernel',
};

interface SharedAnchor extends HeadAnchor {
  readonly begin: (database: Database) => Promise<void>;
}

/**
 * Each machine keeps the last head that it saw, in a file named after the store: a copy of the database that is older is
 * found by every machine that saw more.
 */
function createSharedAnchor({ directory, auditKey }: PostgresStoreOptions): SharedAnchor {
  let file: FileAnchor | undefined;
  const opened = (): FileAnchor => {
    if (file === undefined) {
      throw new KernelError('STORE_FAILED', 'the store is not open');
    }
    return file;
  };
  return {
    get name() {
      return opened().name;
    },
    mayBeBehind: true,
    read: () => opened().read(),
    write: (head) => opened().write(head),
    advance: (from, to) => opened().advance(from, to),
    begin: async (database) => {
      const row = await first(database, "SELECT value FROM settings WHERE name = 'store_id'");
      const made = createHeadFile(join(directory, `audit-${textOf(row ?? {}, 'value')}.head`), auditKey);
      if (made.read().state === 'missing') {
        const head = await readHead(database);
        makePrivateDirectory(directory);
        if (head !== undefined) {
          made.begin(head);
        }
      }
      file = made;
    },
  };
}
