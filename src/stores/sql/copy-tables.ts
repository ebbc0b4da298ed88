import { first, numberOf, type Queries, type SqlRow, type SqlValue } from './database.js';

/** What a copy takes along beside handles, in an order in which nothing is before what it belongs to. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  traces: ['seq'],
  trace_base: ['id'],
  revoked_grants: ['grant_id'],
  revoked_principals: ['principal_id'],
  call_counts: ['grant_id'],
  grants: ['grant_id'],
  sessions: ['session_id'],
  session_steps: ['session_id', 'first_seq'],
  session_memory: ['session_id', 'key_id'],
  tool_pins: ['server', 'tool'],
  // Nothing tells its rows apart.
  rate_calls: [],
};

/** Rows that every store has from its beginning. */
const SINGLE_ROWS = ['trace_head', 'kept'] as const;

const PAGE = 200;

/** Gives the number of rows of each table. */
export async function copyTables(from: Queries, to: Queries): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  for (const table of SINGLE_ROWS) {
    await to.run(`DELETE FROM ${table}`);
    rows[table] = await insertRows(to, table, await from.all(`SELECT * FROM ${table}`));
  }
  for (const [table, key] of Object.entries(TABLES)) {
    rows[table] = 0;
    for await (const page of pagesOf(from, table, key)) {
      rows[table] += await insertRows(to, table, page);
    }
  }
  // Who writes a conversation there does not write it here.
  await to.run('UPDATE sessions SET claim_id = NULL, writer = NULL');
  return rows;
}

export async function countRows(queries: Queries, table: string): Promise<number> {
  return numberOf(await first(queries, `SELECT count(*) AS rows_there FROM ${table}`), 'rows_there');
}

export async function insertRows(to: Queries, table: string, rows: readonly SqlRow[]): Promise<number> {
  const [model] = rows;
  if (model === undefined) {
    return 0;
  }
  const columns = Object.keys(model);
  const places = `(${columns.map(() => '?').join(', ')})`;
  const values = rows.flatMap((row) => columns.map((column) => sqlValueOf(row, column)));
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`;
  return to.run(sql, values);
}

async function* pagesOf(from: Queries, table: string, key: readonly string[]): AsyncGenerator<readonly SqlRow[]> {
  if (key.length === 0) {
    const rows = await from.all(`SELECT * FROM ${table}`);
    for (let start = 0; start < rows.length; start += PAGE) {
      yield rows.slice(start, start + PAGE);
    }
    return;
  }
  const order = `ORDER BY ${key.join(', ')} LIMIT ${PAGE}`;
  const after = `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`;
  for (let last: SqlRow | undefined; ; ) {
    const rows =
      last === undefined
        ? await from.all(`SELECT * FROM ${table} ${order}`)
        : await from.all(`SELECT * FROM ${table} ${after} ${order}`, keyOf(last, key));
    yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) {
      return;
    }
  }
}

function keyOf(row: SqlRow, key: readonly string[]): readonly SqlValue[] {
  return key.map((column) => sqlValueOf(row, column));
}

function sqlValueOf(row: SqlRow, column: string): SqlValue {
  const value = row[column];
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
