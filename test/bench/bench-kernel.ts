import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Capability } from '../../src/contract/capability.js';
import type { Chunk } from '../../src/contract/chunk.js';
import { lineOf } from '../../src/contract/frame.js';
import type { InvokeResult, InvokeRun, Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';

export const PRINCIPAL = { principal_id: 'bench', roles: ['reader'], attributes: { tenant: 'local' } };

/** A kernel in this process with its state on disk. */
export interface BenchKernel {
  readonly kernel: Kernel;
  /** Streams the capability to its end, every line made as it would be printed. */
  readonly stream: (capabilityId: string, args?: Readonly<Record<string, unknown>>) => Promise<InvokeResult>;
}

export async function openBenchKernel(
  directory: string,
  source?: () => Iterable<Chunk>,
  store?: { readonly url: string },
): Promise<BenchKernel> {
  mkdirSync(directory, { recursive: true });
  const files = { driver_id: 'filesystem', operation: 'read_file', options: { root: directory } };
  const kernel = await createKernel({
    directory: join(directory, 'state'),
    ...(store === undefined ? {} : { store }),
    capabilities: [
      capability('bench.read_file', files, { path: { type: 'string' } }),
      capability('bench.source', { driver_id: 'bench', operation: 'source' }),
    ],
    drivers: [
      {
        driver_id: 'bench',
        async *executeStream() {
          yield* source?.() ?? [];
        },
      },
    ],
  });
  return {
    kernel,
    stream: async (capabilityId, args = {}) => {
      const { capability_token: capabilityToken } = await kernel.grant({ principal: PRINCIPAL, capabilityId });
      return drain(kernel.invokeStream({ capabilityId, args, principal: PRINCIPAL, capabilityToken }));
    },
  };
}

export async function drain(run: InvokeRun): Promise<InvokeResult> {
  for await (const frame of run) {
    lineOf(frame);
  }
  return run.result;
}

export function handleOf({ handle_id: handleId }: InvokeResult): string {
  if (handleId === undefined) {
    throw new Error('nothing was kept');
  }
  return handleId;
}

function capability(
  capabilityId: string,
  driver: Capability['driver'],
  properties: Readonly<Record<string, unknown>> = {},
): Capability {
  return {
    capability_id: capabilityId,
    name: capabilityId,
    description: '',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object', properties },
    driver,
  };
}
