import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { linesOf, rowsOf } from '../../support/driver-call.js';
import { keepPostgres } from '../../support/postgres-databases.js';
import { runSql, type SqlCall } from './run-sql.js';

const databases = keepPostgres();
let serverUrl: string;
let driver: StreamingDriver;

beforeAll(async () => {
  serverUrl = await databases.make();
  driver = createSqlDriver({ env: {}, databases: { shop: { url: serverUrl } } });
  for (const statement of [
    'create schema if not exists akernel_types',
    "create type akernel_types.mood as enum ('glad', 'sad')",
    'create domain akernel_types.amount as numeric check (value >= 0)',
    'create type akernel_types.pair as (a int, b text)',
  ]) {
    await run(statement, { safetyClass: 'WRITE' });
  }
});
afterAll(async () => {
  await run('drop schema akernel_types cascade', { safetyClass: 'DESTRUCTIVE' });
  await driver.close?.();
});

const run = (statement: string, call: Partial<SqlCall> = {}) =>
  runSql(driver, { database: 'shop', statement, ...call });

test.each<[string, string]>([
  ['true', 'true'],
  ['9223372036854775807::bigint', '9223372036854775807'],
  ['(-32768)::smallint', '-32768'],
  ['12345678901234567890.123456789012345678900::numeric', '12345678901234567890.123456789012345678900'],
  ["'NaN'::numeric", '"NaN"'],
  ["'infinity'::float8", '"Infinity"'],
  ['0.1::float8 + 0.2::float8', '0.30000000000000004'],
  ['1e300::float8', '1e+300'],
  ['1.1::float4', '1.1'],
  ["'it''s \"quoted\" \\ \t €'::text", '"it\'s \\"quoted\\" \\\\ \\t €"'],
  ["''::text", '""'],
  ['null::int', 'null'],
  ["date '2024-02-29'", '"2024-02-29"'],
  ["date 'infinity'", '"infinity"'],
  ["timestamp '2024-02-29 23:59:59.125'", '"2024-02-29T23:59:59.125"'],
  ["timestamp '0044-03-15 12:00 BC'", '"0044-03-15 12:00:00 BC"'],
  ["time '07:08:09.5'", '"07:08:09.5"'],
  ["interval '1 year 2 days 03:04:05'", '"P1Y2DT3H4M5S"'],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"'],
  ['\'{"b": [1, 2.50, 12345678901234567890], "a": null}\'::jsonb', '{"a": null, "b": [1, 2.50, 12345678901234567890]}'],
  ['E\'{"a":\\n  1}\'::json', '{"a":1}'],
  ["decode('00ff10', 'hex')", '{"binary":true,"size_bytes":3}'],
  ["''::bytea", '{"binary":true,"size_bytes":0}'],
  ['array[1, null, 3]', '[1,null,3]'],
  ['array[[1, 2], [3, 4]]::bigint[]', '[[1,2],[3,4]]'],
  ["array['a b', 'NULL', 'q\"\\,{}', '']", '["a b","NULL","q\\"\\\\,{}",""]'],
  ["'{}'::text[]", '[]'],
  ["'[0:1]={5,6}'::int[]", '[5,6]'],
  ['array[\'{"a":1}\'::jsonb]', '[{"a": 1}]'],
  ["array[box '((1,1),(0,0))', box '((2,2),(0,0))']", '["(1,1),(0,0)","(2,2),(0,0)"]'],
  ["array[date '2024-01-01']", '["2024-01-01"]'],
  ["'glad'::akernel_types.mood", '"glad"'],
  ["array['glad', 'sad']::akernel_types.mood[]", '["glad","sad"]'],
  ['1.50::akernel_types.amount', '1.50'],
  ['array[1.50]::akernel_types.amount[]', '[1.50]'],
  ["row(1, 'x y')::akernel_types.pair", '"(1,\\"x y\\")"'],
  ['int4range(1, 5)', '"[1,5)"'],
  ["inet '10.0.0.1/8'", '"10.0.0.1/8"'],
  ["'1 2 3'::oidvector", '"1 2 3"'],
])('%s is %s', async (expression, json) => {
  expect(linesOf(await run(`select ${expression} as value`))).toBe(`{"value":${json}}\n`);
});

test('times with a zone keep the instant and say the offset, whatever the zone of the session', async () => {
  const named = createSqlDriver({
    env: {},
    databases: { shop: { url: `${serverUrl}?options=${encodeURIComponent('-c timezone=Asia/Kolkata')}` } },
  });
  const statement =
    "select timestamptz '2024-01-01 00:00+00' as at, timestamp '2024-01-01 00:00' as local, date '2024-01-01' as day";
  expect(rowsOf(await runSql(named, { database: 'shop', statement }))).toEqual([
    { at: '2024-01-01T05:30:00+05:30', local: '2024-01-01T00:00:00', day: '2024-01-01' },
  ]);
  await named.close?.();
});

test('columns of one name are told apart, none at all are rows without members', async () => {
  expect(rowsOf(await run('select 1 as id, 2 as id, 3 as "__proto__"')).map((row) => JSON.stringify(row))).toEqual([
    '{"id":1,"id_2":2,"__proto__":3}',
  ]);
  expect(rowsOf(await run('select from generate_series(1, 3)'))).toEqual([{}, {}, {}]);
});

test.each<[string, unknown, unknown]>([
  [':v::int', 42, 42],
  [':v::int', '42', 42],
  [':v::boolean', true, true],
  [':v::text', 'x', 'x'],
  [':v::text', 12.5, '12.5'],
  [':v::text', null, null],
  [':v::text', undefined, null],
  [':v::text', { a: [1] }, '{"a":[1]}'],
  [':v::text', [1, 'a'], '[1,"a"]'],
  [':v::jsonb', { a: "it's" }, { a: "it's" }],
  [':v::jsonb', ['a', 1, null], ['a', 1, null]],
  [':v::jsonb', 'plain text', 'plain text'],
  [':v::json', '{"not":"parsed"}', '{"not":"parsed"}'],
  [':v::int[]', [1, null, 3], [1, null, 3]],
  [':v::text[]', ['a,b', '{}', 'NULL', '"', '\\', ''], ['a,b', '{}', 'NULL', '"', '\\', '']],
  [':v::text[]', [['a'], ['b']], [['a'], ['b']]],
  [':v::jsonb[]', [{ a: 1 }, 'x', [1]], [{ a: 1 }, 'x', [1]]],
  [':v::date', '2024-02-29', '2024-02-29'],
  ['array(select x from generate_series(1, 9) x where x = any(:v))', [2, 4, 99], [2, 4]],
])('%s of %j', async (expression, value, result) => {
  expect(rowsOf(await run(`select ${expression} as v`, { args: { v: value } }))).toEqual([{ v: result }]);
});
