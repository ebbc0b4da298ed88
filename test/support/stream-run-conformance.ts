import { describe, expect, test } from 'vitest';
import type { RunResult, StreamRun } from '../../src/contract/stream-run.js';
import { failureOf } from './driver-call.js';
import { partsOf } from './parts-of.js';
import { eventually } from './processes.js';
import { producedAtRest } from './produced-bytes.js';

export interface LongRun<Part> {
  readonly run: StreamRun<Part, RunResult>;
  /** Whether anything of the work is still there. */
  readonly isWorking: () => boolean;
  readonly producedBytes: () => number;
}

/** A kind of run, whatever runs in it. */
export interface StreamRunSubject<Part> {
  readonly name: string;
  readonly seqOf: (part: Part) => number;
  readonly isFirst: (part: Part) => boolean;
  readonly isLast: (part: Part) => boolean;
  /** What it says in text. */
  readonly textOf: (part: Part) => string;
  /** Completes with several parts. */
  readonly startShort: () => Promise<StreamRun<Part, RunResult>>;
  /** Fails after some parts. */
  readonly startFailing: () => Promise<StreamRun<Part, RunResult>>;
  /** Has 100 MB and more to give. */
  readonly startLong: (signal?: AbortSignal) => Promise<LongRun<Part>>;
}

/** So many that the work has begun: the first ones only say that it is about to. */
const PARTS_OF_WORK = 4;

const MOST_BYTES_AHEAD = 8 * 1024 * 1024;
const MOST_MEMORY_BYTES = 48 * 1024 * 1024;

/** Whatever can be written down has such members, in the library too. */
const SNAKE_CASE = /^[a-z0-9_]+$/u;

function membersOf(value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(membersOf)];
}

async function timedOut(): Promise<AbortSignal> {
  const signal = AbortSignal.timeout(1);
  await eventually(() => signal.aborted, 'the time is up');
  return signal;
}

function namedTimeout(): Error {
  return Object.assign(new Error('mine'), { name: 'TimeoutError' });
}

/** What every stream run promises; the numbers are those of the cases in reference/stream-runs.md. */
export function describeStreamRun<Part>(subject: StreamRunSubject<Part>): void {
  const { name, textOf, seqOf, isFirst, isLast, startShort, startFailing, startLong } = subject;

  function expectInOrder(parts: readonly Part[]): void {
    expect(parts.filter(isFirst)).toEqual(parts.slice(0, 1));
    expect(parts.filter(isLast)).toEqual(parts.slice(-1));
    expect(parts.map(seqOf)).toEqual(parts.map((_, seq) => seq));
  }

  describe(`stream run: ${name}`, () => {
    test('C6.91, C6.92, C6.93: complete, in order, one last part, one result', async () => {
      const run = await startShort();
      const { parts, error } = await partsOf(run);
      expect(error).toBeUndefined();
      expect(parts.length).toBeGreaterThan(2);
      expectInOrder(parts);
      const result = await run.result;
      expect(result.status).toBe('completed');
      expect(result.error).toBeUndefined();
      expect(await run.result).toBe(result);
      expect(membersOf([...parts, result, run.usage]).filter((member) => !SNAKE_CASE.test(member))).toEqual([]);
    });

    test('C6.91, C6.93: a failure comes after all parts, and is the error of the loop', async () => {
      const run = await startFailing();
      const { parts, error } = await partsOf(run);
      expectInOrder(parts);
      const result = await run.result;
      expect(result.status).not.toBe('completed');
      expect(result.error).toBe(error);
    });

    test('C6.91, C6.93: a cancel ends the loop without an error, and the work', async () => {
      const { run, isWorking } = await startLong();
      const parts: Part[] = [];
      let cancelled: Promise<RunResult> | undefined;
      for await (const part of run) {
        parts.push(part);
        if (parts.length === PARTS_OF_WORK) {
          expect(isWorking()).toBe(true);
          cancelled = run.cancel();
        }
      }
      expect(parts.filter(isLast)).toEqual(parts.slice(-1));
      const result = await run.result;
      expect(result.status).toBe('cancelled');
      expect(await cancelled).toBe(result);
      expect(await run.cancel()).toBe(result);
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test.each<[string, () => Promise<AbortSignal>, string, string | undefined]>([
      ['an abort', async () => AbortSignal.abort(), 'cancelled', undefined],
      ['an abort for an own reason', async () => AbortSignal.abort(new Error('custom')), 'cancelled', undefined],
      ['an own error of the name', async () => AbortSignal.abort(namedTimeout()), 'cancelled', undefined],
      ['the time of the caller', timedOut, 'timeout', 'TIMEOUT'],
      ['that of a signal made of several', async () => AbortSignal.any([await timedOut()]), 'timeout', 'TIMEOUT'],
    ])('C5.76: %s, while it works, is told by its cause', async (_, signalOf, status, code) => {
      const controller = new AbortController();
      const { run, isWorking } = await startLong(controller.signal);
      const parts = run[Symbol.asyncIterator]();
      await parts.next();
      await eventually(isWorking, 'the work has begun');
      controller.abort((await signalOf()).reason);
      const { error } = await partsOf({ [Symbol.asyncIterator]: () => parts });
      const result = await run.result;
      expect(result.status).toBe(status);
      expect(error).toBe(code === undefined ? undefined : result.error);
      expect(result.error?.code === 'TIMEOUT').toBe(code === 'TIMEOUT');
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test('C3.45: a consumer who does not read on blocks the work in little memory', async () => {
      const { run, producedBytes, isWorking } = await startLong();
      const parts = run[Symbol.asyncIterator]();
      await parts.next();
      await eventually(isWorking, 'the work has begun');
      const before = process.memoryUsage.rss();
      expect(await producedAtRest(producedBytes)).toBeLessThan(MOST_BYTES_AHEAD);
      expect(process.memoryUsage.rss() - before).toBeLessThan(MOST_MEMORY_BYTES);
      await parts.return?.();
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test('C3.46: a cancel needs nobody who reads', async () => {
      const { run, isWorking } = await startLong();
      await run[Symbol.asyncIterator]().next();
      await eventually(isWorking, 'the work has begun');
      expect((await run.cancel('enough')).status).toBe('cancelled');
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test('C1.5, C3.51: parts come while the work goes on; who leaves the loop ends it, and the result tells', async () => {
      const { run, isWorking } = await startLong();
      let count = 0;
      for await (const _ of run) {
        count += 1;
        if (count === PARTS_OF_WORK) {
          expect(isWorking()).toBe(true);
          break;
        }
      }
      expect((await run.result).status).toBe('cancelled');
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test('its texts are those of its parts, none of them empty, and throw what the loop would', async () => {
      for (const start of [startShort, startFailing]) {
        const run = await start();
        const parts: Part[] = [];
        run.observe((part) => parts.push(part));
        const { parts: texts, error } = await partsOf(run.text());
        expect(texts).not.toContain('');
        expect(texts.join('')).toBe(parts.map(textOf).join(''));
        expect(error).toBe((await run.result).error);
      }
    });

    test('who leaves the loop over its texts ends the work', async () => {
      const { run, isWorking } = await startLong();
      for await (const text of run.text()) {
        expect(text).not.toBe('');
        expect(isWorking()).toBe(true);
        break;
      }
      expect((await run.result).status).toBe('cancelled');
      await eventually(() => !isWorking(), 'the work has stopped');
    });

    test('the end of a block cancels the run and waits for it; one that has ended stays as it is', async () => {
      const { run, isWorking } = await startLong();
      {
        await using disposed = run;
        await disposed[Symbol.asyncIterator]().next();
        await eventually(isWorking, 'the work has begun');
      }
      // Of work in another process that is over its last sign may still be on its way.
      await eventually(() => !isWorking(), 'the work has stopped');
      expect((await run.result).status).toBe('cancelled');
      const short = await startShort();
      const result = await short.result;
      await short[Symbol.asyncDispose]();
      expect(await short.result).toBe(result);
      expect(result.status).toBe('completed');
    });

    test('C3.52: there is one loop', async () => {
      const run = await startShort();
      await partsOf(run);
      expect(await failureOf(async () => run[Symbol.asyncIterator]())).toMatchObject({ code: 'USAGE' });
      expect(await failureOf(async () => run.text()[Symbol.asyncIterator]())).toMatchObject({ code: 'USAGE' });
      const told = await startShort();
      await partsOf(told.text());
      expect(await failureOf(async () => told[Symbol.asyncIterator]())).toMatchObject({ code: 'USAGE' });
    });

    test('C3.53: the result alone drains the run', async () => {
      expect((await (await startShort()).result).status).toBe('completed');
    });

    test('C3.49: observers see every part; one that fails is dropped and changes nothing', async () => {
      const run = await startShort();
      const seen: Part[] = [];
      run.observe((part) => seen.push(part));
      run.observe(() => {
        throw new Error('observer');
      });
      const { parts } = await partsOf(run);
      expect(seen).toEqual(parts);
    });
  });
}
