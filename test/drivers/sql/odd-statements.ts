import fc from 'fast-check';
import type { SqlDialect } from '../../../src/contract/driver-options/sql-statement.js';

/** A statement of one row, and the values that it must give when `:a` is `value`. */
export interface OddStatement {
  readonly statement: string;
  readonly values: readonly unknown[];
}

type Item = readonly [sql: string, value: unknown];

/** Everything in which a placeholder is none, beside ones that are. */
const ITEMS: Readonly<Record<SqlDialect, (value: string) => readonly Item[]>> = {
  postgres: (value) => [
    [':a::text', value],
    ['(:a::text)', value],
    ["(array[:a::text,':a'])[1]", value],
    ['(array[7,8])[1:1]::text', '{7}'],
    ["':a'", ':a'],
    ["'it''s :a'", "it's :a"],
    ["'\\'", '\\'],
    ["e'\\' :a'", "' :a"],
    ["E'\\\\'", '\\'],
    ["N':a'", ':a'],
    ["U&':a'", ':a'],
    ['$$:a$$', ':a'],
    ["$t$ $$ :a ' $t$", " $$ :a ' "],
    ['"q :a""x"', 'column'],
    ['a$b$', 'column'],
    ['\u00e9e', 'column'],
    ['1', 1],
  ],
  sqlite: (value) => [
    [':a', value],
    ['(:a)', value],
    ["':a'", ':a'],
    ["'it''s :a'", "it's :a"],
    ["'\\'", '\\'],
    ['"q :a""x"', 'column'],
    ['[q :b]', 'column'],
    ['`:c`', 'column'],
    ['\u00e9e', 'column'],
    ['1', 1],
  ],
};

const BLANKS: Readonly<Record<SqlDialect, readonly string[]>> = {
  postgres: [' ', '\n', '\r', '\f', '/*:a*/', "/*/*:a*/':a*/", '--:a\n', '--:a\r', "--'\n", '/*"*/'],
  sqlite: [' ', '\n', '\r', '\f', '/*:a*/', '/*/*:a*/', '--:a\n', '--:a\r:a\n', "--'\n", '/*"*/'],
};

const COLUMNS: Readonly<Record<SqlDialect, string>> = {
  postgres: " from (values ('column','column','column')) t(\"q :a\"\"x\", a$b$, \u00e9e)",
  sqlite: " from (select 'column' as \"q :a\"\"x\", 'column' as [q :b], 'column' as `:c`, 'column' as \u00e9e)",
};

/** Always the same ones. */
export function oddStatements(dialect: SqlDialect, value: string, count: number): readonly OddStatement[] {
  const blank = fc.constantFrom(...BLANKS[dialect]);
  const item = fc.constantFrom(...ITEMS[dialect](value));
  const all = fc.array(fc.tuple(blank, item, blank), { minLength: 20, maxLength: 40 });
  return fc.sample(all, { seed: 5, numRuns: count }).map((items) => ({
    statement: `select${items.map(([before, [sql], after], index) => `${before}${sql}${after}as v${index}`).join(',')}${COLUMNS[dialect]}`,
    values: items.map(([, [, expected]]) => expected),
  }));
}
