/** What a SQL backend must do; statements use `?` for parameters and only what SQLite and PostgreSQL share. */
export interface Database extends Queries {
  /**
   * Runs `body` as one transaction that excludes all other writers, of other processes too. `body` must use the
   * queries it is given and wait for nothing else.
   */
  readonly transaction: <Result>(body: (queries: Queries) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

export interface Queries {
  readonly all: (sql: string, parameters?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Gives the number of rows changed. */
  readonly run: (sql: string, parameters?: readonly SqlValue[]) => Promise<number>;
}

export type SqlValue = string | number | null;
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
