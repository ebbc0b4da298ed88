import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Trace } from '../../../src/contract/trace.js';
import { systemClock } from '../../../src/runtime/system.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';

const made: string[] = [];

afterEach(() => {
  for (const directory of made.splice(0)) {
    rmSync(directory, { recursive: true, force: true });
  }
});

function directoryForTest(): string {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-anchor-'));
  made.push(directory);
  return directory;
}

function open(directory: string) {
  return createSqliteStores({
    directory,
    storeKey: new Uint8Array(32),
    auditKey: new Uint8Array(32).fill(7),
    clock: systemClock,
  });
}

function trace(number: number): Trace {
  return {
    action_id: `a_${number}`,
    event: 'invoke',
    principal_id: 'ann',
    outcome: 'completed',
    started_at: '2026-11-21T20:00:00.000Z',
    duration_ms: 1,
  };
}

async function appendTo(directory: string, from: number, to: number): Promise<void> {
  const stores = await open(directory);
  for (let i = from; i < to; i += 1) {
    await stores.traces.append(trace(i));
  }
  await stores.close();
}

async function verdictOf(directory: string) {
  const stores = await open(directory);
  const verdict = await stores.traces.verify();
  await stores.close();
  return verdict;
}

describe('the head beside the database', () => {
  test('agrees with a chain that nobody touched', async () => {
    const directory = directoryForTest();
    await appendTo(directory, 0, 20);
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 20 });
  });

  test('tells that the database was emptied', async () => {
    const directory = directoryForTest();
    await appendTo(directory, 0, 5);
    for (const name of ['akernel.db', 'akernel.db-wal', 'akernel.db-shm']) {
      rmSync(join(directory, name), { force: true });
    }
    expect(await verdictOf(directory)).toMatchObject({ ok: false, first_bad_seq: 1 });
  });

  test('tells that an older copy was put back', async () => {
    const directory = directoryForTest();
    await appendTo(directory, 0, 5);
    const backup = directoryForTest();
    cpSync(directory, backup, { recursive: true });
    await appendTo(directory, 5, 9);
    cpSync(join(directory, 'audit.head'), join(backup, 'audit.head'));
    expect(await verdictOf(backup)).toMatchObject({ ok: false, detail: '9 records were written, and 5 are there' });
  });

  test('writes its head over the last one, but never over a second name of the file', async () => {
    const directory = directoryForTest();
    const head = join(directory, 'audit.head');
    await appendTo(directory, 0, 3);
    const { ino } = statSync(head);
    await appendTo(directory, 3, 5);
    expect(statSync(head)).toMatchObject({ ino, size: 256 });
    const copy = join(directory, 'copy');
    linkSync(head, copy);
    const before = readFileSync(copy);
    await appendTo(directory, 5, 6);
    expect(readFileSync(copy)).toEqual(before);
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 6 });
  });

  test('replaces a head of another length, such as an earlier version left', async () => {
    const directory = directoryForTest();
    const head = join(directory, 'audit.head');
    await appendTo(directory, 0, 3);
    writeFileSync(head, `${readFileSync(head, 'utf8').trim()}\n`);
    await appendTo(directory, 3, 4);
    expect(statSync(head).size).toBe(256);
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 4 });
  });

  const putBack = (directory: string, backup: string): void => {
    rmSync(join(directory, 'akernel.db-shm'), { force: true });
    for (const name of ['akernel.db', 'akernel.db-wal']) {
      cpSync(join(backup, name), join(directory, name));
    }
  };

  /** Nine records, and a copy from when there were five. */
  async function withBackup(): Promise<{ readonly directory: string; readonly backup: string }> {
    const directory = directoryForTest();
    await appendTo(directory, 0, 5);
    const backup = directoryForTest();
    cpSync(directory, backup, { recursive: true });
    await appendTo(directory, 5, 9);
    return { directory, backup };
  }

  test('an older copy that went on past it is told still', async () => {
    const { directory, backup } = await withBackup();
    putBack(directory, backup);
    await appendTo(directory, 20, 23);
    expect(await verdictOf(directory)).toMatchObject({ ok: false, first_bad_seq: 9, problem: 'head_file' });
    await appendTo(directory, 23, 30);
    expect(await verdictOf(directory)).toMatchObject({
      ok: false,
      problem: 'head_file',
      detail: 'record 9 is not the one that was written: an older copy was put back and went on',
    });
  });

  test.each<[string, (path: string) => void, string]>([
    ['missing', (path) => rmSync(path), 'is missing'],
    ['empty', (path) => writeFileSync(path, ''), 'is damaged'],
    ['torn', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 60)), 'is damaged'],
    ['of another key', (path) => writeFileSync(path, JSON.stringify({ count: 99, hash: 'x', mac: 'y' })), 'is damaged'],
    ['a pipe', (path) => execFileSync('sh', ['-c', `rm ${path}; mkfifo ${path}`]), 'is damaged'],
    ['a link', (path) => execFileSync('sh', ['-c', `mv ${path} ${path}.x; ln -s ${path}.x ${path}`]), 'is damaged'],
  ])('that is %s is a failure of its own, until it is accepted', async (_name, damage, detail) => {
    const { directory, backup } = await withBackup();
    putBack(directory, backup);
    damage(join(directory, 'audit.head'));
    const told = { ok: false, problem: 'head_file', detail: expect.stringContaining(detail) };
    expect(await verdictOf(directory)).toMatchObject({ ...told, records_checked: 5 });
    await appendTo(directory, 20, 30);
    expect(await verdictOf(directory)).toMatchObject({ ...told, records_checked: 15 });
    const stores = await open(directory);
    await stores.traces.accept(trace(40));
    await stores.close();
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 16 });
    await appendTo(directory, 41, 43);
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 18 });
  });

  test.each<[string, (directory: string, backup: string) => void, string]>([
    ['an older copy that went on past it', putBack, 'record 9 is not the one that was written'],
    ['a file that is missing', (directory) => rmSync(join(directory, 'audit.head')), 'is missing'],
    ['a torn file', (directory) => writeFileSync(join(directory, 'audit.head'), '{"count":9'), 'is damaged'],
  ])('is not got rid of by pruning: %s', async (_name, damage, detail) => {
    const { directory, backup } = await withBackup();
    damage(directory, backup);
    await appendTo(directory, 20, 30);
    const stores = await open(directory);
    const prune = stores.traces.prune({
      max_traces: 2,
      before: trace(0).started_at,
      spare: 0,
      most: 100,
      traceOf: () => trace(50),
    });
    await expect(prune).rejects.toMatchObject({ code: 'STORE_FAILED' });
    await stores.close();
    expect(await verdictOf(directory)).toMatchObject({ ok: false, detail: expect.stringContaining(detail) });
  });

  test('is there before the first record, and missing it is told then too', async () => {
    const directory = directoryForTest();
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 0 });
    rmSync(join(directory, 'audit.head'));
    expect(await verdictOf(directory)).toMatchObject({ ok: false, detail: expect.stringContaining('is missing') });
  });

  test('that a crash left behind is caught up by the next record', async () => {
    const directory = directoryForTest();
    await appendTo(directory, 0, 5);
    const behind = readFileSync(join(directory, 'audit.head'));
    await appendTo(directory, 5, 7);
    writeFileSync(join(directory, 'audit.head'), behind);
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 7 });
    await appendTo(directory, 7, 8);
    expect(JSON.parse(readFileSync(join(directory, 'audit.head'), 'utf8'))).toMatchObject({ count: 8 });
  });
});
