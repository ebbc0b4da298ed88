import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createKernel } from '../../src/library.js';
import { PRINCIPAL } from './bench-kernel.js';
import type { Benchmark } from './figure.js';
import { inTurns, spend } from './measure.js';

const CALLS = 100;
const ROUNDS = 15;

/** Invocations that are told to a collector, against the same that are told to nobody. */
export const telemetry: Benchmark = {
  name: 'telemetry',
  async *run({ directory }) {
    const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const told = await callsOf(join(directory, 'told'), { endpoint: `http://127.0.0.1:${port}` });
    const silent = await callsOf(join(directory, 'silent'));
    try {
      await told.call();
      await silent.call();
      const { left, right } = await inTurns(
        ROUNDS,
        () => spend(told.call),
        () => spend(silent.call),
      );
      yield {
        subject: 'an invocation told to a collector, against one told to nobody',
        unit: 'times',
        wall: left.wallMs / right.wallMs,
        cpu: left.cpuMs / right.cpuMs,
      } as const;
    } finally {
      await told.close();
      await silent.close();
      collector.close();
    }
  },
};

async function callsOf(directory: string, endpoint?: { readonly endpoint: string }) {
  const policy = { default: 'deny' as const, rules: [], calls_per_minute: { READ: 1e6, WRITE: 0, DESTRUCTIVE: 0 } };
  const kernel = await createKernel({
    directory,
    config: { policy, ...(endpoint === undefined ? {} : { telemetry: endpoint }) },
  });
  const who = { principal: PRINCIPAL, capabilityId: 'demo.customers' };
  const { capability_token: capabilityToken } = await kernel.grant(who);
  const call = async (): Promise<void> => {
    for (let count = 0; count < CALLS; count += 1) {
      await kernel.invoke({ ...who, capabilityToken, args: { rows: 1 } });
    }
  };
  return { call, close: kernel.close };
}
