import type { Capability, DriverBinding } from '../../src/contract/capability.js';
import type { Chunk } from '../../src/contract/chunk.js';
import type { DriverCall } from '../../src/contract/driver.js';
import type { Row } from '../../src/contract/row.js';

export interface CallParts {
  readonly binding: DriverBinding;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

/** A call as the kernel would make it. */
export function makeCall({ binding, args = {}, signal = new AbortController().signal }: CallParts): DriverCall {
  const capability: Capability = {
    capability_id: 'test.call',
    name: 'Test call',
    description: 'For tests.',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: binding,
  };
  return { action_id: 'a_0000000000', capability, binding, args, signal };
}

export async function collect(chunks: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const all: Chunk[] = [];
  for await (const chunk of chunks) {
    all.push(chunk);
  }
  return all;
}

export function rowsOf(chunks: readonly Chunk[]): Row[] {
  return chunks.flatMap((chunk) => (chunk.type === 'records' ? [...chunk.rows] : []));
}

export function linesOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'records' ? new TextDecoder().decode(chunk.lines) : '')).join('');
}

export function textOf(chunks: readonly Chunk[], channel: string): string {
  return chunks.map((chunk) => (chunk.type === 'text' && chunk.channel === channel ? chunk.text : '')).join('');
}

export function warningsOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((chunk) => (chunk.type === 'warning' ? [`${chunk.message}: ${chunk.count}`] : []));
}

/** The error the work ends with; fails when it ends without one. */
export async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
}
