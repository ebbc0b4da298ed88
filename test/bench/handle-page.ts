import type { Chunk } from '../../src/contract/chunk.js';
import { handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, spend } from './measure.js';

const ROUNDS = 21;
const ROWS = 1_000_000;
const FULL_ROWS = 10_000_000;
const CHUNK_ROWS = 1000;
const PAGE_ROWS = 20;

/** One page near the end of a long handle, beside one at its beginning. */
export const handlePage: Benchmark = {
  name: 'handle-page',
  async *run({ directory, isFull }) {
    const rows = isFull ? FULL_ROWS : ROWS;
    const { kernel, stream } = await openBenchKernel(directory, () => shortRows(rows));
    const handleId = handleOf(await stream('bench.source'));
    const page = (offset: number) => kernel.expand({ handleId, principal: PRINCIPAL, offset, limit: PAGE_ROWS });
    await page(0);
    const { left, right } = await inTurns(
      ROUNDS,
      () => spend(() => page(0)),
      () => spend(() => page(rows - PAGE_ROWS)),
    );
    await kernel.close();
    const subject = `page at row ${rows.toLocaleString('en')} of a handle, in process`;
    yield { subject, unit: 'ms', wall: right.wallMs, cpu: right.cpuMs, atMost: 10 };
    yield { subject, aspect: 'against the page at row 0', unit: 'times', wall: right.wallMs / left.wallMs };
  },
};

function* shortRows(total: number): Generator<Chunk> {
  for (let first = 0; first < total; first += CHUNK_ROWS) {
    const rows = Array.from({ length: CHUNK_ROWS }, (_, index) => ({ id: first + index, name: 'Ada Abbott' }));
    const lines = Buffer.from(rows.map(({ id }) => `{"id":${id},"name":"Ada Abbott"}\n`).join(''));
    yield { type: 'records', rows, lines };
  }
}
