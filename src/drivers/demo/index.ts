import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Chunk } from '../../contract/chunk.js';
import type { DriverCall } from '../../contract/driver.js';
import { KernelError } from '../../contract/errors.js';
import { readCount } from '../args.js';
import { orCancelled, throwIfAborted } from '../cancellation.js';
import type { StreamingDriver } from '../streaming-driver.js';
import { makeCustomers } from './customers.js';
import { makeLog } from './log.js';

const MAX_ROWS = 100_000_000;
const MAX_DELAY_MS = 60_000;
const FIRST_BATCH = 8;
const CHUNKS_PER_TURN = 8;

/** Invented rows and log lines: the same on every run, made as they are asked for, in constant memory. */
export function createDemoDriver(): StreamingDriver {
  return {
    driver_id: 'demo',
    executeStream(call: DriverCall): AsyncIterable<Chunk> {
      switch (call.binding.operation) {
        case 'customers':
          return paced(call, readCount(call.args, 'rows', { fallback: 1000, max: MAX_ROWS }), (first, end, limit) => {
            const chunk = makeCustomers(first, end, limit);
            return { chunk, made: chunk.rows.length };
          });
        case 'log':
          return paced(call, readCount(call.args, 'lines', { fallback: 200, max: MAX_ROWS }), (first, end, limit) => {
            const { chunk, lines } = makeLog(first, end, limit);
            return { chunk, made: lines };
          });
        default:
          throw new KernelError('CONFIG_INVALID', 'the demo driver has the operations customers and log');
      }
    },
  };
}

type Make = (first: number, end: number, limit: number) => { readonly chunk: Chunk; readonly made: number };

/** The first piece is small so that it leaves at once; with a delay each piece is a single row or line. */
async function* paced(call: DriverCall, total: number, make: Make): AsyncGenerator<Chunk> {
  const delayMs = readCount(call.args, 'delay_ms', { fallback: 0, max: MAX_DELAY_MS });
  let limit = delayMs > 0 ? 1 : FIRST_BATCH;
  for (let done = 0, chunks = 1; done < total; chunks += 1) {
    throwIfAborted(call.signal);
    const { chunk, made } = make(done, total, limit);
    done += made;
    yield chunk;
    if (delayMs > 0 && done < total) {
      await pause(delayMs, call.signal);
      continue;
    }
    limit = Number.POSITIVE_INFINITY;
    if (chunks % CHUNKS_PER_TURN === 0) {
      // Making rows waits for nothing, so without this no timer and no Ctrl-C would ever be seen.
      await nextTurn();
    }
  }
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  const timer = new AbortController();
  try {
    await orCancelled(
      sleep(delayMs, undefined, { signal: timer.signal }).catch(() => undefined),
      signal,
    );
  } finally {
    timer.abort();
  }
}
