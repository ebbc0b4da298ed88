import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

export interface PostgresServer {
  /** Of a user who may do everything; its password is in it. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * A PostgreSQL server of its own on a free port of the loopback interface, with the programs of this machine, or the
 * one that AKERNEL_PG_URL names. `stop` leaves nothing of the former behind.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const named = process.env['AKERNEL_PG_URL'];
  if (named !== undefined && named !== '') {
    return { url: named, stop: async () => undefined };
  }
  const programs = findPrograms();
  const account = accountForServer();
  const folder = mkdtempSync('/tmp/akernel-postgres-');
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  chmodSync(passwordFile, 0o600);
  for (const path of account === undefined ? [] : [folder, passwordFile]) {
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0);
  }
  const data = join(folder, 'data');
  const port = await freePort();
  const initial = ['-D', data, '-U', 'tester', '--pwfile', passwordFile, '-A', 'scram-sha-256', '-N', '-E', 'UTF8'];
  execFileSync(join(programs, 'initdb'), initial, { ...account, cwd: folder, stdio: 'ignore' });
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=40',
  ];
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  const killLate = (): boolean => server.kill('SIGQUIT');
  process.on('exit', killLate);
  const url = `postgres://tester:${password}@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  return {
    url,
    async stop() {
      process.off('exit', killLate);
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
function accountForServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function findPrograms(): string {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
  if (found === undefined) {
    throw new Error('no PostgreSQL here: install the package postgresql, or set AKERNEL_PG_URL');
  }
  return found;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; server.exitCode === null && attempt < 300; attempt += 1) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error('PostgreSQL did not start');
}
