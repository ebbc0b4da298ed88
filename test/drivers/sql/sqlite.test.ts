import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { failureOf, linesOf, rowsOf, warningsOf } from '../../support/driver-call.js';
import { oddStatements } from './odd-statements.js';
import { readers, runSql, type SqlCall, sqlCall } from './run-sql.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-sql-'));
const file = join(folder, 'notes.sqlite');
let driver: StreamingDriver;

const ENDLESS = 'with recursive c(n) as (select 1 union all select n + 1 from c)';

beforeAll(() => {
  const database = new DatabaseSync(file);
  database.exec(`
    create table note (id integer primary key, title text unique, body blob, weight real);
    insert into note values (1, 'first', x'00ff', 1.5), (2, 'second', null, 9e999), (9007199254740993, 'émile', null, 2);
  `);
  database.close();
  writeFileSync(join(folder, 'not-sqlite'), 'hunter2-data '.repeat(500));
  const databases = {
    notes: { file },
    missing: { file: join(folder, 'missing.sqlite') },
    text: { file: join(folder, 'not-sqlite') },
  };
  driver = createSqlDriver({ env: process.env, databases });
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (statement: string, call: Partial<SqlCall> = {}) =>
  runSql(driver, { database: 'notes', statement, ...call });

describe('values', () => {
  test('keep their digits, say that they are binary, and have one name each', async () => {
    const chunks = await run('select *, id from note order by id');
    expect(linesOf(chunks)).toBe(
      '{"id":1,"title":"first","body":{"binary":true,"size_bytes":2},"weight":1.5,"id_2":1}\n' +
        '{"id":2,"title":"second","body":null,"weight":"Infinity","id_2":2}\n' +
        '{"id":9007199254740993,"title":"émile","body":null,"weight":2,"id_2":9007199254740993}\n',
    );
    expect(warningsOf(chunks)).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ['text', "it's; drop table note --", "it's; drop table note --"],
    ['integer', 42, 42],
    ['integer', true, 1],
    ['real', 1.25, 1.25],
    ['null', null, null],
    ['null', undefined, null],
    ['text', [1, 'two'], '[1,"two"]'],
    ['text', { a: 1 }, '{"a":1}'],
  ])('an argument goes as %s: %j', async (type, value, stored) => {
    const rows = rowsOf(
      await run('select typeof(:value) as type, :value as value, :absent as absent', { args: { value } }),
    );
    expect(rows).toEqual([{ type, value: stored, absent: null }]);
  });

  test('texts with a NUL in them are whole, in a query of any form', async () => {
    const nul = "'a' || char(0) || 'é'";
    const statements = [
      `select ${nul} as t, cast(${nul} as blob) as b, 1 as t -- as written`,
      `with q(t) as (values (${nul})) select t, cast(t as blob) as b, 1 as t from q`,
      `select t, b, n as t from (select ${nul} as t, x'6100c3a9' as b, 1 as n) union all select 1, 2, 3 order by 3 limit 1 /* open`,
    ];
    for (const statement of statements) {
      expect(linesOf(await run(statement))).toBe(
        `${JSON.stringify({ t: 'a\u0000é', b: { binary: true, size_bytes: 4 }, t_2: 1 })}\n`,
      );
    }
  });

  test('an argument with a NUL in it is refused: the database would get what stands before it', async () => {
    const error = await failureOf(() => run('select :t as t', { args: { t: 'a\u0000b' } }));
    expect(error).toMatchObject({ code: 'USAGE', message: 'the argument t holds a NUL character' });
    expect(rowsOf(await run('select :t as t', { args: { t: ['a\u0000b'] } }))).toEqual([{ t: '["a\\u0000b"]' }]);
  });

  test('placeholders are where SQLite itself would have them', async () => {
    for (const { statement, values } of oddStatements('sqlite', "'; --", 6)) {
      const [row] = rowsOf(await run(statement, { args: { a: "'; --" } }));
      expect(Object.values(row ?? {}), statement).toEqual(values);
    }
  });

  test('a list is looked through by json_each', async () => {
    const chunks = await run('select title from note where id in (select value from json_each(:ids)) order by id', {
      args: { ids: [1, 2] },
    });
    expect(rowsOf(chunks)).toEqual([{ title: 'first' }, { title: 'second' }]);
  });

  test('no rows are no chunk', async () => {
    expect(await run('select * from note where id < 0')).toEqual([]);
  });
});

describe('changes', () => {
  test('are refused to a capability that may only read', async () => {
    const failure = await failureOf(() => run("insert into note (title) values ('never')"));
    expect(failure).toMatchObject({ code: 'DRIVER_FAILED', details: { result_code: 8 } });
    expect(rowsOf(await run("select count(*) as n from note where title = 'never'"))).toEqual([{ n: 0 }]);
  });

  test('give the number of rows, or the rows they return', async () => {
    const args = { title: 'third' };
    const insert = 'insert into note (title, weight) values (:title, 1)';
    expect(rowsOf(await run(insert, { args, safetyClass: 'WRITE' }))).toEqual([{ rows_affected: 1 }]);
    const remove = 'delete from note where title = :title returning title';
    expect(rowsOf(await run(remove, { args, safetyClass: 'DESTRUCTIVE' }))).toEqual([args]);
  });

  test('are undone when the consumer leaves before the end', async () => {
    const statement = `${ENDLESS} insert into note (title) select 'n' || n from c limit 200000 returning title, hex(zeroblob(200))`;
    for await (const _ of driver.executeStream(sqlCall({ database: 'notes', statement, safetyClass: 'WRITE' }))) {
      break;
    }
    expect(rowsOf(await run("select count(*) as n from note where title like 'n%'"))).toEqual([{ n: 0 }]);
  });

  test.each(['commit', 'rollback', "attach 'other.sqlite' as other", 'detach main'])(
    '%s is refused',
    async (statement) => {
      const refused = { details: { result_code: 23 } };
      expect(await failureOf(() => run(statement))).toMatchObject(refused);
      expect(await failureOf(() => run(statement, { safetyClass: 'WRITE' }))).toMatchObject(refused);
    },
  );

  test('that break a constraint tell nothing of the data', async () => {
    const call: Partial<SqlCall> = { args: { title: 'first' }, safetyClass: 'WRITE' };
    const failure = await failureOf(() => run('insert into note (title) values (:title)', call));
    expect(failure).toMatchObject({ code: 'DRIVER_FAILED', details: { result_code: 19 } });
    expect(String(failure)).not.toMatch(/first|title/);
  });

  test('make no database that is not there', async () => {
    const failure = await failureOf(() =>
      runSql(driver, { database: 'missing', statement: 'create table t (a)', safetyClass: 'WRITE' }),
    );
    expect(failure).toMatchObject({ code: 'DRIVER_UNAVAILABLE' });
    expect(existsSync(join(folder, 'missing.sqlite'))).toBe(false);
  });
});

describe('refusals', () => {
  test.each<[string, SqlCall['safetyClass']]>([
    ["attach '/tmp/akernel-other.sqlite' as other", 'WRITE'],
    ["vacuum into '/tmp/akernel-other.sqlite'", 'WRITE'],
    ["select load_extension('evil')", 'WRITE'],
    ['commit', 'WRITE'],
    ['create temp table t (a)', 'READ'],
    ["select writefile('/tmp/akernel-other.sqlite', 'x')", 'READ'],
  ])('%s', async (statement, safetyClass = 'READ') => {
    expect(await failureOf(() => run(statement, { safetyClass }))).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(existsSync('/tmp/akernel-other.sqlite')).toBe(false);
  });

  test.each([
    ["select json('{')", 'did not run the statement', 'DRIVER_FAILED'],
    ['select zeroblob(100000000)', 'holds a value above 64 MiB', 'LIMIT_REACHED'],
    ["select load_extension('x')", 'refused the statement', 'DRIVER_FAILED'],
    ['delete from note returning id', 'was to be changed, and the capability may only read', 'DRIVER_FAILED'],
  ])('a mistake that shows only with the first row is told as what it is: %s', async (statement, message, code) => {
    expect(await failureOf(() => run(statement))).toMatchObject({ code, message: `the database notes ${message}` });
  });

  test('a reader that somebody else has ended', async () => {
    const error = await failureOf(async () => {
      for await (const _ of driver.executeStream(
        sqlCall({ database: 'notes', statement: `${ENDLESS} select n from c` }),
      )) {
        for (const pid of readers()) {
          process.kill(Number(pid), 'SIGKILL');
        }
      }
    });
    expect(error).toMatchObject({
      code: 'DRIVER_UNAVAILABLE',
      message: 'the process that reads the database notes was ended by somebody',
    });
  });

  test('what is no database', async () => {
    const failure = await failureOf(() =>
      runSql(driver, { database: 'text', statement: 'select 1 from sqlite_master' }),
    );
    expect(failure).toMatchObject({ code: 'DRIVER_FAILED', details: { result_code: 26 } });
  });

  test('an unknown database, and a second statement', async () => {
    const unknown = await failureOf(() => runSql(driver, { database: 'other', statement: 'select 1' }));
    expect(unknown).toMatchObject({ code: 'CONFIG_INVALID' });
    const two = await failureOf(() => run('select 1; delete from note'));
    expect(two).toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('endings', () => {
  test('a statement that never comes to a row is stopped by an abort and by its time limit', async () => {
    const statement = `${ENDLESS} select count(*) from c`;
    const controller = new AbortController();
    const aborted = failureOf(() => run(statement, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 150);
    expect(await aborted).toMatchObject({ code: 'CANCELLED' });
    expect(await failureOf(() => run(statement, { timeoutMs: 150 }))).toMatchObject({ code: 'TIMEOUT' });
    expect(readers()).toEqual([]);
  });

  test('its time limit is for all rows together, however steadily they come', async () => {
    expect(await failureOf(() => run(`${ENDLESS} select n from c`, { timeoutMs: 400 }))).toMatchObject({
      code: 'TIMEOUT',
    });
    expect(readers()).toEqual([]);
  });

  test('a million rows arrive, in little memory', async () => {
    const before = process.memoryUsage.rss();
    const call = sqlCall({ database: 'notes', statement: `${ENDLESS} select n from c limit 1000000` });
    let rows = 0;
    let most = 0;
    for await (const chunk of driver.executeStream(call)) {
      rows += chunk.type === 'records' ? chunk.rows.length : 0;
      most = Math.max(most, process.memoryUsage.rss());
    }
    expect(rows).toBe(1_000_000);
    expect(most - before).toBeLessThan(160 * 1024 * 1024);
  });
});
