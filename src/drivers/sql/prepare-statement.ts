import type { DriverCall } from '../../contract/driver.js';
import type { DatabaseConfig } from '../../contract/driver-options/databases.js';
import { parseSqlQueryOptions, type SqlQueryOptions } from '../../contract/driver-options/sql.js';
import { parseStatement, type SqlStatement } from '../../contract/driver-options/sql-statement.js';
import { KernelError } from '../../contract/errors.js';
import type { BoundStatement } from './sql-database.js';

export interface PreparedStatement {
  readonly database: string;
  readonly statement: BoundStatement;
  readonly timeoutMs: number | undefined;
}

/** The statement of the registered capability with a parameter of the engine for each name, and the values for them. */
export function prepareStatement(
  { binding, capability, args }: DriverCall,
  databases: Readonly<Record<string, DatabaseConfig>>,
): PreparedStatement {
  const options = readOptions(binding.options);
  const config = Object.hasOwn(databases, options.database) ? databases[options.database] : undefined;
  const dialect = config?.file === undefined ? 'postgres' : 'sqlite';
  const read = parseStatement(options.statement, dialect);
  if ('mistake' in read) {
    throw new KernelError('CONFIG_INVALID', `the statement ${read.mistake}`, { hint: read.hint });
  }
  const names = [...new Set(read.names)];
  // Right behind a word PostgreSQL would take `$1` for a part of it.
  const mark = dialect === 'postgres' ? ' $' : '?';
  const marks = read.names.map((name) => `${mark}${names.indexOf(name) + 1}`);
  return {
    database: options.database,
    statement: {
      sql: read.parts.map((part, index) => part + (marks[index] ?? '')).join(''),
      values: names.map((name) => argumentValue(args, name)),
      mayWrite: capability.safety_class !== 'READ',
      writtenAt: (position) => writtenAt(read, marks, position),
    },
    timeoutMs: options.statement_timeout_ms ?? config?.statement_timeout_ms,
  };
}

function readOptions(options: unknown): SqlQueryOptions {
  try {
    return parseSqlQueryOptions(options);
  } catch (cause) {
    const hint = 'akernel config check tells what is wrong with them';
    throw new KernelError('CONFIG_INVALID', 'the options of the statement are not valid', { hint, cause });
  }
}

/** PostgreSQL has no text with a NUL in it, and SQLite would get a text that ends there: not what was checked and traced. */
function argumentValue(args: DriverCall['args'], name: string): unknown {
  const value = Object.hasOwn(args, name) ? (args[name] ?? null) : null;
  if (typeof value === 'string' && value.includes('\0')) {
    throw new KernelError('USAGE', `the argument ${name} holds a NUL character`, { hint: 'take it out' });
  }
  return value;
}

function writtenAt({ parts, names }: SqlStatement, marks: readonly string[], position: number): number {
  let shift = 0;
  let end = 0;
  for (const [index, mark] of marks.entries()) {
    end += parts[index]?.length ?? 0;
    if (position < end + mark.length) {
      return shift + Math.min(position, end);
    }
    end += mark.length;
    shift += (names[index]?.length ?? 0) + 1 - mark.length;
  }
  return position + shift;
}
