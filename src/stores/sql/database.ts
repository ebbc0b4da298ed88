/** What a SQL backend must do; statements use `?` for parameters and only what SQLite and PostgreSQL share. */
export interface Database extends Queries {
  /**
   * Runs `body` as one transaction. `body` locks first what others must not change meanwhile, uses the queries it is given
   * and waits for nothing else. It may be run again from its beginning, when nothing of it was kept.
   */
  readonly transaction: <Result>(body: (queries: Transaction) => Promise<Result>) => Promise<Result>;
  /**
   * Statements that need nothing of each other's results, as one transaction under a lock and in one way to the server;
   * gives the numbers of rows changed. They leave the same when they are run twice, or more where that is the safe side.
   */
  readonly batch: (lock: string, statements: readonly Statement[]) => Promise<readonly number[]>;
  /** Like `run`, for a statement that leaves the same when it is run twice: a lost connection does not end it. */
  readonly runAgain: Queries['run'];
  readonly close: () => Promise<void>;
}

export interface Queries {
  readonly all: (sql: string, parameters?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Gives the number of rows changed. */
  readonly run: (sql: string, parameters?: readonly SqlValue[]) => Promise<number>;
}

export type Statement = readonly [sql: string, parameters: readonly SqlValue[]];

export interface Transaction extends Queries {
  /** A statement whose result nobody needs: it is not waited for, and where it fails the transaction does. */
  readonly send: (sql: string, parameters?: readonly SqlValue[]) => void;
  /**
   * Keeps all who lock the same name waiting until the transaction ends; those who share it do not wait for each other.
   * A backend with one writer at a time has nothing to do.
   */
  readonly lock: (name: string, how?: 'shared') => Promise<void>;
}

/** One order of taking them, so that no two transactions wait for each other: handles before traces. */
export const LOCKS = {
  handles: 'handles',
  traces: 'traces',
  migrations: 'migrations',
  ofSession: (sessionId: string) => `session ${sessionId}`,
  ofRate: (key: string) => `rate ${key}`,
  ofPrincipal: (principalId: string) => `principal ${principalId}`,
} as const;

export type SqlValue = string | number | Uint8Array | null;
export type SqlRow = Readonly<Record<string, unknown>>;

export async function first(
  queries: Queries,
  sql: string,
  parameters?: readonly SqlValue[],
): Promise<SqlRow | undefined> {
  return (await queries.all(sql, parameters))[0];
}

export function textOf(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

/** Counts and milliseconds; a backend may give big integers as text. */
export function numberOf(row: SqlRow | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}
