import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { KernelError } from '../../contract/errors.js';
import type { Database, Queries, SqlRow, SqlValue, Statement, Transaction } from '../sql/database.js';
import type { Connections } from './connections.js';
import { createDialect, lockStatement, type PgStatement } from './dialect.js';
import { isConflict, isEnded, isLost, toPostgresError } from './postgres-error.js';
import { fromPgRows, toPgValues } from './texts.js';

interface Options {
  readonly connect: () => Promise<Connections>;
  /** Brings the database up to date, before anything else uses it. */
  readonly prepare: (database: Database) => Promise<void>;
  /** How long a store that was open waits for its server to come back. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

const READ = 'read its database';
const WRITE = 'write its database';

/** Several connections that are made when they are first used. A transaction has one of its own. */
export function createPostgresDatabase({ connect, prepare, patienceMs = PATIENCE_MS }: Options): Database {
  let opening: Promise<Connections> | undefined;
  let isClosed = false;
  const toStatement = createDialect();

  const openReady = async (): Promise<Connections> => {
    const connections = await connect();
    try {
      await prepare(overConnections(async () => connections, toStatement, 0));
      return connections;
    } catch (error) {
      await connections.close().catch(() => undefined);
      throw error;
    }
  };
  const open = (): Promise<Connections> => {
    if (isClosed) {
      return Promise.reject(new KernelError('STORE_FAILED', 'the store has been closed'));
    }
    opening ??= openReady().catch((error: unknown) => {
      // A server that was away may be there the next time.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    ...overConnections(open, toStatement, patienceMs),
    close: async () => {
      isClosed = true;
      const connections = await opening?.catch(() => undefined);
      await connections?.close().catch(() => undefined);
    },
  };
}

type MayRepeat = (error: unknown) => boolean;

function overConnections(open: () => Promise<Connections>, toStatement: ToStatement, patienceMs: number): Database {
  const patiently = createPatience(patienceMs);
  const asked = async <Result>(
    what: string,
    mayRepeat: MayRepeat,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> => {
    const connections = await open();
    const mayTryAgain: MayRepeat = (error) => connections.isBeforeUse(error) || mayRepeat(error);
    try {
      return await patiently(
        () => connections.use(work),
        mayTryAgain,
        (error) => connections.isBeforeUse(error) || isLost(error),
      );
    } catch (error) {
      throw toPostgresError(error, what, !connections.isBeforeUse(error));
    }
  };
  const mayRepeatAll: MayRepeat = (error) => isLost(error) || isConflict(error);
  const mayRepeatUndone: MayRepeat = (error) => isEnded(error) || isConflict(error);
  const write = (mayRepeat: MayRepeat): Queries['run'] => {
    return (sql, values) => asked(WRITE, mayRepeat, (client) => changedBy(client, alone(toStatement(sql)), values));
  };
  return {
    all: (sql, values) => asked(READ, mayRepeatAll, (client) => rowsOf(client, alone(toStatement(sql)), values)),
    run: write(mayRepeatUndone),
    runAgain: write(mayRepeatAll),
    transaction: (body) => asked(WRITE, mayRepeatAll, (client) => runTransaction(client, toStatement, body)),
    batch: (lock, statements) =>
      asked(WRITE, mayRepeatAll, (client) => runBatch(client, toStatement, { lock, statements })),
    close: async () => {},
  };
}

/**
 * Tries again what left nothing behind, with pauses that grow. A server that is away is waited for once: while it does not
 * come back, whatever else is asked of it fails at once.
 */
function createPatience(patienceMs: number) {
  let lostAt: number | undefined;
  const noteLoss = (isAway: boolean): void => {
    lostAt = isAway ? (lostAt ?? performance.now()) : undefined;
  };
  return async <Result>(work: () => Promise<Result>, mayRepeat: MayRepeat, isAway: MayRepeat): Promise<Result> => {
    const startedAt = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const result = await work();
        noteLoss(false);
        return result;
      } catch (error) {
        noteLoss(isAway(error));
        const until = (lostAt ?? startedAt) + patienceMs;
        if (!mayRepeat(error) || performance.now() + pause > until) {
          throw error;
        }
        await sleep(pause);
      }
    }
  };
}

/** One statement that is no part of a larger change is answered at once, or waits for a lock of 10 seconds at most. */
const ALONE_MS = 15_000;

function alone(statement: PgStatement): PgStatement & { readonly query_timeout: number } {
  return { ...statement, query_timeout: ALONE_MS };
}

type ToStatement = (sql: string) => PgStatement;

/**
 * Nothing waits for an answer that nobody needs: what is sent goes to the server together with the next statement that is
 * waited for, at the latest with the end.
 */
async function runTransaction<Result>(
  client: PoolClient,
  toStatement: ToStatement,
  body: (queries: Transaction) => Promise<Result>,
): Promise<Result> {
  let earlier: Promise<unknown> | undefined;
  const sent = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    earlier = Promise.all([earlier, answer]);
    // It is waited for with what comes behind it.
    earlier.catch(() => undefined);
    return answer;
  };
  const begin = (): void => {
    if (earlier === undefined) {
      sent(client.query('BEGIN'));
    }
  };
  /** The first failure tells why; those behind it say only that the transaction was ended. */
  const answered = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    await earlier;
    return answer;
  };
  const queries: Transaction = {
    all: (sql, values) => {
      begin();
      return answered(sent(rowsOf(client, toStatement(sql), values)));
    },
    run: (sql, values) => {
      begin();
      return answered(sent(changedBy(client, toStatement(sql), values)));
    },
    send: (sql, values) => {
      begin();
      sent(changedBy(client, toStatement(sql), values));
    },
    lock: async (name, how) => {
      begin();
      sent(client.query(lockStatement(name, how)));
    },
  };
  let result: Result;
  try {
    result = await body(queries);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  if (earlier !== undefined) {
    await commit(client, earlier);
  }
  return result;
}

interface Batch {
  readonly lock: string;
  readonly statements: readonly Statement[];
}

async function runBatch(
  client: PoolClient,
  toStatement: ToStatement,
  { lock, statements }: Batch,
): Promise<readonly number[]> {
  const all = [
    client.query('BEGIN'),
    client.query(lockStatement(lock)),
    ...statements.map(([sql, values]) => changedBy(client, toStatement(sql), values)),
    client.query('COMMIT'),
  ];
  const [failed] = (await Promise.allSettled(all)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (failed !== undefined) {
    throw failed;
  }
  const [, , ...changed] = await Promise.all(all);
  return changed.map(Number).slice(0, -1);
}

/** One that is lost now, with all that was sent before it, may have been kept or not: it is not run again. */
async function commit(client: PoolClient, earlier: Promise<unknown>): Promise<void> {
  const committed = client.query('COMMIT');
  try {
    await earlier;
    await committed;
  } catch (error) {
    // A connection is given back when it has answered everything.
    await committed.catch(() => undefined);
    throw isEnded(error) || isConflict(error) ? error : toPostgresError(error, WRITE);
  }
}

async function rowsOf(
  client: PoolClient,
  statement: PgStatement,
  values: readonly SqlValue[] = [],
): Promise<readonly SqlRow[]> {
  const { rows } = await client.query<SqlRow>({ ...statement, values: toPgValues(values) });
  return fromPgRows(rows);
}

async function changedBy(
  client: PoolClient,
  statement: PgStatement,
  values: readonly SqlValue[] = [],
): Promise<number> {
  const { rowCount } = await client.query({ ...statement, values: toPgValues(values) });
  return rowCount ?? 0;
}
