import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Stores } from '../../src/contract/stores.js';
import type { OpenStores } from './store-conformance.js';
import { createTestClock, readAll } from './store-fixtures.js';
import { makeLines, newHandle, START } from './store-values.js';

const at = (ms: number): string => new Date(START + ms).toISOString();

async function keep(stores: Stores, handleId: string, bytes: number, changes = {}): Promise<void> {
  const writer = await stores.handles.create(newHandle(handleId, changes));
  await writer.append(Buffer.from(`"${'y'.repeat(bytes - 3)}"\n`), 1);
  await writer.finish('complete');
}

export function testHandles(open: OpenStores): void {
  test('an entry is open from its creation, grows with each flush and is settled once', async () => {
    const { handles } = await open();
    const writer = await handles.create(newHandle('h_1', { session_id: 's_1' }));
    expect(await handles.get('h_1')).toEqual({
      ...newHandle('h_1', { session_id: 's_1' }),
      total_rows: 0,
      size_bytes: 0,
      state: 'open',
    });
    await writer.append(makeLines(0, 3), 3);
    await writer.flush();
    expect(await handles.get('h_1')).toMatchObject({ total_rows: 3, state: 'open' });
    await writer.append(makeLines(3, 2), 2);
    const record = await writer.finish('complete');
    expect(record).toMatchObject({ total_rows: 5, size_bytes: makeLines(0, 5).length, state: 'complete' });
    expect(await writer.finish('partial', 'cancelled')).toEqual(record);
    expect(await handles.get('h_1')).toEqual(record);
    expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 5).toString());
  });

  test('a partial entry says why', async () => {
    const { handles } = await open();
    const writer = await handles.create(newHandle('h_1'));
    await writer.finish('partial', 'cancelled');
    expect(await handles.get('h_1')).toMatchObject({ state: 'partial', reason: 'cancelled', total_rows: 0 });
    expect((await readAll(handles, 'h_1')).pieces).toEqual([]);
    await expect(async () => writer.append(makeLines(0, 1), 1)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test('any partition into appends and flushes reads back the same from any row', async () => {
    const { handles } = await open();
    let count = 0;
    const step = fc.record({ rows: fc.integer({ min: 0, max: 40 }), width: fc.nat(30_000), flush: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(200), async (steps, from) => {
        count += 1;
        const handleId = `h_${count}`;
        const writer = await handles.create(newHandle(handleId));
        let row = 0;
        const parts: Uint8Array[] = [];
        for (const { rows, width, flush } of steps) {
          const lines = makeLines(row, rows, width);
          parts.push(lines);
          await writer.append(lines, rows);
          row += rows;
          await (flush ? writer.flush() : undefined);
        }
        await writer.finish('complete');
        const wanted = Buffer.concat(parts).toString().split('\n').slice(from).join('\n');
        const result = await readAll(handles, handleId, from);
        expect(result.text).toBe(wanted);
        expect(result.rows).toBe(Math.max(0, row - from));
        let next = Math.min(from, row);
        for (const piece of result.pieces) {
          expect(piece.first_row).toBe(next);
          expect(piece.lines.at(-1)).toBe(10);
          next += piece.rows;
        }
      }),
      { numRuns: 25 },
    );
  });

  test('pages at and around every block border', async () => {
    const { handles } = await open();
    const writer = await handles.create(newHandle('h_1'));
    for (let row = 0; row < 60; row += 10) {
      await writer.append(makeLines(row, 10, 20_000), 10);
    }
    await writer.finish('complete');
    const { pieces } = await readAll(handles, 'h_1');
    const borders = pieces.map((piece) => piece.first_row);
    for (const row of [...borders.flatMap((border) => [border - 1, border, border + 1]), 59, 60, 61]) {
      const [piece] = (await readAll(handles, 'h_1', row)).pieces;
      const text = piece && Buffer.from(piece.lines).toString();
      expect(text?.startsWith(`{"row":${Math.max(0, row)},`)).toBe(row < 60 ? true : undefined);
    }
  });

  test('one append of many megabytes and one row of a megabyte are kept', async () => {
    const { handles } = await open();
    const writer = await handles.create(newHandle('h_1'));
    const many = makeLines(0, 3000, 1000);
    const wide = makeLines(3000, 1, 1_000_000);
    await writer.append(many, 3000);
    await writer.append(wide, 1);
    await writer.finish('complete');
    const result = await readAll(handles, 'h_1');
    expect(result.rows).toBe(3001);
    expect(result.text === Buffer.concat([many, wide]).toString()).toBe(true);
    expect((await readAll(handles, 'h_1', 3000)).text === wide.toString()).toBe(true);
  });

  test('a result that has ended is kept as if it had been created, appended to and finished', async () => {
    const { handles } = await open();
    const pieces = [2, 3].map((rows, index) => ({ lines: makeLines(index * 2, rows), rows }));
    const record = await handles.keep(newHandle('h_1'), pieces, { state: 'complete' });
    const size = makeLines(0, 5).length;
    expect(record).toEqual({ ...newHandle('h_1'), total_rows: 5, size_bytes: size, state: 'complete' });
    expect(await handles.get('h_1')).toEqual(record);
    expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 5).toString());
    expect((await readAll(handles, 'h_1', 3)).text).toBe(makeLines(3, 2).toString());
    const none = await handles.keep(newHandle('h_2'), [], { state: 'partial', reason: 'cancelled' });
    expect(none).toMatchObject({ total_rows: 0, size_bytes: 0, state: 'partial', reason: 'cancelled' });
    expect(await handles.get('h_2')).toEqual(none);
    expect((await readAll(handles, 'h_2')).pieces).toEqual([]);
    expect(await handles.remove('h_1')).toBe(true);
    await expect(readAll(handles, 'h_1')).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });

  test.each([16_384, 16_385, 700_000])('a result of %i bytes that has ended is kept whole', async (bytes) => {
    const { handles } = await open();
    const lines = Buffer.from(`"${'y'.repeat(bytes - 3)}"\n`);
    const record = await handles.keep(newHandle('h_1'), [{ lines, rows: 1 }], { state: 'complete' });
    expect(record).toMatchObject({ total_rows: 1, size_bytes: bytes, state: 'complete' });
    expect((await readAll(handles, 'h_1')).text === lines.toString()).toBe(true);
  });

  test('results that have ended keep to the caps', async () => {
    const line = makeLines(0, 1).length;
    const { handles } = await open({ limits: { max_entry_bytes: 2 * line, max_total_bytes: 3 * line } });
    const three = [{ lines: makeLines(0, 3), rows: 3 }];
    const cut = await handles.keep(newHandle('h_1'), three, { state: 'complete' });
    expect(cut).toMatchObject({ state: 'partial', reason: 'entry limit', total_rows: 2 });
    const two = [{ lines: makeLines(0, 2), rows: 2 }];
    await handles.keep(newHandle('h_2', { created_at: at(1) }), two, { state: 'complete' });
    expect((await handles.list({})).map((record) => record.handle_id)).toEqual(['h_2']);
  });

  test('keeps whole rows up to the entry cap', async () => {
    const line = makeLines(0, 1).length;
    const { handles } = await open({ limits: { max_entry_bytes: 3 * line + 5, max_total_bytes: 1e9 } });
    const writer = await handles.create(newHandle('h_1'));
    await writer.append(makeLines(0, 2), 2);
    expect(writer.usage()).toEqual({ rows: 2, bytes: 2 * line, full: false });
    await writer.append(makeLines(2, 7), 7);
    expect(writer.usage()).toEqual({ rows: 3, bytes: 3 * line, full: true });
    await writer.append(makeLines(9, 1), 1);
    expect(await writer.finish('complete')).toMatchObject({ state: 'partial', reason: 'entry limit', total_rows: 3 });
    expect((await readAll(handles, 'h_1')).text).toBe(makeLines(0, 3).toString());
  });

  test('keeps no more of one entry than all may have together, and says so', async () => {
    const line = makeLines(0, 1).length;
    const { handles } = await open({ limits: { max_entry_bytes: 1e9, max_total_bytes: 3 * line } });
    const writer = await handles.create(newHandle('h_1'));
    await writer.append(makeLines(0, 9), 9);
    expect(await writer.finish('complete')).toMatchObject({ state: 'partial', reason: 'total limit', total_rows: 3 });
    expect(await handles.get('h_1')).toMatchObject({ total_rows: 3 });
    const next = await handles.create(newHandle('h_2', { created_at: at(1) }));
    await next.append(makeLines(0, 3), 3);
    expect(await next.finish('complete')).toMatchObject({ state: 'complete', total_rows: 3 });
    expect((await handles.list({})).map((record) => record.handle_id)).toEqual(['h_2']);
  });

  test('an entry of exactly the cap is complete', async () => {
    const lines = makeLines(0, 4);
    const { handles } = await open({ limits: { max_entry_bytes: lines.length, max_total_bytes: 1e9 } });
    const writer = await handles.create(newHandle('h_1'));
    await writer.append(lines, 4);
    expect(await writer.finish('complete')).toMatchObject({ state: 'complete', total_rows: 4 });
  });

  test('lists newest first, by principal, up to a limit', async () => {
    const stores = await open();
    await keep(stores, 'h_old', 10);
    await keep(stores, 'h_new', 10, { created_at: at(2) });
    await keep(stores, 'h_bob', 10, { created_at: at(1), principal_id: 'bob' });
    const ids = async (query: object): Promise<readonly string[]> =>
      (await stores.handles.list(query)).map((record) => record.handle_id);
    expect(await ids({})).toEqual(['h_new', 'h_bob', 'h_old']);
    expect(await ids({ principal_id: 'alice' })).toEqual(['h_new', 'h_old']);
    expect(await ids({ limit: 1 })).toEqual(['h_new']);
  });

  test('an unknown handle is undefined, cannot be removed and cannot be read', async () => {
    const { handles } = await open();
    expect(await handles.get('h_none')).toBeUndefined();
    expect(await handles.remove('h_none')).toBe(false);
    await expect(readAll(handles, 'h_none')).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
  });

  test('a removed handle is gone', async () => {
    const stores = await open();
    await keep(stores, 'h_1', 100);
    expect(await stores.handles.remove('h_1')).toBe(true);
    expect(await stores.handles.get('h_1')).toBeUndefined();
  });

  test('a handle of another principal is none to remove', async () => {
    const { handles } = await open();
    await (await handles.create(newHandle('h_1'))).finish('complete');
    expect(await handles.remove('h_1', 'bob')).toBe(false);
    expect(await handles.get('h_1')).toBeDefined();
    expect(await handles.remove('h_1', 'alice')).toBe(true);
  });

  test('an expired handle stays until it is collected', async () => {
    const stores = await open();
    await keep(stores, 'h_short', 100, { expires_at: at(10) });
    await keep(stores, 'h_long', 100);
    await stores.handles.create(newHandle('h_open', { expires_at: at(10) }));
    expect(await stores.handles.collect(at(9))).toEqual({ removed_handles: 0, removed_bytes: 0 });
    expect(await stores.handles.get('h_short')).toBeDefined();
    expect(await stores.handles.collect(at(10))).toEqual({ removed_handles: 1, removed_bytes: 100 });
    expect((await stores.handles.list({})).map((record) => record.handle_id)).toEqual(['h_open', 'h_long']);
  });

  test('over the total the expired go first, then the oldest, never an open one or the newest', async () => {
    const clock = createTestClock();
    const stores = await open({ clock, limits: { max_entry_bytes: 1000, max_total_bytes: 1000 } });
    const ids = async (): Promise<readonly string[]> =>
      (await stores.handles.list({})).map((record) => record.handle_id).reverse();
    const writer = await stores.handles.create(newHandle('h_0_open'));
    await writer.append(makeLines(0, 2), 2);
    await writer.flush();
    await keep(stores, 'h_1', 300, { created_at: at(1) });
    await keep(stores, 'h_2', 300, { created_at: at(2), expires_at: at(50) });
    await keep(stores, 'h_3', 300, { created_at: at(3) });
    expect(await ids()).toEqual(['h_0_open', 'h_1', 'h_2', 'h_3']);
    clock.add(50);
    await keep(stores, 'h_4', 300, { created_at: at(4) });
    expect(await ids()).toEqual(['h_0_open', 'h_1', 'h_3', 'h_4']);
    await keep(stores, 'h_5', 300, { created_at: at(5) });
    expect(await ids()).toEqual(['h_0_open', 'h_3', 'h_4', 'h_5']);
    await keep(stores, 'h_6', 1000, { created_at: at(6) });
    expect(await ids()).toEqual(['h_0_open', 'h_6']);
  });
}
