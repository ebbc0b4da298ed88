import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

  test('is not believed when it was not signed here', async () => {
    const directory = directoryForTest();
    await appendTo(directory, 0, 3);
    writeFileSync(join(directory, 'audit.head'), JSON.stringify({ count: 99, hash: 'x', mac: 'y' }));
    expect(await verdictOf(directory)).toEqual({ ok: true, records_checked: 3 });
  });
});
