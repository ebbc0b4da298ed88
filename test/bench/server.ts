import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startPostgres } from '../support/postgres.js';
import type { Benchmark, Figure, Setting } from './figure.js';
import { inTurns, spend } from './measure.js';
import { caller, isWhole, listening, memoryMb, type Served, serveIn, streamsOf } from './served.js';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** An invocation over HTTP, against a bare route of the same library that returns the same bytes; and streams at once. */
export const server: Benchmark = {
  name: 'server',
  async *run(setting) {
    yield* measure(setting, { name: 'server', atMost: 3 });
    const postgres = await startPostgres();
    try {
      yield* measure(setting, { name: 'server on PostgreSQL', storeUrl: postgres.url });
    } finally {
      await postgres.stop();
    }
  },
};

interface Kind {
  readonly name: string;
  readonly storeUrl?: string;
  readonly atMost?: number;
}

const CALLS = 200;

async function* measure({ directory, isFull }: Setting, { name, storeUrl, atMost }: Kind): AsyncIterable<Figure> {
  const place = join(directory, name);
  mkdirSync(place);
  const ours = await serveIn(place, storeUrl);
  const asked = { capability_id: 'my.rows' };
  const call = caller(`${ours.url}/v1/invocations`, ours.token, asked);
  const bare = await listening(spawn(process.execPath, ['--input-type=module', '-e', bareRoute(await call())]));
  try {
    const bareCall = caller(`${bare.url}/`, ours.token, asked);
    await times(CALLS, call);
    await times(CALLS, bareCall);
    const { left, right } = await inTurns(
      isFull ? 15 : 5,
      () => spend(() => times(CALLS, call)),
      () => spend(() => times(CALLS, bareCall)),
    );
    yield {
      subject: `${name}: an invocation of a module over HTTP, against a bare route with the same bytes`,
      unit: 'times',
      wall: left.wallMs / right.wallMs,
      ...(atMost === undefined ? {} : { atMost }),
    };
    yield* streams(ours, name, isFull ? 500 : 50);
    yield* shortCalls(ours, name, isFull ? 10_000 : 2000);
  } finally {
    await ours.stop();
    bare.process.kill();
  }
}

/** So many rounds of 500 streams make the 2,000 ended runs that a server keeps for those who were cut off. */
const FILLING_ROUNDS = 4;

/** What is left in memory behind many streams at once, against what the first rounds left. */
async function* streams(ours: Served, name: string, count: number): AsyncIterable<Figure> {
  const round = streamsOf(ours, count);
  for (let at = 0; at < FILLING_ROUNDS; at += 1) {
    await round();
  }
  const before = memoryMb(ours.process);
  const texts = [...(await round()), ...(await round())];
  const subject = `${name}: ${count} streams at once`;
  const complete = (100 * texts.filter(isWhole).length) / texts.length;
  yield { subject, aspect: 'complete', unit: 'percent', wall: complete, atLeast: 100 };
  const grown = memoryMb(ours.process) / before;
  yield { subject, aspect: 'memory after two rounds more', unit: 'times', wall: grown, atMost: 1.1 };
}

/** The first fifth makes room for all that a server keeps of ended runs and calls. */
async function* shortCalls(ours: Served, name: string, count: number): AsyncIterable<Figure> {
  const call = caller(`${ours.url}/v1/invocations`, ours.token, { capability_id: 'my.rows' });
  const lanes = (calls: number) => Promise.all(Array.from({ length: 10 }, () => times(calls / 10, call)));
  await lanes(count / 5);
  const before = memoryMb(ours.process);
  await lanes((4 * count) / 5);
  const subject = `${name}: memory after ${count} short invocations, against a fifth of them`;
  yield { subject, unit: 'times', wall: memoryMb(ours.process) / before, atMost: 1.1 };
}

function bareRoute(body: string): string {
  const from = (name: string) => JSON.stringify(pathToFileURL(join(MODULES, name)).href);
  return `import { Hono } from ${from('hono/dist/index.js')};
import { serve } from ${from('@hono/node-server/dist/index.mjs')};
const app = new Hono();
app.post('/', async (context) => (await context.req.json(), context.text(${JSON.stringify(body)})));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + port })));`;
}

async function times(count: number, call: () => Promise<string>): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await call();
  }
}
