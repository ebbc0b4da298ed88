import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createProcessDriver } from '../../src/drivers/process/index.js';
import { createSupervisor } from '../../src/drivers/process/runner/supervisor.js';
import type { Benchmark } from './figure.js';
import { repeated } from './measure.js';
import { besideBare, writeFiles } from './ndjson-source.js';

const CHUNKS = 20_000;
const RUNNER = resolve('fixtures/programs/fake-runner.mjs');

/** NDJSON that a command prints, by its driver alone; and many small chunks of a runner. */
export const processes: Benchmark = {
  name: 'process',
  async *run({ directory }) {
    writeFiles(directory);
    yield* besideBare({
      name: 'process',
      directory,
      driver: createProcessDriver({ cwd: directory, env: process.env, stdin: undefined }),
      bindingOf: (file) => ({
        binding: {
          driver_id: 'process',
          operation: 'run',
          options: { command: 'cat', args: [file], output: 'ndjson' },
        },
      }),
      open: (file) => spawn('cat', [join(directory, file)], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout,
    });
    const spent = await repeated(3, readChunks);
    yield {
      subject: '20,000 small chunks of a runner',
      unit: 'ms',
      wall: spent.wallMs,
      cpu: spent.cpuMs,
      atMost: 2000,
    };
  },
};

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
