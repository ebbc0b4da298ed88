import { once } from 'node:events';
import type { Benchmark } from './figure.js';
import { type Program, programIn } from './program.js';
import { createUsageWatch } from './usage-watch.js';

const BYTES_A_ROW = 391;
const SHORT_BYTES = 100 * 1000 ** 2;
const LONG_BYTES = 3 * 1000 ** 3;
const FULL_BYTES = 10 * 1000 ** 3;

/** The most memory that a stream of invented customers ever takes, short and long. Linux only. */
export const memory: Benchmark = {
  name: 'memory',
  async *run({ directory, isFull }) {
    if (process.platform !== 'linux') {
      return;
    }
    const program = programIn(directory);
    const short = await peakMb(program, SHORT_BYTES, ['--no-keep']);
    const bytes = isFull ? FULL_BYTES : LONG_BYTES;
    const long = await peakMb(program, bytes, ['--no-keep']);
    const subject = `peak memory of a stream of ${bytes / 1000 ** 3} GB`;
    yield { subject, unit: 'mb', wall: long, atMost: 160 };
    yield { subject: 'peak memory of a stream of 100 MB', unit: 'mb', wall: short };
    yield { subject, aspect: 'more than of 100 MB', unit: 'percent', wall: 100 * (long / short - 1), atMost: 10 };
    const kept = await peakMb(program, 1000 ** 3, []);
    yield { subject: 'peak memory of a stream of 1 GB that is kept', unit: 'mb', wall: kept, atMost: 160 };
  },
};

async function peakMb(program: Program, bytes: number, flags: readonly string[]): Promise<number> {
  const rows = `rows=${Math.ceil(bytes / BYTES_A_ROW)}`;
  const child = program.start(['invoke', 'demo.customers', rows, '--stream', '-q', ...flags]);
  child.stdout?.resume();
  const usage = createUsageWatch(child.pid ?? 0);
  const [status] = await once(child, 'close');
  const { peakMb: peak } = usage.end();
  if (status !== 0) {
    throw new Error(`the stream ended with ${status}`);
  }
  return peak;
}
