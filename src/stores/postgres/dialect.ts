import { createHash } from 'node:crypto';

/** A statement as the server takes it. */
export interface PgStatement {
  readonly text: string;
  /** Under which the server keeps it prepared; what is run once has none. */
  readonly name?: string;
}

/** `?` becomes `$1`, `$2` and so on; texts are compared byte by byte, as SQLite does. */
export function createDialect(): (sql: string) => PgStatement {
  const known = new Map<string, PgStatement>();
  return (sql) => {
    const statement = known.get(sql) ?? translate(sql, known.size);
    known.set(sql, statement);
    return statement;
  };
}

const DEFINITION = /^\s*(?:CREATE|ALTER)\s/;

function translate(sql: string, number: number): PgStatement {
  if (DEFINITION.test(sql)) {
    return { text: sql.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"') };
  }
  let parameters = 0;
  const text = sql.replace(/\?/g, () => {
    parameters += 1;
    return `$${parameters}`;
  });
  return { text, name: `akernel_${number}` };
}

/** Locks have numbers there; what has the same number by chance only waits. */
export function lockStatement(name: string, how?: 'shared'): string {
  const number = createHash('sha256').update(`akernel ${name}`).digest().readBigInt64BE();
  return `SELECT pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(${number})`;
}
