import type { Capability } from '../../src/contract/capability.js';
import type { Chunk } from '../../src/contract/chunk.js';
import type { DriverCall } from '../../src/contract/driver.js';
import type { Frame } from '../../src/contract/frame.js';
import { lineOf } from '../../src/contract/frame.js';
import type { InvokeRequest, InvokeResult, InvokeRun, Kernel } from '../../src/contract/kernel.js';
import type { Principal } from '../../src/contract/principal.js';
import { createKernel, type KernelOptions } from '../../src/library.js';
import { recordsFromValues } from '../../src/streams/records.js';

export const ANN: Principal = { principal_id: 'ann', roles: ['reader', 'service'], attributes: { tenant: 'local' } };
export const BOB: Principal = { principal_id: 'bob', roles: ['reader'], attributes: { tenant: 'local' } };

type Source = (call: DriverCall) => AsyncIterable<Chunk> | Iterable<Chunk>;

/** A real kernel in memory with one capability, `test.run`, whose chunks come from the test. */
export async function kernelOver(
  source: Source,
  more: KernelOptions & { capability?: Partial<Capability> } = {},
): Promise<Kernel> {
  const { capability, ...options } = more;
  return createKernel({
    ...options,
    drivers: [
      {
        driver_id: 'test',
        async *executeStream(call) {
          yield* source(call);
        },
      },
    ],
    capabilities: [{ ...TEST_CAPABILITY, ...capability }],
  });
}

export const TEST_CAPABILITY: Capability = {
  capability_id: 'test.run',
  name: 'run',
  description: 'Gives what the test says.',
  safety_class: 'READ',
  sensitivity: 'NONE',
  tags: [],
  params: { type: 'object' },
  driver: { driver_id: 'test', operation: 'run' },
};

export async function requestFor(kernel: Kernel, more: Partial<InvokeRequest> = {}): Promise<InvokeRequest> {
  const principal = more.principal ?? ANN;
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId: 'test.run' });
  return { capabilityId: 'test.run', args: {}, principal, capabilityToken, ...more };
}

export interface Drained {
  readonly frames: readonly Frame[];
  /** Exactly what the command line would print. */
  readonly stdout: string;
  readonly result: InvokeResult;
}

export async function drain(run: InvokeRun): Promise<Drained> {
  const frames: Frame[] = [];
  try {
    for await (const frame of run) {
      frames.push(frame);
    }
  } catch {
    // the result tells the same error
  }
  return { frames, stdout: frames.map((frame) => `${lineOf(frame)}\n`).join(''), result: await run.result };
}

export async function stream(kernel: Kernel, more: Partial<InvokeRequest> = {}): Promise<Drained> {
  return drain(kernel.invokeStream(await requestFor(kernel, more)));
}

export function records(values: readonly unknown[]): Chunk {
  return recordsFromValues(values);
}

export function text(content: string, channel = 'text'): Chunk {
  return { type: 'text', channel, text: content };
}
