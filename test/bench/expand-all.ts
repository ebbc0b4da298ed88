import { drain, handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import { makeDistinctCustomers } from './customer-lines.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, spend } from './measure.js';

const ROUNDS = 5;
const ROWS = 100_000;
const ROWS_A_LINE = 64;

/**
 * `expand --all --budget none`: every kept row read, decrypted, redacted in full and printed; beside a loop that only
 * parses the same rows and prints them.
 */
export const expandAll: Benchmark = {
  name: 'expand-all',
  async *run({ directory }) {
    const chunks = [...makeDistinctCustomers(ROWS)];
    const { kernel, stream } = await openBenchKernel(directory, () => chunks);
    const handleId = handleOf(await stream('bench.source'));
    const { size_bytes: bytes } = await kernel.handles.get(handleId, PRINCIPAL);
    const request = { handleId, principal: PRINCIPAL, maxTokens: Number.POSITIVE_INFINITY };
    const pieces = chunks.map(({ lines }) => lines);
    await drain(kernel.expandAll({ ...request, limit: 5000 }));
    reprint(pieces.slice(0, 10));
    const { left, right } = await inTurns(
      ROUNDS,
      () => spend(() => reprint(pieces)),
      () => spend(() => drain(kernel.expandAll(request))),
    );
    await kernel.close();
    const subject = 'records redacted in full, `expand --all --budget none`';
    yield {
      subject,
      aspect: 'of the speed of a bare `JSON.parse` and `JSON.stringify`',
      unit: 'percent',
      wall: (100 * left.wallMs) / right.wallMs,
      cpu: (100 * left.cpuMs) / right.cpuMs,
      atLeast: 33,
    };
    yield { subject, aspect: 'speed', unit: 'mb_per_s', ...mbPerSecond(bytes, right) };
  },
};

function reprint(pieces: readonly Uint8Array[]): number {
  let chars = 0;
  for (const piece of pieces) {
    const lines = Buffer.from(piece).toString('utf8').slice(0, -1).split('\n');
    for (let from = 0; from < lines.length; from += ROWS_A_LINE) {
      const rows: unknown[] = lines.slice(from, from + ROWS_A_LINE).map((line) => JSON.parse(line));
      chars += JSON.stringify({ rows }).length;
    }
  }
  return chars;
}
