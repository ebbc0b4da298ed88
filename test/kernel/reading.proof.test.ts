import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Trace } from '../../src/contract/trace.js';
import { ANN, BOB, kernelOver, records, requestFor, stream, text } from '../support/test-kernel.js';

async function kept(chunks: readonly Chunk[], more: Parameters<typeof kernelOver>[1] = {}) {
  const kernel = await kernelOver(() => chunks, more);
  const { result } = await stream(kernel);
  return { kernel, handleId: result.handle_id ?? '' };
}

const KEY = [
  '-----BEGIN RSA PRIVATE',
  ' KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3\nxyz\n-----END RSA PRIVATE',
  ' KEY-----\n',
].join('');
const LINES = Array.from({ length: 30_000 }, (_, row) =>
  row % 1000 === 500 ? KEY : `line ${row} of ann${row}@example.com\n`,
);

describe('a reading', () => {
  it('shows text as expand does, in whatever order it is asked', async () => {
    const { kernel, handleId } = await kept([text(LINES.join(''))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    for (const first of [0, 29_000, 28_990, 3, 15_000, 15_050, 29_900, 14_000, 1, 510]) {
      const rows = Array.from({ length: 20 }, (_, index) => first + index);
      const page = await reading.expand({ rows });
      const same = await kernel.expand({ handleId, principal: ANN, rows });
      expect(page.rows).toEqual(same.rows);
      expect(page.page).toEqual(same.page);
      expect(page.redactions).toEqual(same.redactions);
    }
    await reading.close();
  });

  it('walks through text once: reading on tells of a short way', async () => {
    const { kernel, handleId } = await kept([text(LINES.join(''))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    const told: number[] = [];
    const onProgress = (row: number): void => {
      told.push(row);
    };
    await reading.expand({ rows: [29_000], onProgress });
    expect(told.length).toBeGreaterThan(100);
    for (const row of [28_900, 29_010, 0, 29_020, 25_000]) {
      told.length = 0;
      await reading.expand({ rows: [row], onProgress });
      expect(told.length).toBeLessThan(10);
    }
    await reading.close();
  });

  it('checks each page, and leaves one trace of the whole visit', async () => {
    const { kernel, handleId } = await kept([text(LINES.slice(0, 400).join(''))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    await reading.expand({ rows: [1, 2] });
    await expect(reading.expand({ rows: [2, 1] })).rejects.toMatchObject({ code: 'USAGE' });
    await reading.expand({ rows: [2, 3, 10], fields: ['text'] });
    for await (const _part of reading.find({ text: 'line 7' })) {
      // to the end
    }
    const foreign = kernel.openReading({ handleId, principal: BOB });
    await expect(foreign.expand({ rows: [1] })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
    await kernel.handles.remove(handleId, ANN);
    await expect(reading.expand({ rows: [1, 2] })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
    expect(await kernel.audit.list({ event: 'expand' })).toEqual([]);
    await Promise.all([reading.close(), reading.close()]);
    await foreign.close();
    expect(await kernel.audit.list({ event: 'expand' })).toMatchObject([
      {
        principal_id: 'bob',
        outcome: 'failed',
        error: { code: 'HANDLE_NOT_FOUND' },
        reading: { pages: 1, finds: 0, refused: 1, rows: 0 },
      },
      {
        principal_id: 'ann',
        capability_id: 'test.run',
        handle_id: handleId,
        outcome: 'completed',
        args: { rows: '1-3,10', asked: ['{"fields":["text"]}', '{"find":"line 7"}'] },
        reading: { pages: 4, finds: 1, refused: 2, rows: 5, redactions: { email: 5 } },
      },
    ]);
  });

  it('that showed nothing leaves no trace, and one that nobody closed is closed with the kernel', async () => {
    const told: Trace[] = [];
    const { kernel, handleId } = await kept([records([{ id: 1 }, { id: 2 }])], {
      observer: (trace) => told.push(trace),
    });
    await kernel.openReading({ handleId, principal: ANN }).close();
    const reading = kernel.openReading({ handleId, principal: ANN });
    const { action_id: actionId } = await reading.expand({ rows: [0] });
    expect((await reading.expand({ rows: [1] })).action_id).toBe(actionId);
    await kernel.close();
    expect(told.filter(({ event }) => event === 'expand')).toMatchObject([
      { action_id: actionId, args: { rows: '0-1' }, reading: { pages: 2, rows: 2 } },
    ]);
  });

  it('waits with its trace for the pages that are on their way', async () => {
    const { kernel, handleId } = await kept([text(LINES.slice(0, 4000).join(''))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    const pages = Promise.allSettled([reading.expand({ rows: [1] }), reading.expand({ rows: [3000] })]);
    await reading.close();
    const shown = (await pages).filter(({ status }) => status === 'fulfilled').length;
    const traces = await kernel.audit.list({ event: 'expand' });
    expect(traces).toHaveLength(1);
    expect(traces[0]?.reading).toMatchObject({ pages: shown, rows: shown });
  });

  it('of rows far apart names as many as a trace has room for', async () => {
    const { kernel, handleId } = await kept([records(Array.from({ length: 3000 }, (_, id) => ({ id })))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    for (const first of [2000, 0, 1000]) {
      for (let row = first; row < first + 990; row += 45) {
        await reading.expand({ rows: Array.from({ length: 15 }, (_, index) => row + 3 * index) });
      }
    }
    await reading.close();
    const [trace] = await kernel.audit.list({ event: 'expand' });
    expect(trace?.reading).toMatchObject({ pages: 66, rows: 990 });
    expect(String(trace?.args?.['rows'])).toMatch(/^0,3,6,9,(?:\d+,){95}297$/);
  });

  it('stops on the way, and goes on from there', async () => {
    const { kernel, handleId } = await kept([text(LINES.join(''))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    const stop = new AbortController();
    const onProgress = (row: number) => row > 1000 && stop.abort();
    await expect(reading.expand({ rows: [25_000], signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect((await reading.expand({ rows: [25_000] })).rows).toHaveLength(1);
    await reading.close();
    await expect(reading.expand({ rows: [29_999] })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('follows an open handle, and redacts a secret that comes in two parts', async () => {
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    const half = KEY.length / 2;
    const kernel = await kernelOver(async function* () {
      yield text(`${'one line\n'.repeat(200)}${KEY.slice(0, half)}`);
      await wait;
      yield text(`${KEY.slice(half)}end\n`);
    });
    const run = kernel.invokeStream(await requestFor(kernel));
    const frames = run[Symbol.asyncIterator]();
    await frames.next();
    const [{ handle_id: handleId = '' } = {}] = await kernel.handles.list(ANN);
    const reading = kernel.openReading({ handleId, principal: ANN });
    expect((await reading.expand({ rows: [0, 199, 203] })).page?.rows).toEqual([0, 199]);
    release();
    for (let step = await frames.next(); step.done !== true; step = await frames.next()) {
      // to the end
    }
    const rows = [199, 200, 201, 202, 203, 204];
    const page = await reading.expand({ rows });
    expect(page.rows).toEqual((await kernel.expand({ handleId, principal: ANN, rows })).rows);
    expect(JSON.stringify(page)).not.toContain('MIIE');
    await reading.close();
  });

  it('shows records too', async () => {
    const { kernel, handleId } = await kept([records(Array.from({ length: 500 }, (_, id) => ({ id })))]);
    const reading = kernel.openReading({ handleId, principal: ANN });
    expect((await reading.expand({ rows: [3, 400] })).rows).toEqual([{ id: 3 }, { id: 400 }]);
    await reading.close();
  });
});
