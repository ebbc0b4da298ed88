import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStatement, type SqlDialect } from '../../../src/contract/driver-options/sql-statement.js';

function namesOf(sql: string, dialect: SqlDialect = 'postgres'): readonly string[] | string {
  const read = parseStatement(sql, dialect);
  return 'mistake' in read ? read.mistake : read.names;
}

describe('placeholders', () => {
  test.each<[string, readonly string[]]>([
    ['select :a', ['a']],
    ['select :a, :b, :a', ['a', 'b', 'a']],
    ['select :a::int + :b::bigint', ['a', 'b']],
    ['select x::text from t where y=:y', ['y']],
    ['select * from t where id = any(:ids)', ['ids']],
    ["select ':no', 'it''s :no', :yes", ['yes']],
    ['select ":no", "a""b :no", :yes', ['yes']],
    ['select 1 -- :no\n, :yes', ['yes']],
    ['select /* :no */ :yes', ['yes']],
    ["select E'it\\'s :no', :yes", ['yes']],
    ["select some_e'plain \\', :yes", ['yes']],
    ['select $$ :no; $$, :yes', ['yes']],
    ['select $tag$ :no $$ :no $tag$, :yes', ['yes']],
    ['select a$b$ , :yes, c$b$', ['yes']],
    ['select /* outer /* inner */ :no */ :yes', ['yes']],
    ["select data ? 'k', data ?| array['a'], data ?& array['b'], data @> :doc", ['doc']],
    ['select f(named := :value, other => 1)', ['value']],
    ['select a[1:2], b[1 : 3], :x', ['x']],
    ["select '12:30:00'::time, :t", ['t']],
    ['select :_under9, : spaced', ['_under9']],
    ['select copy from t where a = :a', ['a']],
    ['select 1 -- :no\r, :yes', ['yes']],
    ["select \u00a0e'\\', :yes", ['yes']],
  ])('PostgreSQL: %s', (sql, names) => {
    expect(namesOf(sql)).toEqual(names);
  });

  test.each<[string, readonly string[]]>([
    ['select [a :no], `b :no`, "c :no", :yes', ['yes']],
    ["select 'it''s :no', :yes", ['yes']],
    ['select /* /* :no */ :yes', ['yes']],
    ['select :yes /* left open :no', ['yes']],
    ['select value from json_each(:ids)', ['ids']],
    ["select E'\\', :yes, '", ['yes']],
  ])('SQLite: %s', (sql, names) => {
    // The last one is no statement of SQLite; it reads the backslash as a plain character.
    expect(namesOf(sql, 'sqlite')).toEqual(sql.endsWith("'") ? 'holds a quote that is not closed' : names);
  });
});

describe('mistakes', () => {
  test.each<[string, SqlDialect, string]>([
    ['', 'postgres', 'holds no statement'],
    [' ;; -- nothing\n', 'sqlite', 'holds no statement'],
    ["copy t to program 'x'", 'postgres', 'is a COPY'],
    [' /* */ COPY t from stdin', 'postgres', 'is a COPY'],
    ['select 1 -- a\r; select 2', 'postgres', 'holds more than one statement'],
    ['select 1; drop table t', 'postgres', 'holds more than one statement'],
    ['select 1; select 2', 'sqlite', 'holds more than one statement'],
    ["select 'a", 'postgres', 'holds a quote that is not closed'],
    ['select "a', 'sqlite', 'holds a quote that is not closed'],
    ['select /* /* */', 'postgres', 'holds a comment that is not closed'],
    ['select $a$ b', 'postgres', 'holds a dollar quote that is not closed'],
    ['select $1', 'postgres', 'holds a parameter of the form $1'],
    ['select ?', 'sqlite', 'holds a parameter of the form ?'],
    ['select @a', 'sqlite', 'holds a parameter of the form @name'],
    ['select $a', 'sqlite', 'holds a parameter of the form $name'],
    ['select 1\0', 'sqlite', 'holds a NUL character'],
  ])('%j for %s', (sql, dialect, mistake) => {
    expect(namesOf(sql, dialect)).toBe(mistake);
  });

  test('what follows the semicolon may be blank or a comment, and is left out', () => {
    expect(parseStatement('select :a ; -- done\n ;', 'postgres')).toEqual({ parts: ['select ', ' '], names: ['a'] });
  });
});

test('parts and names together are the statement again', () => {
  const pieces = fc.constantFrom(
    ':a',
    ':b',
    "'x :q'",
    '"i"',
    ' ',
    '::int',
    '$t$ :z $t$',
    'word',
    '1',
    '-- c\n',
    '/*:k*/',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (some) => {
      const sql = some.join(' ');
      const read = parseStatement(sql, 'postgres');
      if (!('mistake' in read)) {
        const { parts, names } = read;
        expect(parts.map((part, index) => part + (index < names.length ? `:${names[index]}` : '')).join('')).toBe(sql);
        expect(names.every((name) => name === 'a' || name === 'b')).toBe(true);
      }
    }),
  );
});

test('takes linear time for whatever is written', () => {
  for (const text of ["'", '"', '/*', '$a$', '$$', ':', "E'\\", '-- ', 'a$']) {
    expect(() => parseStatement(text.repeat(50_000), 'postgres')).not.toThrow();
    expect(() => parseStatement(text.repeat(50_000), 'sqlite')).not.toThrow();
  }
}, 5000);
