import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunnerChunk, RunnerPart } from '../../../../src/contract/runner.js';
import { partOfChunk } from '../../../../src/drivers/process/runner/chunk-part.js';
import { chunkSize } from '../../../../src/drivers/process/runner/content-size.js';
import { weightOf } from '../../../../src/drivers/process/runner/part-weight.js';
import { createRetained } from '../../../../src/drivers/process/runner/retained.js';
import { createSupervisor } from '../../../../src/drivers/process/runner/supervisor.js';
import { failureOf } from '../../../support/driver-call.js';
import { fakeRunner, QUICK, spawnFake, textsOf } from '../../../support/fake-runner.js';
import { partsOf } from '../../../support/parts-of.js';
import { eventually, isAlive } from '../../../support/processes.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-flow-'));
const note = join(folder, 'note');
beforeEach(() => writeFileSync(note, '0'));
afterAll(() => rmSync(folder, { recursive: true }));

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) {
    value = [value];
  }
  return value;
}

const CHUNK_BYTES = 65_536;
const flood = () => spawnFake('flood=1600', QUICK, { env: { AKERNEL_RUNNER_NOTE: note } });
const takenBytes = () => Number(readFileSync(note, 'utf8')) * CHUNK_BYTES;

describe('a consumer who does not read on', () => {
  test('C3.45: blocks the runner; little is held', async () => {
    const run = await flood();
    const parts = run[Symbol.asyncIterator]();
    await parts.next();
    await parts.next();
    const before = process.memoryUsage.rss();
    await sleep(700);
    expect(takenBytes()).toBeLessThan(1024 * 1024);
    expect(process.memoryUsage.rss() - before).toBeLessThan(16 * 1024 * 1024);
    await parts.return?.();
  });

  test('C3.46: does not keep the runner alive when the run is aborted', async () => {
    const controller = new AbortController();
    const run = await spawnFake('ignore-term', { ...QUICK, signal: controller.signal });
    const parts = run[Symbol.asyncIterator]();
    await parts.next();
    await parts.next();
    controller.abort();
    await eventually(() => !isAlive(run.osPid()), 'the runner is gone');
    expect(await run.result).toMatchObject({ status: 'cancelled', forced: true, signal: 'SIGKILL' });
  });

  test('small chunks are held back too', async () => {
    const run = await spawnFake('burst=200000,bytes=5', QUICK);
    const parts = run[Symbol.asyncIterator]();
    await parts.next();
    await sleep(300);
    expect(run.usage.chunks).toBeLessThan(20_000);
    await parts.return?.();
  });
});

describe('callbacks', () => {
  test('C3.47: one that throws changes nothing for later chunks', async () => {
    const warnings: string[] = [];
    const supervisor = createSupervisor({ onWarning: (warning) => warnings.push(warning) });
    const run = await supervisor.spawn(fakeRunner('chunks=5'));
    const told: unknown[] = [];
    const onChunk = ({ content }: RunnerChunk) => {
      told.push(content);
      if (content === 'chunk-1' || content === 'chunk-3') {
        throw new Error('private');
      }
    };
    const result = await run.wait({ onChunk });
    expect(told).toEqual(['chunk-1', 'chunk-2', 'chunk-3', 'chunk-4', 'chunk-5']);
    expect(result).toMatchObject({ status: 'completed', chunk_count: 5, callback_errors: 2 });
    expect(warnings).toEqual(['onChunk failed; the chunks after it are delivered all the same']);
    expect(result.warnings).toEqual(warnings);
  });

  test('C3.48: a promise is waited for before the next chunk', async () => {
    let isBusy = false;
    let overlaps = 0;
    const onChunk = async () => {
      overlaps += isBusy ? 1 : 0;
      isBusy = true;
      await sleep(2);
      isBusy = false;
    };
    const result = await (await spawnFake('burst=40')).wait({ onChunk });
    expect(result.chunk_count).toBe(40);
    expect(overlaps).toBe(0);
  });

  test('C3.48: a runner has to wait for it', async () => {
    const run = await flood();
    const waiting = run.wait({ onChunk: () => sleep(60_000, undefined, { ref: false }) });
    await sleep(500);
    expect(takenBytes()).toBeLessThan(1024 * 1024);
    await run.cancel();
    expect((await run.result).status).toBe('cancelled');
    expect(await Promise.race([waiting, sleep(5000)])).toBe(await run.result);
  });

  test('C3.49: a slow observer holds nobody up, and its text is whole', async () => {
    const run = await spawnFake('chunks=2000');
    const seen: string[] = [];
    let flushes = 0;
    run.observe(
      (part) => {
        seen.push(...textsOf([part]));
        flushes += 1;
        return sleep(60_000, undefined, { ref: false });
      },
      { coalesceMs: 30 },
    );
    const { parts } = await partsOf(run);
    expect(textsOf(parts)).toHaveLength(2000);
    expect(seen.join('')).toBe(textsOf(parts).join(''));
    expect(flushes).toBeLessThan(500);
  });

  test('an observer sees tool and last parts in their place', async () => {
    const run = await spawnFake('kinds');
    const seen: RunnerPart[] = [];
    run.observe((part) => seen.push(part), { coalesceMs: 1000 });
    const { parts } = await partsOf(run);
    expect(seen.map(({ type }) => type)).toEqual(parts.map(({ type }) => type));
  });
});

describe('what is kept', () => {
  test('C3.50: the head and the tail, and exact counts', async () => {
    const run = await spawnFake('chunks=1000', { retain: { chunks: 8, bytes: 1024 * 1024 } });
    const result = await run.result;
    expect(result).toMatchObject({ chunk_count: 1000, dropped_chunks: 992 });
    expect(result.chunks.map(({ content }) => content)).toEqual(
      [1, 2, 995, 996, 997, 998, 999, 1000].map((i) => `chunk-${i}`),
    );
  });

  test.each([
    ['within the cap', 4, 1, 100, [0, 1, 2, 3], 4],
    ['one over it', 4, 1, 100, [0, 2, 3, 4], 5],
    ['by their size', 100, 10, 40, [0, 7, 8, 9], 10],
  ])('%s', (_, chunks, size, bytes, kept, total) => {
    const retained = createRetained<number>({ chunks, bytes });
    for (let item = 0; item < total; item += 1) {
      retained.add(item, size);
    }
    expect(retained.items()).toEqual(kept);
    expect(retained.dropped()).toBe(total - kept.length);
  });

  test.each([
    ['metadata', { kind: 'text', content: 'x', metadata: { a: 'm'.repeat(1000) } }],
    ['its kind', { kind: 'k'.repeat(1000), content: 'x' }],
    ['what is too deep to be written', { kind: 'plan', content: nested(50_000) }],
    ['what is no JSON', { kind: 'plan', content: [1n, 'x'.repeat(1000)] }],
  ])('the size of a chunk counts %s', (_, chunk) => {
    expect(chunkSize(chunk)).toBeGreaterThan(1000);
    expect(weightOf({ ...partOfChunk(chunk), run_id: 'run_1', seq: 1, at: 0 })).toBeGreaterThan(1000);
  });

  test('metadata takes part of what is kept', async () => {
    const run = await spawnFake('chunks=40', { retain: { chunks: 100, bytes: 200 } });
    const { chunks, dropped_chunks } = await run.result;
    expect(chunks.length + dropped_chunks).toBe(40);
    expect(chunks.length).toBeLessThan(8);
  });

  test('an item over the whole cap is dropped and counted', () => {
    const retained = createRetained<string>({ chunks: 4, bytes: 10 });
    retained.add('huge', 100);
    retained.add('small', 1);
    expect([retained.items(), retained.total(), retained.dropped()]).toEqual([['small'], 2, 1]);
  });
});

describe('one consumer', () => {
  test('C3.51: who leaves ends the run; nothing is unhandled', async () => {
    const run = await spawnFake('ticking=1000,delay=5', QUICK);
    let count = 0;
    for await (const _ of run) {
      count += 1;
      if (count === 3) {
        break;
      }
    }
    expect(isAlive(run.osPid())).toBe(false);
    expect(await run.result).toMatchObject({ status: 'cancelled', exit_kind: 'cancelled' });
    expect((await run.result).chunk_count).toBeGreaterThanOrEqual(2);
  });

  test('C3.52: a second loop is refused', async () => {
    const run = await spawnFake('chunks=1');
    await partsOf(run);
    expect((await partsOf(run)).error).toMatchObject({ code: 'USAGE' });
    expect(await failureOf(() => run.wait({ onChunk: () => undefined }))).toMatchObject({ code: 'USAGE' });
  });

  test('C3.53: the result alone drains the run', async () => {
    const result = await (await spawnFake('flood=100')).result;
    expect(result).toMatchObject({ status: 'completed', chunk_count: 100 });
    const kept = result.chunks.reduce((sum, { content }) => sum + String(content).length, 0);
    expect(kept).toBeLessThanOrEqual(1024 * 1024);
    expect(result.chunks.length + result.dropped_chunks).toBe(100);
    expect(result.text_cut).toBe(true);
    expect(result.text).toHaveLength(1024 * 1024);
  });
});
