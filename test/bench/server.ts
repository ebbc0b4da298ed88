import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Benchmark, Figure, Setting } from './figure.js';
import { inTurns, spend } from './measure.js';

const PROGRAM = fileURLToPath(new URL('../../bin/akernel.js', import.meta.url));
const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** An invocation over HTTP, against a bare route of the same library that returns the same bytes; and streams at once. */
export const server: Benchmark = { name: 'server', run };

const CALLS = 200;
const ROWS = Array.from({ length: 5 }, (_, id) => ({ id, name: `customer ${id}`, plan: 'team' }));

async function* run({ directory, isFull }: Setting): AsyncIterable<Figure> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: directory, AKERNEL_HOME: join(directory, 'state') };
  const options = { cwd: directory, env };
  writeFileSync(join(directory, 'rows.mjs'), `export const rows = () => ${JSON.stringify(ROWS)};`);
  writeFileSync(join(directory, 'akernel.config.json'), JSON.stringify(CONFIG));
  const granted = spawn(process.execPath, [PROGRAM, 'grant', 'http.serve', '--out', 'a.token'], options);
  await once(granted, 'exit');
  const token = readFileSync(join(directory, 'a.token'), 'utf8').trim();
  const ours = await listening(
    spawn(process.execPath, [PROGRAM, 'serve', '--listen', '127.0.0.1:0', '-o', 'json'], options),
  );
  const call = caller(`${ours.url}/v1/invocations`, token, { capability_id: 'my.rows' });
  const bare = await listening(
    spawn(process.execPath, ['--input-type=module', '-e', bareRoute(await call())], options),
  );
  try {
    const bareCall = caller(`${bare.url}/`, token, { capability_id: 'my.rows' });
    await times(CALLS, call);
    await times(CALLS, bareCall);
    const { left, right } = await inTurns(
      isFull ? 15 : 5,
      () => spend(() => times(CALLS, call)),
      () => spend(() => times(CALLS, bareCall)),
    );
    yield {
      subject: 'server: an invocation of a module over HTTP, against a bare route with the same bytes',
      unit: 'times',
      wall: left.wallMs / right.wallMs,
      atMost: 3,
    };
    yield* streams(ours, token, isFull ? 500 : 50);
  } finally {
    ours.process.kill();
    bare.process.kill();
  }
}

/** What is left in memory behind many streams at once, against what the first left. */
async function* streams({ url, process: child }: Listening, token: string, count: number): AsyncIterable<Figure> {
  const stream = caller(`${url}/v1/invocations/stream`, token, { capability_id: 'demo.customers', args: { rows: 60 } });
  const round = () => Promise.all(Array.from({ length: count }, stream));
  await round();
  const before = memoryMb(child);
  const texts = [...(await round()), ...(await round())];
  const whole = texts.filter((text) => text.split('event: run.completed').length === 2).length;
  const subject = `server: ${count} streams at once`;
  yield { subject, aspect: 'complete', unit: 'percent', wall: (100 * whole) / texts.length, atLeast: 100 };
  yield { subject, aspect: 'memory after two rounds more', unit: 'times', wall: memoryMb(child) / before, atMost: 1.1 };
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

function bareRoute(body: string): string {
  const from = (name: string) => JSON.stringify(pathToFileURL(join(MODULES, name)).href);
  return `import { Hono } from ${from('hono/dist/index.js')};
import { serve } from ${from('@hono/node-server/dist/index.mjs')};
const app = new Hono();
app.post('/', async (context) => (await context.req.json(), context.text(${JSON.stringify(body)})));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })));`;
}

interface Listening {
  readonly url: string;
  readonly process: ChildProcess;
}

async function listening(child: ChildProcess): Promise<Listening> {
  child.stderr?.resume();
  const [line] = child.stdout === null ? [''] : await once(child.stdout, 'data');
  const { url } = JSON.parse(String(line)) as { url: string };
  return { url, process: child };
}

function caller(url: string, token: string, body: unknown): () => Promise<string> {
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

async function times(count: number, call: () => Promise<string>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await call();
  }
}

function memoryMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
