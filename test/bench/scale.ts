import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Client } from 'pg';
import { systemClock } from '../../src/runtime/system.js';
import { openSqliteParts } from '../../src/stores/sqlite/sqlite-stores.js';
import { startPostgres } from '../support/postgres.js';
import type { Benchmark, Figure, Setting } from './figure.js';
import { modelOf } from './scale-model.js';
import { isWhole, memoryMb, type Served, serveIn, streamsOf } from './served.js';

/** How far one server goes on either store, and what follows from it: the figures of src/server/README.md. */
export const scale: Benchmark = {
  name: 'scale',
  async *run(setting) {
    const embedded = join(setting.directory, 'embedded');
    await mkdir(embedded);
    yield* measure(setting, 'embedded store', await serveIn(embedded), (served) => embeddedUse(served));
    const shared = join(setting.directory, 'shared');
    await mkdir(shared);
    const postgres = await startPostgres();
    try {
      const served = await serveIn(shared, postgres.url);
      yield* measure(setting, 'PostgreSQL', served, (each) => sharedUse(each, postgres.url));
    } finally {
      await postgres.stop();
    }
  },
};

/** What a store holds, and what has been computed for it, up to now. */
interface Use {
  readonly rows: number;
  readonly bytes: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

const CONNECTIONS = 16;

async function* measure(
  { isFull }: Setting,
  store: string,
  served: Served,
  use: (served: Served) => Promise<Use>,
): AsyncIterable<Figure> {
  try {
    const calls = isFull ? 10_000 : 2000;
    await load(served, CONNECTIONS, calls / 4);
    const alone = await load(served, 1, calls / 10);
    const before = await use(served);
    const together = await load(served, CONNECTIONS, calls);
    const after = await use(served);
    const each = (member: keyof Use): number => (after[member] - before[member]) / calls;
    const streams = isFull ? 500 : 250;
    const parallel = await streamsAtOnce(served, streams);
    const measured = {
      aloneMs: alone.medianMs,
      eachSecond: together.eachSecond,
      medianMs: together.medianMs,
      slowMs: together.slowMs,
      serverCpuMs: each('serverCpuMs'),
      databaseCpuMs: each('databaseCpuMs'),
      rows: each('rows'),
      bytes: each('bytes'),
      streams,
      streamMb: parallel.mbEach,
      streamsSeconds: parallel.seconds,
    };
    yield* modelOf(store, CONNECTIONS, measured);
  } finally {
    await served.stop();
  }
}

async function load({ url, token }: Served, connections: number, amount: number) {
  const result = await autocannon({
    url: `${url}/v1/invocations`,
    connections,
    amount,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ capability_id: 'my.rows' }),
    timeout: 60,
  });
  if (result.errors > 0 || result.non2xx > 0) {
    throw new Error(`${result.errors} requests failed, ${result.non2xx} were refused`);
  }
  const { p50: medianMs, p99: slowMs } = result.latency;
  return { eachSecond: amount / result.duration, medianMs, slowMs };
}

/** The memory of one is told by what many more of them took. */
async function streamsAtOnce(served: Served, count: number) {
  const few = await peakOf(served, count / 5);
  const all = await peakOf(served, count);
  return { seconds: all.seconds, mbEach: Math.max(0, all.mb - few.mb) / (count - count / 5) };
}

async function peakOf(served: Served, count: number) {
  let mb = 0;
  const watch = setInterval(() => {
    mb = Math.max(mb, memoryMb(served.process));
  }, 20);
  const began = performance.now();
  const texts = await streamsOf(served, count)();
  const seconds = (performance.now() - began) / 1000;
  clearInterval(watch);
  if (!texts.every(isWhole)) {
    throw new Error('a stream was not complete');
  }
  return { seconds, mb };
}

const TICK_MS = 10;

function cpuMsOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function embeddedUse({ state, process: { pid } }: Served): Promise<Use> {
  const { database } = openSqliteParts({
    directory: state,
    storeKey: new Uint8Array(32),
    auditKey: new Uint8Array(32),
    clock: systemClock,
    migrates: false,
  });
  const tables = await database.all("SELECT name FROM sqlite_master WHERE type = 'table'");
  let rows = 0;
  for (const { name } of tables) {
    rows += Number((await database.all(`SELECT count(*) AS found FROM "${String(name)}"`))[0]?.['found']);
  }
  await database.close();
  return { rows, bytes: diskBytes(state), serverCpuMs: cpuMsOf(pid), databaseCpuMs: 0 };
}

/** As the file system keeps it: in whole blocks. */
function diskBytes(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true });
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512, 0);
}

const TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'akernel'";

async function sharedUse({ process: { pid } }: Served, url: string): Promise<Use> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    let rows = 0;
    for (const { table_name: name } of (await client.query(TABLES)).rows) {
      rows += Number((await client.query(`SELECT count(*) AS found FROM akernel."${name}"`)).rows[0].found);
    }
    const size = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    const processes = await client.query('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    const databaseCpuMs = processes.rows.reduce((sum, row) => sum + cpuMsOf(row.pid), 0);
    return { rows, bytes: Number(size.rows[0].bytes), serverCpuMs: cpuMsOf(pid), databaseCpuMs };
  } finally {
    await client.end();
  }
}
