import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, spend } from './measure.js';
import { FILES, parseLines, writeFiles } from './ndjson-source.js';

const ROUNDS = 5;
const READ_BYTES = 256 * 1024;

/** A file of NDJSON to facts, frames and an encrypted handle, beside a loop that only splits and parses it. */
export const records: Benchmark = {
  name: 'records',
  async *run({ directory }) {
    writeFiles(directory);
    const { kernel, stream } = await openBenchKernel(directory);
    const whole = async (path: string): Promise<void> => {
      const result = await stream('bench.read_file', { path });
      await kernel.handles.remove(handleOf(result), PRINCIPAL);
    };
    const bare = (name: string): Promise<number> =>
      parseLines(createReadStream(join(directory, name), { highWaterMark: READ_BYTES }));
    await whole(FILES.short);
    await bare(FILES.short);
    const { left, right } = await inTurns(
      ROUNDS,
      () => spend(() => bare(FILES.long)),
      () => spend(() => whole(FILES.long)),
    );
    await kernel.close();
    const subject = 'NDJSON file to facts, frames and encrypted handle';
    yield {
      subject,
      aspect: 'of the speed of a bare split and `JSON.parse`',
      unit: 'percent',
      wall: (100 * left.wallMs) / right.wallMs,
      cpu: (100 * left.cpuMs) / right.cpuMs,
      atLeast: 60,
    };
    const bytes = statSync(join(directory, FILES.long)).size;
    yield { subject, aspect: 'speed', unit: 'mb_per_s', ...mbPerSecond(bytes, right) };
    yield { subject, aspect: 'the bare loop', unit: 'mb_per_s', ...mbPerSecond(bytes, left) };
  },
};
