import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, test } from 'vitest';

import type { StoredRows, Stores } from '../../../src/contract/stores.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { keepWorkers } from '../../support/store-processes.js';
import { AUDIT_KEY, makeLines, newHandle, newTrace, STORE_KEY } from '../../support/store-values.js';

const newDirectory = keepDirectories();
const startWorker = keepWorkers();
const opened: Stores[] = [];
afterAll(() => Promise.all(opened.map((stores) => stores.close())));

async function open(directory: string, changes = {}): Promise<Stores> {
  const options = { directory, storeKey: STORE_KEY, auditKey: AUDIT_KEY, clock: createTestClock(), ...changes };
  const stores = await createSqliteStores(options);
  opened.push(stores);
  return stores;
}

/** A handle of four blocks of ten rows each. */
async function keep(stores: Stores, handleId: string): Promise<void> {
  const writer = await stores.handles.create(newHandle(handleId));
  for (let row = 0; row < 40; row += 10) {
    await writer.append(makeLines(row, 10, 100), 10);
    await writer.flush();
  }
  await writer.finish('complete');
}

async function readUntilError(stores: Stores, handleId: string): Promise<{ rows: number; error: unknown }> {
  const pieces: StoredRows[] = [];
  const rows = (): number => pieces.reduce((sum, piece) => sum + piece.rows, 0);
  try {
    for await (const piece of stores.handles.read(handleId, 0)) {
      pieces.push(piece);
    }
    return { rows: rows(), error: undefined };
  } catch (error) {
    return { rows: rows(), error };
  }
}

function execSql(directory: string, sql: string): void {
  const database = new DatabaseSync(join(directory, 'akernel.db'));
  database.exec(sql);
  database.close();
}

const segmentOf = (directory: string, handleId = 'h_1'): string => join(directory, 'segments', `${handleId}.0`);

describe('segments', () => {
  const swap = (left: string, right: string): string =>
    `UPDATE blocks SET start = CASE block WHEN 1 THEN ${left} ELSE ${right} END WHERE block IN (1, 2)`;
  const start = (block: number): string => `(SELECT start FROM blocks b WHERE b.block = ${block})`;

  test.each<[string, (directory: string) => void, number]>([
    ['a changed byte', (directory) => flipByte(segmentOf(directory), 1.5), 10],
    ['a truncated segment', (directory) => truncate(segmentOf(directory), 2.5), 20],
    ['a missing segment', (directory) => unlinkSync(segmentOf(directory)), 0],
    ['two blocks exchanged', (directory) => execSql(directory, swap(start(2), start(1))), 10],
    ['a block missing in the index', (directory) => execSql(directory, 'DELETE FROM blocks WHERE block = 2'), 20],
    ['the last block missing', (directory) => execSql(directory, 'DELETE FROM blocks WHERE block = 3'), 30],
    ['rows renumbered', (directory) => execSql(directory, 'UPDATE blocks SET end_row = 41 WHERE block = 3'), 30],
    ['another owner', (directory) => changeOwner(directory), 0],
    [
      'the segment of another handle',
      (directory) => copyFileSync(segmentOf(directory, 'h_2'), segmentOf(directory)),
      0,
    ],
  ])('%s ends the reading after the intact rows', async (_name, damage, rowsBefore) => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    await keep(stores, 'h_2');
    damage(directory);
    const { rows, error } = await readUntilError(stores, 'h_1');
    expect(rows).toBe(rowsBefore);
    expect(error).toMatchObject({ code: 'STORE_FAILED', hint: expect.any(String) });
    expect(error).not.toMatchObject({ message: expect.stringContaining(directory) });
  });

  test('every changed byte of a segment is noticed', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    const writer = await stores.handles.create(newHandle('h_1'));
    for (let row = 0; row < 4; row += 2) {
      await writer.append(makeLines(row, 2), 2);
      await writer.flush();
    }
    await writer.finish('complete');
    const whole = readFileSync(segmentOf(directory));
    const unnoticed: number[] = [];
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole);
      changed[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(segmentOf(directory), changed);
      // A store of its own: the block that was read last is kept for a moment.
      const fresh = await open(directory);
      const { error } = await readUntilError(fresh, 'h_1');
      await fresh.close();
      if (error === undefined) {
        unnoticed.push(at);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  test.each<[string, (path: string) => void]>([
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['an endless device', (path) => symlinkSync('/dev/zero', path)],
    ['a directory', (path) => mkdirSync(path)],
    ['a link to a file', (path) => symlinkSync(`${path}.moved`, path)],
  ])('%s in place of a segment is refused at once', async (_name, replace) => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    renameSync(segmentOf(directory), `${segmentOf(directory)}.moved`);
    replace(segmentOf(directory));
    const { rows, error } = await readUntilError(stores, 'h_1');
    expect(rows).toBe(0);
    expect(error).toMatchObject({ code: 'STORE_FAILED', details: { reason: 'not a file' } });
  });

  test('an error of a damaged block names handle and row', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    flipByte(segmentOf(directory), 1.5);
    const { error } = await readUntilError(stores, 'h_1');
    expect(error).toMatchObject({ message: 'the kept result h_1 is damaged at row 10' });
  });

  test('nothing of the content is on the disk in clear', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    const writer = await stores.handles.create(newHandle('h_1'));
    await writer.append(Buffer.from('"rosebud-rosebud"\n'), 1);
    await writer.finish('complete');
    for (const file of ['akernel.db', 'akernel.db-wal', 'segments/h_1.0']) {
      expect(readFileSync(join(directory, file)).includes('rosebud')).toBe(false);
    }
  });

  test('blocks torn by a power cut are dropped when the dead writer is found', async () => {
    const directory = newDirectory();
    const worker = startWorker(directory, { type: 'write-forever', handleId: 'h_1', width: 100 });
    await worker.hasSaid(10);
    await worker.kill();
    const segment = segmentOf(directory);
    truncateSync(segment, statSync(segment).size - 700);
    const stores = await open(directory);
    const record = await stores.handles.get('h_1');
    expect(record).toMatchObject({ state: 'partial', reason: 'writer ended' });
    expect(record?.total_rows).toBeGreaterThan(20);
    expect(await readUntilError(stores, 'h_1')).toEqual({ rows: record?.total_rows, error: undefined });
  });

  test('files without an entry are collected', async () => {
    const directory = newDirectory();
    const stores = await open(directory);
    await keep(stores, 'h_1');
    writeFileSync(segmentOf(directory, 'h_lost'), 'x');
    await stores.handles.collect(new Date(0).toISOString());
    expect(statSync(segmentOf(directory)).isFile()).toBe(true);
    expect(statSync(segmentOf(directory, 'h_lost'), { throwIfNoEntry: false })).toBeUndefined();
  });
});

function flipByte(path: string, block: number): void {
  const bytes = readFileSync(path);
  const at = Math.floor((bytes.length / 4) * block);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function truncate(path: string, blocks: number): void {
  truncateSync(path, Math.floor((statSync(path).size / 4) * blocks));
}

function changeOwner(directory: string): void {
  execSql(directory, `UPDATE handles SET principal_id = 'mallory', about = replace(about, 'alice', 'mallory')`);
}

describe('the chain of traces', () => {
  test.each<[string, string, number | undefined]>([
    ['a changed record', `UPDATE traces SET trace = replace(trace, 'alice', 'mallo') WHERE seq = 2`, 2],
    ['a changed column', `UPDATE traces SET principal_id = 'mallory' WHERE seq = 3`, 3],
    ['a changed spelling', `UPDATE traces SET trace = replace(trace, ',', ', ') WHERE seq = 2`, 2],
    ['a record that is no JSON', `UPDATE traces SET trace = 'x' WHERE seq = 4`, 4],
    ['a deletion in the middle', 'DELETE FROM traces WHERE seq = 2', 2],
    ['a deletion of the first', 'DELETE FROM traces WHERE seq = 1', 1],
    ['a deletion of the last', 'DELETE FROM traces WHERE seq > 3', 4],
    ['a deletion of all', 'DELETE FROM traces', 1],
    ['a deletion of all with the head', 'DELETE FROM traces; DELETE FROM trace_head', 1],
    ['a renumbering', 'DELETE FROM traces WHERE seq = 2; UPDATE traces SET seq = seq - 1 WHERE seq > 2', 2],
    ['an exchange', 'UPDATE traces SET seq = -seq; UPDATE traces SET seq = 6 + seq', 1],
    [
      'a record put in front',
      `INSERT INTO traces SELECT 0, action_id, principal_id, capability_id, event, outcome,
       started_ms, prev_hash, hash, trace FROM traces WHERE seq = 1`,
      1,
    ],
    [
      'a record added',
      `INSERT INTO traces SELECT 6, action_id, principal_id, capability_id, event, outcome,
       started_ms, prev_hash, hash, trace FROM traces WHERE seq = 5`,
      6,
    ],
    ['a missing head', 'DELETE FROM trace_head', 6],
    ['a forged head', 'DELETE FROM traces WHERE seq = 5; UPDATE trace_head SET count = 4', 5],
    ['a forged hash in the head', 'UPDATE trace_head SET hash = (SELECT hash FROM traces WHERE seq = 4)', 6],
  ])('%s is found', async (_name, sql, firstBad) => {
    const directory = newDirectory();
    const { traces } = await open(directory);
    for (let index = 1; index <= 5; index += 1) {
      await traces.append(newTrace(`a_${index}`));
    }
    execSql(directory, sql);
    expect(await traces.verify()).toMatchObject({ ok: false, first_bad_seq: firstBad, detail: expect.any(String) });
  });

  const restoreAll = `INSERT INTO traces SELECT * FROM old_traces WHERE seq NOT IN (SELECT seq FROM traces)`;
  test.each<[string, string, number]>([
    ['a deletion behind them', 'DELETE FROM traces WHERE seq = 7', 7],
    ['a deletion of the first that is left', 'DELETE FROM traces WHERE seq = 5', 5],
    ['a mark that is gone', 'DELETE FROM trace_base', 1],
    ['a mark that was moved on', `DELETE FROM traces WHERE seq = 5; UPDATE trace_base SET count = 5`, 6],
    [
      'a mark made of the head',
      `DELETE FROM traces; DELETE FROM trace_base; INSERT INTO trace_base SELECT * FROM trace_head`,
      10,
    ],
    ['an older mark', `DELETE FROM trace_base; INSERT INTO trace_base SELECT * FROM old_base`, 3],
    ['a pruned record that is back', restoreAll, 5],
    ['a changed record', `UPDATE traces SET trace = replace(trace, 'alice', 'mallo') WHERE seq = 6`, 6],
  ])('after some were pruned, %s is found', async (_name, sql, firstBad) => {
    const directory = newDirectory();
    const { traces } = await open(directory);
    for (let index = 1; index <= 6; index += 1) {
      await traces.append(newTrace(`a_${index}`));
    }
    execSql(directory, 'CREATE TABLE old_traces AS SELECT * FROM traces');
    const prune = (max: number, most: number) =>
      traces.prune({
        max_traces: max,
        before: new Date(0).toISOString(),
        spare: 0,
        most,
        traceOf: () => newTrace('a_prune', { event: 'audit' }),
      });
    await prune(1, 2);
    execSql(directory, 'CREATE TABLE old_base AS SELECT * FROM trace_base');
    await prune(1, 2);
    await traces.append(newTrace('a_7'));
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 5, pruned: 4 });
    execSql(directory, sql);
    expect(await traces.verify()).toMatchObject({ ok: false, problem: 'records', first_bad_seq: firstBad });
  });

  test('what was changed is not pruned away', async () => {
    const directory = newDirectory();
    const { traces } = await open(directory);
    for (let index = 1; index <= 5; index += 1) {
      await traces.append(newTrace(`a_${index}`));
    }
    execSql(directory, `UPDATE traces SET trace = replace(trace, 'alice', 'mallo') WHERE seq = 2`);
    const traceOf = () => newTrace('a_prune', { event: 'audit' });
    const request = { max_traces: 2, before: new Date(0).toISOString(), spare: 0, most: 100, traceOf };
    await expect(traces.prune(request)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'the audit trail is not intact, so nothing of it is pruned',
    });
    expect(await traces.list({})).toHaveLength(5);
    expect(await traces.verify()).toMatchObject({ ok: false, first_bad_seq: 2 });
  });

  test('nothing is appended to a head that is forged, so that no deletion gets signed', async () => {
    const directory = newDirectory();
    const { traces } = await open(directory);
    await traces.append(newTrace('a_1'));
    await traces.append(newTrace('a_2'));
    execSql(directory, 'DELETE FROM traces WHERE seq = 2; UPDATE trace_head SET count = 1');
    await expect(traces.append(newTrace('a_3'))).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await traces.verify()).toMatchObject({ ok: false });
  });

  test('another audit key verifies nothing', async () => {
    const directory = newDirectory();
    await (await open(directory)).traces.append(newTrace('a_1'));
    const { traces } = await open(directory, { auditKey: new Uint8Array(32) });
    expect(await traces.verify()).toMatchObject({ ok: false, first_bad_seq: 1 });
  });
});

describe('a store that cannot be used', () => {
  test('another store key is refused at once', async () => {
    const directory = newDirectory();
    await keep(await open(directory), 'h_1');
    const { handles } = await open(directory, { storeKey: new Uint8Array(32) });
    await expect(handles.get('h_1')).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: 'the store was made with another store key',
      hint: expect.stringContaining('AKERNEL_STORE_KEY'),
    });
  });

  test('a file that is no database', async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, 'akernel.db'), 'not a database '.repeat(1000));
    const { traces } = await open(directory);
    const damaged = { code: 'STORE_FAILED', details: { reason: 'damaged' }, hint: expect.any(String) };
    await expect(traces.verify()).rejects.toMatchObject(damaged);
  });

  test('a pipe in place of the database', async () => {
    const directory = newDirectory();
    mkdirSync(directory, { mode: 0o700 });
    execFileSync('mkfifo', [join(directory, 'akernel.db')]);
    const { traces } = await open(directory);
    await expect(traces.verify()).rejects.toMatchObject({ code: 'STORE_FAILED', details: { reason: 'not a file' } });
  });

  test('a directory whose parent is a file', async () => {
    const parent = join(newDirectory(), '..', 'file');
    writeFileSync(parent, '');
    const { traces } = await open(join(parent, 'state'));
    await expect(traces.verify()).rejects.toMatchObject({ code: 'STORE_FAILED', hint: expect.any(String) });
  });

  test('a store made by a newer version', async () => {
    const directory = newDirectory();
    await (await open(directory)).traces.verify();
    execSql(directory, `INSERT INTO migrations (name) VALUES ('m999_later')`);
    const { traces } = await open(directory);
    await expect(traces.verify()).rejects.toMatchObject({
      code: 'STORE_FAILED',
      hint: expect.stringContaining('update akernel'),
    });
  });

  test('no store where one must be, and none is made', async () => {
    const directory = newDirectory();
    const { traces } = await open(directory, { mustExist: true });
    await expect(traces.verify()).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('a directory that this user may not write', async () => {
    const directory = newDirectory();
    mkdirSync(directory, { mode: 0o555 });
    const isRoot = process.getuid?.() === 0;
    const worker = startWorker(directory, { type: 'use' }, isRoot ? { uid: 65_534 } : {});
    expect(await worker.ended).toBe(1);
    expect(Object(worker.said[0]?.['error'])).toMatchObject({
      code: 'STORE_FAILED',
      details: { reason: 'not writable' },
      hint: expect.stringContaining('AKERNEL_HOME'),
    });
  });

  test('nothing is opened or made before the first use', async () => {
    const directory = newDirectory();
    await (await open(directory)).close();
    expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('directories and files are private whatever the umask', async () => {
    const directory = newDirectory();
    const before = process.umask(0);
    try {
      await keep(await open(directory), 'h_1');
    } finally {
      process.umask(before);
    }
    const modeOf = (name: string): number => statSync(join(directory, name)).mode & 0o777;
    expect(['.', 'segments'].map(modeOf)).toEqual([0o700, 0o700]);
    expect(['akernel.db', 'akernel.db-wal', 'segments/h_1.0'].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
  });
});
