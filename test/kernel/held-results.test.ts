import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { KernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKeeper } from '../../src/kernel/keeper.js';
import { STORES } from '../../src/stores/index.js';
import { eventually } from '../support/processes.js';
import { createTestClock } from '../support/store-fixtures.js';
import { AUDIT_KEY, newHandle, STORE_KEY } from '../support/store-values.js';
import { ANN, kernelOver, records, requestFor, text } from '../support/test-kernel.js';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) {
    await close();
  }
});

async function kernelIn(source: () => AsyncIterable<Chunk>, more: object = {}): Promise<Kernel> {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-held-'));
  closing.push(() => rmSync(directory, { recursive: true, force: true }));
  const kernel = await kernelOver(source, { directory, ...more });
  closing.push(() => kernel.close());
  return kernel;
}

/** A source that gives its first chunk, and the rest when it is told to. */
function waitingSource(first: Chunk, rest: readonly Chunk[] = []) {
  let goOn = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* source(): AsyncGenerator<Chunk> {
    yield first;
    await told;
    yield* rest;
  }
  return { source, goOn };
}

const openMemory = () =>
  STORES.memory({ directory: '', storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock: createTestClock() });

const list = async (kernel: Kernel) =>
  (await kernel.handles.list(ANN)).map(({ state, total_rows }) => [state, total_rows]);

describe('the result of a call that shows one frame', () => {
  test.each<[string, Chunk, Chunk, number]>([
    ['rows', records([{ n: 1 }]), records([{ n: 2 }, { n: 3 }]), 3],
    ['text', text('one\ntw'), text('o\nthree'), 3],
  ])('is redeemable while its source waits: %s', async (_, first, rest, rows) => {
    const { source, goOn } = waitingSource(first, [rest]);
    const kernel = await kernelIn(source);
    const running = kernel.invoke(await requestFor(kernel));
    await eventually(async () => (await kernel.handles.list(ANN)).length === 1, 'the handle is there');
    expect((await list(kernel))[0]?.[0]).toBe('open');
    goOn();
    expect((await running).status).toBe('completed');
    expect(await list(kernel)).toEqual([['complete', rows]]);
  });

  test.each<[string, readonly Chunk[], number]>([
    ['nothing', [], 0],
    ['a row', [records([{ n: 1 }])], 1],
    ['a text without an end', [text('one'), text(' line')], 1],
    ['many small pieces', Array.from({ length: 200 }, (_, n) => records([{ n, filler: 'x'.repeat(300) }])), 200],
    ['one large piece', [records(Array.from({ length: 400 }, (_, n) => ({ n, filler: 'x'.repeat(300) })))], 400],
    ['a small piece and a large one', [records([{ n: 0 }]), text('y'.repeat(100_000))], 14],
  ])('is kept whole: %s', async (_, chunks, rows) => {
    const kernel = await kernelIn(async function* () {
      yield* chunks;
    });
    const frame = await kernel.invoke({ ...(await requestFor(kernel)), maxTokens: 100_000 });
    expect(frame).toMatchObject({ status: 'completed' });
    expect(await list(kernel)).toEqual([['complete', rows]]);
    const [handle] = await kernel.handles.list(ANN);
    const page = await kernel.expand({
      handleId: handle?.handle_id ?? '',
      principal: ANN,
      limit: 1000,
      maxTokens: 1e6,
    });
    expect(page.page?.returned).toBe(rows);
  });

  test('that failed has what came before, and says why it is partial', async () => {
    const kernel = await kernelIn(async function* () {
      yield records([{ n: 1 }]);
      throw new Error('no more');
    });
    const frame = await kernel.invoke(await requestFor(kernel));
    expect(frame).toMatchObject({ status: 'failed', handle: { state: 'partial', reason: 'failed', total_rows: 1 } });
    expect(await list(kernel)).toEqual([['partial', 1]]);
  });

  test.each<[string, (ms: number) => Promise<void>]>([
    ['at its end', () => new Promise(() => undefined)],
    ['before', async () => undefined],
  ])('that cannot be kept has no handle, and says so: %s', async (_, sleep) => {
    const fail = () => Promise.reject(new KernelError('STORE_FAILED', 'the disk is full'));
    const { handles } = await openMemory();
    const told: string[] = [];
    const keeper = createKeeper({ ...handles, create: fail, keep: fail }, (kind) => newHandle('h_1', { kind }), {
      onTrouble: (message) => told.push(message),
      isWithheld: () => false,
      holds: true,
      clock: { ...createTestClock(), sleep },
    });
    for await (const _chunk of keeper.kept(chunksOf([text('one'), text('two')]))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await keeper.finish()).toBeUndefined();
    expect(told).toEqual(['the rest is not kept: the disk is full']);
  });
});

async function* chunksOf(chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks;
}
