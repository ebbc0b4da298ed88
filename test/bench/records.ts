import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import { writeCustomers } from './customer-file.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, spend } from './measure.js';

const ROUNDS = 5;
const READ_BYTES = 256 * 1024;
const FILE_BYTES = 64 * 1000 ** 2;
const SHORT_FILE_BYTES = 4 * 1000 ** 2;

/** A file of NDJSON to facts, frames and an encrypted handle, beside a loop that only splits and parses it. */
export const records: Benchmark = {
  name: 'records',
  async *run({ directory }) {
    writeCustomers(join(directory, 'short.ndjson'), SHORT_FILE_BYTES);
    writeCustomers(join(directory, 'long.ndjson'), FILE_BYTES);
    const { kernel, stream } = await openBenchKernel(directory);
    const whole = async (path: string): Promise<void> => {
      const result = await stream('bench.read_file', { path });
      await kernel.handles.remove(handleOf(result), PRINCIPAL);
    };
    const bare = (name: string): Promise<number> => parseLines(join(directory, name));
    await whole('short.ndjson');
    await bare('short.ndjson');
    const { left, right } = await inTurns(
      ROUNDS,
      () => spend(() => bare('long.ndjson')),
      () => spend(() => whole('long.ndjson')),
    );
    await kernel.close();
    yield {
      what: 'NDJSON file to facts, frames and encrypted handle, as a part of the speed of a bare split and `JSON.parse`',
      unit: 'percent',
      wall: (100 * left.wallMs) / right.wallMs,
      cpu: (100 * left.cpuMs) / right.cpuMs,
      atLeast: 60,
    };
    const bytes = statSync(join(directory, 'long.ndjson')).size;
    yield { what: '— the same', unit: 'mb_per_s', ...mbPerSecond(bytes, right) };
    yield { what: '— the bare loop', unit: 'mb_per_s', ...mbPerSecond(bytes, left) };
  },
};

async function parseLines(path: string): Promise<number> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let rows = 0;
  for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      JSON.parse(line);
      rows += 1;
    }
  }
  return rows;
}
