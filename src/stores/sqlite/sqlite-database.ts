import { statSync } from 'node:fs';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

import { KernelError } from '../../contract/errors.js';
import type { Database, Queries, SqlRow, SqlValue, Statement, Transaction } from '../sql/database.js';
import { FAILURES, toStoreError } from '../store-error.js';
import { loadSqlite } from './load-sqlite.js';
import { toSqliteError } from './sqlite-error.js';

const BUSY_TIMEOUT_MS = 10_000;

interface Options {
  readonly path: string;
  /** Makes the file ready, before it is first opened. */
  readonly beforeOpen: () => void;
  /** Brings the opened database up to date, before anything else uses it. */
  readonly prepare: (database: Database) => Promise<void>;
}

/**
 * One SQLite connection that opens at its first use. Queries run in the order they were asked for; a transaction keeps
 * all others of this process waiting, and its BEGIN IMMEDIATE those of other processes.
 */
export function createSqliteDatabase({ path, beforeOpen, prepare }: Options): Database {
  let connection: Promise<Connection> | undefined;
  const turns = turnsFor(path);
  let isClosed = false;

  const openReady = async (): Promise<Connection> => {
    beforeOpen();
    return openConnection(path, prepare);
  };
  const open = (): Promise<Connection> => {
    connection ??= openReady().catch((error: unknown) => {
      // A disk that was full may have room the next time.
      connection = undefined;
      throw error;
    });
    return connection;
  };
  const inTurn = <Result>(work: (connection: Connection) => Result | Promise<Result>): Promise<Result> => {
    if (isClosed) {
      return Promise.reject(new KernelError('STORE_FAILED', 'the store has been closed'));
    }
    const result = turns.last.then(open).then(work);
    turns.last = result.catch(() => undefined);
    return result;
  };
  const run: Queries['run'] = (sql, parameters) => inTurn(({ queries }) => queries.run(sql, parameters));
  return {
    all: (sql, parameters) => inTurn(({ queries }) => queries.all(sql, parameters)),
    run,
    runAgain: run,
    transaction: (body) => inTurn((opened) => opened.transaction(body)),
    batch: (_, statements) => inTurn((opened) => opened.transaction((queries) => runAll(queries, statements))),
    close: async () => {
      isClosed = true;
      await turns.last;
      const opened = await connection?.catch(() => undefined);
      connection = undefined;
      opened?.close();
    },
  };
}

interface Turns {
  last: Promise<unknown>;
}

const TURNS = new Map<string, WeakRef<Turns>>();

/**
 * Two stores of one process on one file take turns as well: waiting for a lock stops the whole process, and with it the
 * transaction that has the lock.
 */
function turnsFor(path: string): Turns {
  const turns = TURNS.get(path)?.deref() ?? { last: Promise.resolve() };
  TURNS.set(path, new WeakRef(turns));
  return turns;
}

interface Connection {
  readonly queries: Queries;
  readonly transaction: Database['transaction'];
  readonly close: () => void;
}

async function openConnection(path: string, prepare: Options['prepare']): Promise<Connection> {
  const openSqlite = await loadSqlite();
  const connection = guard('open its database', () => {
    const sqlite = openSqlite(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      setPragmas(sqlite);
      return createConnection(sqlite, createPlaceCheck(path));
    } catch (error) {
      sqlite.close();
      throw error;
    }
  });
  try {
    const { queries, transaction } = connection;
    const batch: Database['batch'] = (_, statements) => transaction((inside) => runAll(inside, statements));
    await prepare({ ...queries, runAgain: queries.run, transaction, batch, close: async () => connection.close() });
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite goes on writing into a file that was removed or replaced; what is kept there nobody finds again. */
function createPlaceCheck(path: string): () => void {
  const { dev, ino } = statSync(path);
  return () => {
    const now = guard('write its database', () => statSync(path, { throwIfNoEntry: false }));
    if (now === undefined || now.dev !== dev || now.ino !== ino) {
      throw toStoreError(undefined, 'write its database', FAILURES.missing);
    }
  };
}

function createConnection(sqlite: DatabaseSyncInstance, checkPlace: () => void): Connection {
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const statement = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const queries: Queries = {
    all: async (sql, parameters: readonly SqlValue[] = []) =>
      guard('read its database', (): readonly SqlRow[] => prepared(sql).all(...parameters)),
    run: async (sql, parameters: readonly SqlValue[] = []) =>
      guard('write its database', () => Number(prepared(sql).run(...parameters).changes)),
  };
  const send: Transaction['send'] = (sql, parameters = []) => {
    guard('write its database', () => prepared(sql).run(...parameters));
  };
  // BEGIN IMMEDIATE has locked all there is.
  const alone: Transaction = { ...queries, send, lock: async () => {} };
  const writing = <Result>(work: () => Promise<Result>): Promise<Result> => {
    checkPlace();
    return work();
  };
  return {
    queries: { ...queries, run: async (sql, parameters) => writing(() => queries.run(sql, parameters)) },
    transaction: async (body) => writing(() => runTransaction(sqlite, () => body(alone))),
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
}

/** The switch to WAL is stored in the file; asking first spares every later opening the lock it needs. */
function setPragmas(sqlite: DatabaseSyncInstance): void {
  const mode: unknown = sqlite.prepare('PRAGMA journal_mode').get();
  if (JSON.stringify(mode) !== '{"journal_mode":"wal"}') {
    sqlite.exec('PRAGMA journal_mode = WAL');
  }
  sqlite.exec('PRAGMA synchronous = NORMAL');
}

async function runAll(queries: Queries, statements: readonly Statement[]): Promise<readonly number[]> {
  const changed: number[] = [];
  for (const [sql, parameters] of statements) {
    changed.push(await queries.run(sql, parameters));
  }
  return changed;
}

async function runTransaction<Result>(sqlite: DatabaseSyncInstance, body: () => Promise<Result>): Promise<Result> {
  guard('write its database', () => sqlite.exec('BEGIN IMMEDIATE'));
  try {
    const result = await body();
    guard('write its database', () => sqlite.exec('COMMIT'));
    return result;
  } catch (error) {
    if (sqlite.isTransaction) {
      sqlite.exec('ROLLBACK');
    }
    throw error;
  }
}

function guard<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error, what);
  }
}
