import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../src/contract/chunk.js';
import { startPostgres } from '../support/postgres.js';
import { type BenchKernel, handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, type Spent, spend } from './measure.js';

const CALLS = 30;
const LONG_BYTES = 100_000_000;
const CHUNK_ROWS = 500;

/** The store that machines share, on a PostgreSQL of this machine that waits for no disk, against the embedded one. */
export const sharedStore: Benchmark = {
  name: 'shared-store',
  async *run({ directory, isFull }) {
    const server = await startPostgres();
    let bytes = 0;
    const source = () => rowsOf(bytes);
    mkdirSync(directory, { recursive: true });
    const embedded = await openBenchKernel(join(directory, 'embedded'), source);
    const shared = await openBenchKernel(join(directory, 'shared'), source, { url: server.url });
    try {
      const small = await compare(isFull ? 15 : 7, (kernel) => callSmall(kernel, CALLS));
      yield* figuresOf('shared store: a small invocation', CALLS, small);
      bytes = LONG_BYTES;
      const kept = await compare(isFull ? 5 : 3, keepLong);
      const subject = 'shared store: 100 MB kept';
      yield { subject, unit: 'mb_per_s', ...mbPerSecond(bytes, kept.right) };
      yield {
        subject,
        aspect: 'of the speed of the embedded store',
        unit: 'percent',
        wall: (100 * kept.left.wallMs) / kept.right.wallMs,
      };
      const read = await readBoth();
      yield {
        subject: 'shared store: a page in the middle of 100 MB',
        unit: 'ms',
        wall: read.right.wallMs,
        cpu: read.right.cpuMs,
      };
      yield {
        subject: 'shared store: a page in the middle of 100 MB',
        aspect: 'against the embedded store',
        unit: 'times',
        wall: read.right.wallMs / read.left.wallMs,
      };
    } finally {
      await embedded.kernel.close();
      await shared.kernel.close();
      await server.stop();
    }

    async function compare(rounds: number, work: (kernel: BenchKernel) => Promise<void>) {
      await work(embedded);
      await work(shared);
      return inTurns(
        rounds,
        () => spend(() => work(embedded)),
        () => spend(() => work(shared)),
      );
    }

    async function readBoth() {
      const handles = await Promise.all(
        [embedded, shared].map(async ({ stream }) => handleOf(await stream('bench.source'))),
      );
      const [left = '', right = ''] = handles;
      const page =
        ({ kernel }: BenchKernel, handleId: string) =>
        () =>
          spend(() => kernel.expand({ handleId, principal: PRINCIPAL, offset: 400_000, limit: 20 }));
      return inTurns(isFull ? 15 : 7, page(embedded, left), page(shared, right));
    }
  },
};

function* figuresOf(subject: string, calls: number, { left, right }: { readonly left: Spent; readonly right: Spent }) {
  yield { subject, unit: 'ms' as const, wall: right.wallMs / calls, cpu: right.cpuMs / calls };
  yield { subject, aspect: 'against the embedded store', unit: 'times' as const, wall: right.wallMs / left.wallMs };
}

async function callSmall({ kernel }: BenchKernel, calls: number): Promise<void> {
  const capabilityId = 'demo.customers';
  const { capability_token: capabilityToken } = await kernel.grant({ principal: SERVICE, capabilityId });
  for (let call = 0; call < calls; call += 1) {
    await kernel.invoke({ capabilityId, args: { rows: 3 }, principal: SERVICE, capabilityToken });
  }
}

/** It may call ten times as often. */
const SERVICE = { ...PRINCIPAL, roles: ['reader', 'service'] };

async function keepLong({ kernel, stream }: BenchKernel): Promise<void> {
  await kernel.handles.remove(handleOf(await stream('bench.source')), PRINCIPAL);
}

function* rowsOf(bytes: number): Generator<Chunk> {
  for (let first = 0, made = 0; made < bytes; first += CHUNK_ROWS) {
    const rows = Array.from({ length: CHUNK_ROWS }, (_, index) => ({
      id: first + index,
      name: 'Ada Abbott',
      city: 'Lund',
    }));
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    made += lines.length;
    yield { type: 'records', rows, lines };
  }
}
