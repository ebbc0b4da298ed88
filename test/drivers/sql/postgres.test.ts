import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { createSqlDriver } from '../../../src/drivers/sql/index.js';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { failureOf, rowsOf, warningsOf } from '../../support/driver-call.js';
import { keepPostgres } from '../../support/postgres-databases.js';
import { eventually } from '../../support/processes.js';
import { oddStatements } from './odd-statements.js';
import { runSql, type SqlCall, sqlCall } from './run-sql.js';

const databases = keepPostgres();
let serverUrl: string;
let driver: StreamingDriver;
let admin: Client;

const APPLICATION = 'akernel-test-sql';
/** Rows of a kilobyte, more of them than anybody reads. */
const FLOOD = "select generate_series(1, 1000000000) as n, repeat('x', 1000) as text";

beforeAll(async () => {
  serverUrl = await databases.make();
  driver = driverOf();
  admin = new Client(serverUrl);
  await admin.connect();
  await admin.query('create table if not exists akernel_order (id int primary key, email text unique, total numeric)');
  await admin.query("insert into akernel_order values (1, 'ada@example.org', 9.50), (2, 'bob@example.org', 1)");
});
afterAll(async () => {
  await driver.close?.();
  await admin.query('drop table akernel_order');
  await admin.end();
});

function driverOf(options: { readonly url?: string; readonly max_connections?: number } = {}): StreamingDriver {
  const shop = { url: serverUrl, application_name: APPLICATION, ...options };
  return createSqlDriver({ env: {}, databases: { shop } });
}

const run = (statement: string, call: Partial<SqlCall> = {}) =>
  runSql(driver, { database: 'shop', statement, ...call });

/** What the server lists of us: states of connections. */
async function activity(): Promise<readonly { readonly pid: number; readonly state: string }[]> {
  const sql = 'select pid, state from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()';
  return (await admin.query(sql, [APPLICATION])).rows;
}

async function noneActive(): Promise<boolean> {
  return (await activity()).every(({ state }) => state === 'idle');
}

function open(call: Partial<SqlCall> & { readonly statement: string }): AsyncIterator<Chunk> {
  return driver.executeStream(sqlCall({ database: 'shop', ...call }))[Symbol.asyncIterator]();
}

const CANCEL_REQUEST = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46]);

/** Passes everything on to a server, but for the first requests to cancel, and counts what comes from there. */
async function forwardTo(url: string, lostCancels: number) {
  let cancels = 0;
  let received = 0;
  const proxy = createServer((socket) => {
    socket.once('data', (first) => {
      const isCancel = first.subarray(0, CANCEL_REQUEST.length).equals(CANCEL_REQUEST);
      cancels += isCancel ? 1 : 0;
      if (isCancel && cancels <= lostCancels) {
        socket.end();
        return;
      }
      const target = connect(Number(new URL(url).port), '127.0.0.1');
      target.write(first);
      socket.pipe(target).on('error', () => undefined);
      socket.once('close', () => target.destroy());
      target.on('data', (bytes) => {
        received += bytes.length;
      });
      target.pipe(socket).on('error', () => undefined);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    port: Number(Object(proxy.address()).port),
    cancels: () => cancels,
    received: () => received,
    close: () => proxy.close(),
  };
}

describe('rows', () => {
  test('a million of them arrive, in little memory', async () => {
    const before = process.memoryUsage.rss();
    const statement = "select n, repeat('x', 100) as text from generate_series(1, 1000000) n";
    let rows = 0;
    let most = 0;
    for await (const chunk of driver.executeStream(sqlCall({ database: 'shop', statement }))) {
      rows += chunk.type === 'records' ? chunk.rows.length : 0;
      most = Math.max(most, process.memoryUsage.rss());
    }
    expect(rows).toBe(1_000_000);
    expect(most - before).toBeLessThan(160 * 1024 * 1024);
  });

  test('wide rows after narrow ones are not gathered', async () => {
    const between = await forwardTo(serverUrl, 0);
    const far = driverOf({ url: Object.assign(new URL(serverUrl), { port: String(between.port) }).href });
    const statement =
      "select n, repeat('x', case when n < 5000 then 10 else 2000000 end) as text from generate_series(1, 5100) n";
    const chunks = far.executeStream(sqlCall({ database: 'shop', statement }))[Symbol.asyncIterator]();
    while (between.received() < 2_000_000) {
      await chunks.next();
    }
    for (let seen = 0; seen < between.received(); ) {
      seen = between.received();
      await sleep(200);
    }
    expect(between.received()).toBeLessThan(50_000_000);
    await chunks.return?.();
    await far.close?.();
    between.close();
  });

  test('one that is longer than records may be is left out and counted, one that no memory holds ends the stream', async () => {
    const wide = await run(
      "select n, repeat('x', case n when 2 then 20000000 else 1 end) as text from generate_series(1, 3) n",
    );
    expect(rowsOf(wide)).toEqual([
      { n: 1, text: 'x' },
      { n: 3, text: 'x' },
    ]);
    expect(warningsOf(wide)).toEqual(['record is over the size limit: 1']);
    expect(await failureOf(() => run("select repeat('x', 100000000)"))).toMatchObject({ code: 'LIMIT_REACHED' });
    expect(rowsOf(await run('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  test('the first one arrives while the next is still waited for', async () => {
    await admin.query('select pg_advisory_lock(7)');
    const wait = 'case n when 2 then pg_advisory_lock(7)::text end';
    const chunks = open({ statement: `select n, ${wait} as waited from generate_series(1, 4) n` });
    const first = await chunks.next();
    expect(rowsOf([first.value])).toEqual([{ n: 1, waited: null }]);
    await admin.query('select pg_advisory_unlock(7)');
    const others: Chunk[] = [];
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      others.push(next.value);
    }
    expect(rowsOf(others).map((row) => Object(row).n)).toEqual([2, 3, 4]);
  });
});

describe('changes', () => {
  test.each([
    'insert into akernel_order values (3)',
    'delete from akernel_order',
    'create table akernel_never (a int)',
    "select set_config('transaction_read_only', 'off', true)",
    'do $$ begin set transaction read write; delete from akernel_order; end $$',
  ])('%s is refused to a capability that may only read', async (statement) => {
    await failureOf(() => run(statement));
    expect(rowsOf(await run('select count(*) as n from akernel_order'))).toEqual([{ n: 2 }]);
  });

  test('the refusal says what is missing', async () => {
    const failure = await failureOf(() => run('update akernel_order set total = 0'));
    expect(failure).toMatchObject({ code: 'DRIVER_FAILED', details: { sqlstate: '25006' } });
    expect(failure).toMatchObject({ hint: expect.stringContaining('safety_class') });
  });

  test('give the number of rows, or the rows they return, and last', async () => {
    const insert = 'insert into akernel_order (id, total) select x, :total from generate_series(10, 14) x';
    expect(rowsOf(await run(insert, { args: { total: 7 }, safetyClass: 'WRITE' }))).toEqual([{ rows_affected: 5 }]);
    const remove = 'delete from akernel_order where id >= :from returning id';
    const removed = rowsOf(await run(remove, { args: { from: 10 }, safetyClass: 'DESTRUCTIVE' }));
    expect(removed).toHaveLength(5);
    expect(rowsOf(await run('select count(*) as n from akernel_order'))).toEqual([{ n: 2 }]);
  });

  test('are undone when the consumer leaves before the end', async () => {
    const statement = 'insert into akernel_order (id) select x from generate_series(100, 50000) x returning id';
    const chunks = open({ statement, safetyClass: 'WRITE' });
    expect((await chunks.next()).done).toBe(false);
    await chunks.return?.();
    expect(rowsOf(await run('select count(*) as n from akernel_order'))).toEqual([{ n: 2 }]);
  });
});

test('an argument is a value, whatever is in it', async () => {
  const attacks = [
    "'; drop table akernel_order; --",
    "' or '1'='1",
    '$1',
    ':email',
    '\\',
    "\\'",
    '"',
    '{"$ne":null}',
    "E'\\x27'",
    '$$; select 1; $$',
    '\ud800',
    '%',
    '); delete from akernel_order; --',
  ];
  for (const email of attacks) {
    const statement =
      'select id from akernel_order where email = :email or email = any(:emails) or total::text = :email';
    expect(rowsOf(await run(statement, { args: { email, emails: [email, `{${email}}`] } }))).toEqual([]);
  }
  expect(rowsOf(await run('select count(*) as n from akernel_order'))).toEqual([{ n: 2 }]);
});

test('placeholders are where the server itself would have them', async () => {
  const a = "'; --$$";
  for (const { statement, values } of oddStatements('postgres', a, 40)) {
    const [row] = rowsOf(await run(statement, { args: { a } }));
    expect(Object.values(row ?? {}), statement).toEqual(values);
  }
  expect(rowsOf(await run('select:a::int as n from akernel_order limit:n', { args: { a: 7, n: 1 } }))).toEqual([
    { n: 7 },
  ]);
});

describe('endings', () => {
  test('an abort reaches a statement that gives no row', async () => {
    const controller = new AbortController();
    const running = failureOf(() => run('select pg_sleep(600)', { signal: controller.signal }));
    await eventually(async () => (await activity()).some(({ state }) => state === 'active'), 'it runs');
    controller.abort();
    expect(await running).toMatchObject({ code: 'CANCELLED' });
    await eventually(noneActive, 'the statement has ended on the server');
  });

  test('an abort in the middle of a stream, and a consumer who leaves, end it on the server', async () => {
    const controller = new AbortController();
    const chunks = open({ statement: FLOOD, signal: controller.signal });
    await chunks.next();
    controller.abort();
    expect(
      await failureOf(async () => {
        while ((await chunks.next()).done !== true) {
          // to its end
        }
      }),
    ).toMatchObject({ code: 'CANCELLED' });
    await eventually(noneActive, 'the aborted statement has ended on the server');
    const others = open({ statement: FLOOD });
    await others.next();
    await others.return?.();
    await eventually(noneActive, 'the left statement has ended on the server');
  });

  test('a cancel that overtook its statement is sent again, one that worked is not', async () => {
    for (const lost of [0, 1]) {
      const between = await forwardTo(serverUrl, lost);
      const url = Object.assign(new URL(serverUrl), { port: String(between.port) });
      const far = driverOf({ url: url.href });
      const controller = new AbortController();
      const call = { database: 'shop', statement: 'select pg_sleep(600)', signal: controller.signal };
      const running = failureOf(() => runSql(far, call));
      await eventually(async () => (await activity()).some(({ state }) => state === 'active'), 'it runs');
      controller.abort();
      expect(await running).toMatchObject({ code: 'CANCELLED' });
      await eventually(noneActive, 'the statement has ended on the server');
      expect(between.cancels()).toBe(lost + 1);
      await far.close?.();
      between.close();
    }
  });

  test('its time limit ends a statement', async () => {
    const failure = await failureOf(() => run('select pg_sleep(600)', { timeoutMs: 100 }));
    expect(failure).toMatchObject({ code: 'TIMEOUT', details: { sqlstate: '57014' } });
  });

  test('so does it that of one whose rows come steadily', async () => {
    const endless = 'with recursive c(n) as (select 1 union all select n + 1 from c) select n from c';
    expect(await failureOf(() => run(endless, { timeoutMs: 400 }))).toMatchObject({ code: 'TIMEOUT' });
    await eventually(noneActive, 'the statement has ended on the server');
  });

  test('the end of its backend is a failure of the stream, and the next call has a connection', async () => {
    const chunks = open({ statement: FLOOD });
    await chunks.next();
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      APPLICATION,
    ]);
    const failure = await failureOf(async () => {
      while ((await chunks.next()).done !== true) {
        // to its end
      }
    });
    expect(failure).toMatchObject({ code: 'DRIVER_UNAVAILABLE' });
    expect(rowsOf(await run('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  test('a connection that died while nobody used it is replaced', async () => {
    await run('select 1');
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      APPLICATION,
    ]);
    expect(rowsOf(await run('select 2 as two'))).toEqual([{ two: 2 }]);
  });
});

describe('connections', () => {
  test('are used again, wait for each other over the limit, and are gone after close', async () => {
    const small = driverOf({ max_connections: 2 });
    const statement = 'select pg_backend_pid() as pid, pg_sleep(0.05)';
    const all = await Promise.all(Array.from({ length: 6 }, () => runSql(small, { database: 'shop', statement })));
    expect(new Set(all.flatMap(rowsOf).map((row) => JSON.stringify(row))).size).toBeLessThanOrEqual(2);
    await driver.close?.();
    await small.close?.();
    await eventually(async () => (await activity()).length === 0, 'no connection is left');
  });

  test('what a statement that may only read sets does not outlast it, and an idle one holds nobody', async () => {
    const held = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = held();
    const one = driverOf({ max_connections: 1 });
    const ask = async (statement: string) => rowsOf(await runSql(one, { database: 'shop', statement }));
    const [first] = await ask("select pg_backend_pid() as pid, set_config('search_path', 'evil', false) as path");
    const [second] = await ask("select pg_backend_pid() as pid, current_setting('search_path') as path");
    expect(first).toMatchObject({ path: 'evil' });
    expect(second).toEqual({ pid: Object(first).pid, path: '"$user", public' });
    expect(held()).toBe(before);
    await one.close?.();
  });

  test('who waits for one can be aborted', async () => {
    const small = driverOf({ max_connections: 1 });
    const chunks = small.executeStream(sqlCall({ database: 'shop', statement: FLOOD }))[Symbol.asyncIterator]();
    await chunks.next();
    const signal = AbortSignal.timeout(50);
    expect(await failureOf(() => runSql(small, { database: 'shop', statement: 'select 1', signal }))).toMatchObject({
      code: 'CANCELLED',
    });
    await chunks.return?.();
    expect(rowsOf(await runSql(small, { database: 'shop', statement: 'select 1 as one' }))).toEqual([{ one: 1 }]);
    await small.close?.();
  });
});

test('a server that has not all settings is served without them', async () => {
  const to = new URL(serverUrl);
  const proxy = createServer((near) => {
    const far = connect(Number(to.port || 5432), to.hostname);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    far.pipe(near);
    near.on('data', (bytes) =>
      far.write(bytes.toString('latin1').replaceAll('check_interval', 'other_interval'), 'latin1'),
    );
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(serverUrl);
  Object.assign(url, { hostname: '127.0.0.1', port: String(Object(proxy.address()).port) });
  const other = driverOf({ url: url.href });
  for (const one of [1, 2]) {
    const rows = rowsOf(await runSql(other, { database: 'shop', statement: 'select :one::int as one', args: { one } }));
    expect(rows).toEqual([{ one }]);
  }
  await other.close?.();
  proxy.close();
});

describe('failures', () => {
  test.each<[string, SqlCall['args'], string, string]>([
    ['selec 1', {}, '42601', 'DRIVER_FAILED'],
    ['select * from no_such_table', {}, '42P01', 'DRIVER_FAILED'],
    ['select :v::int', { v: 'hunter2-data' }, '22P02', 'DRIVER_FAILED'],
    ["select 'hunter2-data'::int", {}, '22P02', 'DRIVER_FAILED'],
    ['insert into akernel_order (id, email) values (9, :v)', { v: 'ada@example.org' }, '23505', 'DRIVER_FAILED'],
    ["do $$ begin raise exception 'hunter2-data ada@example.org'; end $$", {}, 'P0001', 'DRIVER_FAILED'],
  ])('%s', async (statement, args, sqlstate, code) => {
    const failure = await failureOf(() => run(statement, { args: args ?? {}, safetyClass: 'WRITE' }));
    expect(failure).toMatchObject({ code, details: { sqlstate } });
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/hunter2|example\.org|Key/);
  });

  test('a mistake in the statement is shown where it was written', async () => {
    const statement = "select :first::int, ':x', :second::int frm nowhere";
    const failure = await failureOf(() => run(statement));
    expect(failure).toMatchObject({ details: { position: statement.indexOf('nowhere') + 1 } });
  });

  test.each<[string, (url: URL) => void, Readonly<Record<string, unknown>>]>([
    ['a wrong password', (url) => Object.assign(url, { password: 'hunter2-wrong' }), { sqlstate: '28P01' }],
    ['no such database', (url) => Object.assign(url, { pathname: '/hunter2-name' }), { sqlstate: '3D000' }],
    ['nobody listens', (url) => Object.assign(url, { port: '1' }), { reason: 'ECONNREFUSED' }],
    [
      'no such host',
      (url) => Object.assign(url, { hostname: 'hunter2.invalid', search: '?sslmode=disable' }),
      { reason: 'ENOTFOUND' },
    ],
    ['no TLS there', (url) => url.searchParams.set('sslmode', 'require'), { reason: 'NO_TLS' }],
  ])('%s is told without the address', async (_, change, details) => {
    const url = new URL(serverUrl);
    change(url);
    const other = driverOf({ url: url.href });
    const failure = await failureOf(() => runSql(other, { database: 'shop', statement: 'select 1' }));
    expect(failure).toMatchObject({ code: 'DRIVER_UNAVAILABLE', details });
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/hunter2|127\.0\.0\.1|tester/);
    await other.close?.();
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['never answers', () => undefined, 'DRIVER_UNAVAILABLE'],
    ['hangs up', (socket) => socket.destroy(), 'DRIVER_UNAVAILABLE'],
    ['speaks something else', (socket) => socket.write('HTTP/1.1 400 Bad Request hunter2-data'), 'DRIVER_PROTOCOL'],
  ])('a server that %s', async (_, answer, code) => {
    const sockets: Socket[] = [];
    const other = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.once('data', () => answer(socket));
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = Object(other.address());
    const shop = { url: `postgres://u:p@127.0.0.1:${port}/`, connect_timeout_ms: 200 };
    const stranger = createSqlDriver({ env: {}, databases: { shop } });
    const failure = await failureOf(() => runSql(stranger, { database: 'shop', statement: 'select 1' }));
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain('hunter2');
    await Promise.all(sockets.map((socket) => (socket.destroyed ? undefined : once(socket.resume(), 'close'))));
    other.close();
  });
});
