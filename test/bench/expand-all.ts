import { drain, handleOf, openBenchKernel, PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { mbPerSecond, repeated } from './measure.js';

const ROUNDS = 5;
const ROWS = 100_000;

/** `expand --all --budget none`: every kept row read, decrypted, redacted in full and printed. */
export const expandAll: Benchmark = {
  name: 'expand-all',
  async *run({ directory }) {
    const { kernel, stream } = await openBenchKernel(directory);
    const handleId = handleOf(await stream('demo.customers', { rows: ROWS }));
    const { size_bytes: bytes } = await kernel.handles.get(handleId, PRINCIPAL);
    const request = { handleId, principal: PRINCIPAL, maxTokens: Number.POSITIVE_INFINITY };
    await drain(kernel.expandAll({ ...request, limit: 5000 }));
    const spent = await repeated(ROUNDS, () => drain(kernel.expandAll(request)));
    await kernel.close();
    yield {
      what: 'records redacted in full: `expand --all --budget none`',
      unit: 'mb_per_s',
      ...mbPerSecond(bytes, spent),
      atLeast: 60,
    };
  },
};
