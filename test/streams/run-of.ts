import { KernelError } from '../../src/contract/errors.js';
import type { RunResult, StreamRun } from '../../src/contract/stream-run.js';
import { createStreamRun, type RunControl } from '../../src/streams/stream-run.js';

type Start = (control: RunControl) => AsyncGenerator<number, RunResult>;
type Run = StreamRun<number, RunResult, { made: number }>;

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
export const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) {
    await turn();
  }
};

export const failure = (message: string): KernelError => new KernelError('DRIVER_FAILED', message);

/** A run over `start`, whose usage is the number of parts it made. */
export function runOf(start: Start, options: { signal?: AbortSignal; highWaterMark?: number } = {}): Run {
  let made = 0;
  async function* counted(control: RunControl): AsyncGenerator<number, RunResult> {
    const parts = start(control);
    for (;;) {
      const step = await parts.next();
      if (step.done === true) {
        return step.value;
      }
      made += 1;
      yield step.value;
    }
  }
  return createStreamRun<number, RunResult, { made: number }>({
    runId: 'r_1',
    usage: () => ({ made }),
    texts: () => (part) => (part % 2 === 0 ? `${part}` : ''),
    start: counted,
    failed: (error) => ({ status: 'failed', error: failure(error instanceof Error ? error.message : 'unknown') }),
    ...options,
  });
}

/** Counts up to `count`, says how it was cancelled, and writes down that it came to its end. */
export function upTo(count: number, log: string[] = [], result: RunResult = { status: 'completed' }): Start {
  return async function* start(control) {
    for (let number = 0; number < count && control.cancelled() === undefined; number += 1) {
      yield number;
    }
    await turn();
    log.push(`ended: ${control.cancelled() ?? 'whole'}`);
    return control.cancelled() === undefined ? result : { status: 'cancelled' };
  };
}

export async function takeAll(run: Run): Promise<{ parts: number[]; error: unknown }> {
  const parts: number[] = [];
  try {
    for await (const part of run) {
      parts.push(part);
    }
    return { parts, error: undefined };
  } catch (error) {
    return { parts, error };
  }
}
