import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.js';

const run = promisify(execFile);

export interface PostgresServer {
  /** Of a user who may do everything; its password is in it. */
  readonly url: string;
  /** The folder of its Unix socket, and the certificate that it shows when it was started with TLS. */
  readonly folder: string;
  readonly certificate: string;
  readonly stop: () => Promise<void>;
  /** Ends it as an administrator would, and starts it again. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** A PostgreSQL server of its own on a free port of the loopback interface, with the programs of this machine. `stop` leaves nothing behind. */
export async function startPostgres({ tls = false }: { readonly tls?: boolean } = {}): Promise<PostgresServer> {
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
  await run(join(programs, 'initdb'), initial, { ...account, cwd: folder });
  const certificate = join(folder, 'server.crt');
  if (tls) {
    makeCertificate(folder, account);
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '200',
    ...(tls ? { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: join(folder, 'server.key') } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(programs, 'postgres'), '-D', data, '-p', String(port), ...flags];
  const server = spawn('sh', ['-c', WITH_THIS_PROCESS, folder, ...command], {
    ...account,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const stop = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.stdin.end();
    await ended;
  };
  const url = `postgres://tester:${password}@127.0.0.1:${port}/postgres`;
  if (!(await becomes(true, url))) {
    await stop();
    throw new Error('PostgreSQL did not start');
  }
  const tell = async (what: 'pause' | 'resume'): Promise<void> => {
    server.stdin.write(`${what}\n`);
    await becomes(what === 'resume', url);
  };
  return { url, folder, certificate, stop, pause: () => tell('pause'), resume: () => tell('resume') };
}

/** However this process ends, its end of the pipe is closed then; the server goes, and its folder. */
const WITH_THIS_PROCESS = `"$@" & pid=$!
while read what; do
  if [ $what = pause ]; then kill -INT $pid; wait $pid; else "$@" & pid=$!; fi
done
kill -INT $pid; wait $pid; cd /; rm -rf "$0"`;

/** For 127.0.0.1, signed by itself. */
function makeCertificate(folder: string, account: ReturnType<typeof accountForServer>): void {
  const files = ['-keyout', join(folder, 'server.key'), '-out', join(folder, 'server.crt')];
  const subject = ['-subj', '/CN=akernel test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...files, ...subject], { ...account, stdio: 'ignore' });
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

/** Whether it comes to answer, or to answer no more. */
async function becomes(isReady: boolean, url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      if (isReady) {
        return true;
      }
    } catch {
      if (!isReady) {
        return true;
      }
    }
    await sleep(50);
  }
  return false;
}
