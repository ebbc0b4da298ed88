import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { isKernelError } from '../../src/contract/errors.js';
import type { StreamingDriver } from '../../src/drivers/streaming-driver.js';
import { type CallParts, failureOf, makeCall } from './driver-call.js';
import { eventually } from './processes.js';
import { MOST_BYTES_IN_SOCKETS, producedAtRest } from './produced-bytes.js';

/** A call whose source has far more to give than is ever read (100 MB at least, or no end), and can be watched. */
export interface LongWork {
  readonly driver: StreamingDriver;
  readonly call: CallParts;
  /** Whether anything of the work is still there: a process, an open file, a generator that was not closed. */
  readonly isWorking: () => boolean;
  /** Bytes that the source was asked for so far, where that can be seen. */
  readonly producedBytes?: () => number;
  /** Whether they come over TCP. */
  readonly isOverSocket?: boolean;
}

export interface FailingWork {
  readonly driver: StreamingDriver;
  readonly call: CallParts;
  /** Data of the source that must not be in the error. */
  readonly secret: string;
}

export interface ConformanceSubject {
  readonly name: string;
  readonly startLong: () => LongWork;
  readonly startFailing: () => FailingWork;
}

/** Buffers of pipes and of Node, with room to spare; a driver that does not wait has 100 MB and more. */
const MOST_BYTES_AHEAD = 4 * 1024 * 1024;
const MOST_MEMORY_BYTES = 48 * 1024 * 1024;

/** What every driver promises, whatever it runs. */
export function describeDriver({ name, startLong, startFailing }: ConformanceSubject): void {
  describe(`driver ${name}`, () => {
    test('yields before its source ends', async () => {
      const work = startLong();
      const chunks = open(work);
      expect((await chunks.next()).done).toBe(false);
      expect(work.isWorking()).toBe(true);
      await chunks.return?.();
    });

    test('stops its work when the call is aborted', async () => {
      const work = startLong();
      const controller = new AbortController();
      const chunks = open(work, controller.signal);
      await chunks.next();
      controller.abort();
      expect(await failureOf(() => drain(chunks))).toMatchObject({ code: 'CANCELLED' });
      await eventually(() => !work.isWorking(), 'the work has stopped');
    });

    test('ends a read that waits when the call is aborted', async () => {
      const work = startLong();
      const controller = new AbortController();
      const chunks = open(work, controller.signal);
      await chunks.next();
      const draining = failureOf(() => drain(chunks));
      controller.abort();
      expect(await draining).toMatchObject({ code: 'CANCELLED' });
      await eventually(() => !work.isWorking(), 'the work has stopped');
    });

    test('does nothing for a call that was aborted before', async () => {
      const work = startLong();
      expect(await failureOf(() => drain(open(work, AbortSignal.abort())))).toMatchObject({ code: 'CANCELLED' });
      expect(work.producedBytes?.() ?? 0).toBe(0);
    });

    test('closes everything when its consumer leaves', async () => {
      const work = startLong();
      for await (const _ of work.driver.executeStream(makeCall(work.call))) {
        break;
      }
      await eventually(() => !work.isWorking(), 'the work has stopped');
    });

    test('waits for a consumer who does not read on', async () => {
      const work = startLong();
      const chunks = open(work);
      await chunks.next();
      const before = process.memoryUsage.rss();
      const mostAhead = MOST_BYTES_AHEAD + (work.isOverSocket ? MOST_BYTES_IN_SOCKETS : 0);
      expect(await producedAtRest(work.producedBytes ?? (() => 0))).toBeLessThan(mostAhead);
      expect(process.memoryUsage.rss() - before).toBeLessThan(MOST_MEMORY_BYTES);
      await chunks.return?.();
      await eventually(() => !work.isWorking(), 'the work has stopped');
    });

    test('reports a failure as one KernelError that tells nothing of the data', async () => {
      const work = startFailing();
      const error = await failureOf(() => drain(open(work)));
      expect(isKernelError(error)).toBe(true);
      expect(JSON.stringify(error) + String(error)).not.toContain(work.secret);
      expect(isKernelError(error) ? `${error.hint} ${JSON.stringify(error.details)}` : '').not.toContain(work.secret);
    });

    test('chunks stay small and rows agree with their lines', async () => {
      const work = startLong();
      const chunks = open(work);
      for (let count = 0; count < 30; count += 1) {
        const next = await chunks.next();
        expectWellFormed(next.value);
      }
      await chunks.return?.();
    });
  });
}

function open({ driver, call }: LongWork | FailingWork, signal?: AbortSignal): AsyncIterator<Chunk> {
  const parts = signal === undefined ? call : { ...call, signal };
  return driver.executeStream(makeCall(parts))[Symbol.asyncIterator]();
}

async function drain(chunks: AsyncIterator<Chunk>): Promise<void> {
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    expectWellFormed(next.value);
  }
}

const MOST_CHUNK_BYTES = 256 * 1024;

function expectWellFormed(chunk: Chunk | undefined): void {
  if (chunk?.type === 'records') {
    const lines = new TextDecoder().decode(chunk.lines).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(chunk.rows.length);
    expect(JSON.parse(lines[0] ?? '')).toEqual(chunk.rows[0]);
    expect(chunk.lines.length).toBeLessThanOrEqual(MOST_CHUNK_BYTES);
  }
  if (chunk?.type === 'text') {
    expect(chunk.text.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(chunk.text)).toBeLessThanOrEqual(MOST_CHUNK_BYTES);
  }
}
