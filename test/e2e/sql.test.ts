import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finish, lastFrame, type Sandbox, sandbox } from '../support/cli.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { eventually, isAlive } from '../support/processes.js';

const databases = keepPostgres();
let serverUrl: string;
let admin: Client;
let box: Sandbox;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  box = sandbox();
  copyFileSync(resolve('fixtures/config-examples/sql.yaml'), join(box.directory, 'akernel.config.yaml'));
  const notes = new DatabaseSync(join(box.directory, 'notes.sqlite'));
  notes.exec('create table note (id integer primary key, title text, tags text)');
  notes.close();
  serverUrl = await databases.make();
  admin = new Client(serverUrl);
  await admin.connect();
  await admin.query(`create table orders as select n as id, n % 3 as customer, date '2024-01-01' + n % 90 as placed_at,
    'c' || n || '@example.org' as email, 9007199254740993::numeric + n / 100.0 as total,
    case n % 2 when 0 then 'open' else 'paid' end as state from generate_series(1, 3000) n`);
  env = { SHOP_DATABASE_URL: serverUrl };
});
afterAll(async () => {
  await admin.query('drop table orders');
  await admin.end();
});

describe('the example of a config', () => {
  it('is well', async () => {
    expect(await box.inside(['config', 'check'], { env })).toMatchObject({ status: 0 });
  });

  it('hides the address that it was given', async () => {
    const { stdout } = await box.inside(['config', 'show', '-o', 'json'], { env });
    expect(stdout).not.toContain(new URL(serverUrl).password);
  });

  it('streams rows of PostgreSQL through the firewall, and keeps every digit', async () => {
    const args = ['invoke', 'shop.list_orders', 'customer=1', 'since=2024-02-01', 'states=["paid"]', '--stream'];
    const { status, stdout, stderr } = await box.inside([...args, '--budget', '100000'], { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const final = lastFrame(stdout);
    const count =
      "select count(*)::int as n from orders where customer = 1 and placed_at >= '2024-02-01' and state = 'paid'";
    const { rows } = await admin.query(count);
    expect(final).toMatchObject({ status: 'completed', seen: { rows: rows[0].n } });
    expect(stdout).toContain('[REDACTED:email]');
    expect(stdout).not.toContain('@example.org');
    expect(stdout).toContain('9007199254740993.');
  });

  it('writes into SQLite, binds what is written like SQL, and commits', async () => {
    const title = "x'); drop table note; --";
    const args = [
      'invoke',
      'notes.add_note',
      `title=${title}`,
      'tags=["a","b"]',
      '--justification',
      'notes for the e2e test',
    ];
    const { status, stderr } = await box.inside([...args, '--stream'], {
      env: { ...env, AKERNEL_PRINCIPAL_ROLES: 'writer' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const notes = new DatabaseSync(join(box.directory, 'notes.sqlite'));
    expect(notes.prepare('select title, tags from note').all()).toEqual([{ title, tags: '["a","b"]' }]);
    notes.close();
  });
});

it('a program of its own ends though it closes nothing', async () => {
  const library = fileURLToPath(new URL('../../dist/index.js', import.meta.url));
  const script = `
    import { createKernel } from ${JSON.stringify(library)};
    const options = { database: 'shop', statement: 'select 41 + :one as answer' };
    const kernel = await createKernel({
      config: { databases: { shop: { url: process.env.SHOP_DATABASE_URL } } },
      capabilities: [{
        capability_id: 'own.answer', name: 'Answer', description: '', safety_class: 'READ', sensitivity: 'NONE', tags: [],
        params: { type: 'object', properties: { one: { type: 'integer' } } },
        driver: { driver_id: 'sql', operation: 'query', options },
      }],
    });
    const principal = { principal_id: 'ada', roles: ['reader'], attributes: {} };
    const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId: 'own.answer' });
    const call = { capabilityId: 'own.answer', args: { one: 1 }, principal, capabilityToken, mode: 'table' };
    console.log(JSON.stringify((await kernel.invoke(call)).rows));`;
  writeFileSync(join(box.directory, 'own.mjs'), script);
  const ran = await box.shell(`exec "${process.execPath}" own.mjs`, { env });
  expect(ran).toMatchObject({ status: 0, stdout: '[{"answer":42}]\n' });
});

describe('the end of the program', () => {
  const slow = (database: string, statement: string) => `
databases: { shop: { url: "\${env:SHOP_DATABASE_URL}", application_name: akernel-slow }, notes: { file: notes.sqlite } }
capabilities:
  - capability_id: own.wait
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: sql, operation: query, options: { database: ${database}, statement: "${statement}" } }
`;
  const busy = async (): Promise<boolean> => {
    const sql = "select 1 from pg_stat_activity where application_name = 'akernel-slow'";
    return (await admin.query(sql)).rows.length > 0;
  };
  it.each([
    // On a machine with much else to do it may take so long that the signal ends it.
    ['SIGINT', [130, 'SIGINT']],
    ['SIGKILL', ['SIGKILL']],
  ] as const)('by %s ends its statement on the server', async (signal, endings) => {
    writeFileSync(join(box.directory, 'slow.yaml'), slow('shop', 'select pg_sleep(600)'));
    const child = box.start(['invoke', 'own.wait', '--stream', '--config', 'slow.yaml'], { env });
    const ended = finish(child);
    await eventually(busy, 'it runs');
    child.kill(signal);
    const { status, signal: by } = await ended;
    expect(endings).toContain(status ?? by);
    await eventually(async () => !(await busy()), 'nothing is left on the server');
  });

  it('ends the process that reads SQLite', async () => {
    const statement = 'with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c';
    writeFileSync(join(box.directory, 'slow.yaml'), slow('notes', statement));
    const child = box.start(['invoke', 'own.wait', '--stream', '--config', 'slow.yaml'], { env });
    const ended = finish(child);
    await eventually(() => readersOf(child.pid).length > 0, 'it runs');
    const [reader = 0] = readersOf(child.pid);
    child.kill('SIGKILL');
    await ended;
    await eventually(() => !isAlive(reader), 'the reader is gone');
  });
});

function readersOf(parent: number | undefined): readonly number[] {
  const stat = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && new RegExp(`\\) \\S ${parent} [^]*sqlite-reader`).test(stat(pid)))
    .map(Number);
}
