import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Capability } from '../../src/contract/capability.js';
import { createProcessDriver } from '../../src/drivers/process/index.js';
import { createSupervisor } from '../../src/drivers/process/runner/supervisor.js';
import { writeCustomers } from './customer-file.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, repeated, spend } from './measure.js';

const ROUNDS = 5;
const BYTES = 64 * 1000 ** 2;
const SHORT_BYTES = 4 * 1000 ** 2;
const CHUNKS = 20_000;
const RUNNER = resolve('fixtures/programs/fake-runner.mjs');

/** NDJSON that a command prints, beside a loop that only splits and parses it; and many small chunks of a runner. */
export const processes: Benchmark = {
  name: 'process',
  async *run({ directory }) {
    writeCustomers(join(directory, 'short.ndjson'), SHORT_BYTES);
    writeCustomers(join(directory, 'long.ndjson'), BYTES);
    const driver = createProcessDriver({ cwd: directory, env: process.env, stdin: undefined });
    const bare = (name: string) => spend(() => parseLines(join(directory, name)));
    const driven = (name: string) => spend(() => readRows(driver, name));
    await bare('short.ndjson');
    await driven('short.ndjson');
    const { left, right } = await inTurns(
      ROUNDS,
      () => bare('long.ndjson'),
      () => driven('long.ndjson'),
    );
    yield {
      what: 'NDJSON by the process driver, as a part of the time of a bare pipe, split and `JSON.parse`',
      unit: 'percent',
      wall: (100 * right.wallMs) / left.wallMs,
      cpu: (100 * right.cpuMs) / left.cpuMs,
      atMost: 115,
    };
    const size = statSync(join(directory, 'long.ndjson')).size;
    yield { what: '— the same', unit: 'mb_per_s', ...mbPerSecond(size, right) };
    const spent = await repeated(3, readChunks);
    yield {
      what: '20,000 small chunks of a runner',
      unit: 'ms',
      wall: spent.wallMs,
      cpu: spent.cpuMs,
      atMost: 2000,
    };
  },
};

async function readRows(driver: ReturnType<typeof createProcessDriver>, file: string): Promise<number> {
  const options = { command: 'cat', args: [file], output: 'ndjson' };
  const binding = { driver_id: 'process', operation: 'run', options };
  const capability: Capability = {
    capability_id: 'bench.process',
    name: 'bench.process',
    description: '',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: binding,
  };
  const { signal } = new AbortController();
  let rows = 0;
  for await (const chunk of driver.executeStream({ action_id: 'a_bench', capability, binding, args: {}, signal })) {
    rows += chunk.type === 'records' ? chunk.rows.length : 0;
  }
  return rows;
}

async function parseLines(path: string): Promise<number> {
  const { stdout } = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let rows = 0;
  for await (const piece of stdout) {
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      JSON.parse(line);
      rows += 1;
    }
  }
  return rows;
}

async function readChunks(): Promise<void> {
  const run = await createSupervisor().spawn({
    command: process.execPath,
    args: [RUNNER],
    env: { AKERNEL_RUNNER_BEHAVIOR: `chunks=${CHUNKS}` },
  });
  let chunks = 0;
  await run.wait({
    onChunk: () => {
      chunks += 1;
    },
  });
  if (chunks !== CHUNKS) {
    throw new Error(`${chunks} chunks arrived`);
  }
}
