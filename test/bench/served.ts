import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.js';
import { cleanEnvironment } from './program.js';

export interface Listening {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The built program as a server, with a capability token that opens it. */
export interface Served extends Listening {
  readonly token: string;
  readonly state: string;
  readonly stop: () => Promise<void>;
}

const ROWS = Array.from({ length: 5 }, (_, id) => ({ id, name: `customer ${id}`, plan: 'team' }));

/** Serves `my.rows`, a module that returns five rows, and the built-in capabilities from a directory of its own. */
export async function serveIn(directory: string, storeUrl?: string): Promise<Served> {
  const state = join(directory, 'state');
  const shared = storeUrl === undefined ? {} : { AKERNEL_STORE_URL: storeUrl };
  const options = { cwd: directory, env: { ...cleanEnvironment(), HOME: directory, AKERNEL_HOME: state, ...shared } };
  writeFileSync(join(directory, 'rows.mjs'), `export const rows = () => ${JSON.stringify(ROWS)};`);
  writeFileSync(join(directory, 'akernel.config.json'), JSON.stringify(CONFIG));
  await once(spawn(process.execPath, [PROGRAM, 'grant', 'http.serve', '--out', 'a.token'], options), 'exit');
  const token = readFileSync(join(directory, 'a.token'), 'utf8').trim();
  const words = [PROGRAM, 'serve', '--listen', '127.0.0.1:0', '-o', 'json'];
  const served = await listening(spawn(process.execPath, words, options));
  const stop = async (): Promise<void> => {
    const ended = once(served.process, 'exit');
    served.process.kill();
    await ended;
  };
  return { ...served, token, state, stop };
}

const CONFIG = {
  principal: { roles: ['reader', 'service'] },
  policy: { calls_per_minute: { READ: 1_000_000 } },
  capabilities: [
    {
      capability_id: 'my.rows',
      name: 'rows',
      description: 'A few rows.',
      safety_class: 'READ',
      sensitivity: 'NONE',
      params: { type: 'object' },
      driver: { driver_id: 'module', operation: 'rows', options: { module: './rows.mjs', export: 'rows' } },
    },
  ],
};

/** Once the program has printed where it listens. */
export async function listening(child: ChildProcess): Promise<Listening> {
  child.stderr?.resume();
  const [line] = child.stdout === null ? [''] : await once(child.stdout, 'data');
  const { url } = JSON.parse(String(line)) as { url: string };
  return { url, process: child };
}

export function caller(url: string, token: string, body: unknown): () => Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async () => {
    const sent = request(url, { method: 'POST', agent, headers });
    sent.end(JSON.stringify(body));
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const piece of response) {
      text += String(piece);
    }
    if (response.statusCode !== 200) {
      throw new Error(text);
    }
    return text;
  };
}

/** Streams of 60 rows at once, each of them whole. */
export function streamsOf({ url, token }: Served, count: number): () => Promise<readonly string[]> {
  const body = { capability_id: 'demo.customers', args: { rows: 60 } };
  const stream = caller(`${url}/v1/invocations/stream`, token, body);
  return () => Promise.all(Array.from({ length: count }, stream));
}

export function isWhole(text: string): boolean {
  return text.split('event: run.completed').length === 2;
}

export function memoryMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
