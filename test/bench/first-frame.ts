import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Benchmark } from './figure.js';
import { median } from './measure.js';
import { type Program, programIn } from './program.js';

const ROUNDS = 9;

/** Tells on standard error when its first row is given, and ends a while later. */
const SOURCE = `
export async function* rows() {
  process.stderr.write(String(process.hrtime.bigint()) + '\\n');
  yield { id: 1, email: 'ann@example.com' };
  await new Promise((resolve) => setTimeout(resolve, 300));
}`;

const CONFIG = {
  capabilities: [
    {
      capability_id: 'bench.rows',
      safety_class: 'READ',
      sensitivity: 'NONE',
      driver: { driver_id: 'module', operation: 'rows', options: { module: './rows.mjs', export: 'rows' } },
    },
  ],
};

/** From a driver's first row to the first line in the pipe, in a process that has just started. */
export const firstFrame: Benchmark = {
  name: 'first-frame',
  async *run({ directory }) {
    writeFileSync(join(directory, 'rows.mjs'), SOURCE);
    writeFileSync(join(directory, 'akernel.config.json'), JSON.stringify(CONFIG));
    const program = programIn(directory);
    const latencies: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      latencies.push(await latencyMs(program));
    }
    const subject = `driver's first row to the first frame in the pipe, median of ${ROUNDS}`;
    yield { subject, unit: 'ms', wall: median(latencies), atMost: 20 };
  },
};

async function latencyMs(program: Program): Promise<number> {
  const child = program.start(['invoke', 'bench.rows', '--stream', '-q']);
  const ended = once(child, 'close');
  const [given, arrived] = await Promise.all([textOf(child.stderr), arrivalOf(child.stdout)]);
  await ended;
  return Number(arrived - BigInt(given.trim())) / 1e6;
}

async function arrivalOf(stream: Readable | null): Promise<bigint> {
  if (stream === null) {
    throw new Error('no pipe');
  }
  await once(stream, 'data');
  return process.hrtime.bigint();
}

async function textOf(stream: Readable | null): Promise<string> {
  let text = '';
  for await (const piece of stream ?? []) {
    text += piece;
  }
  return text;
}
