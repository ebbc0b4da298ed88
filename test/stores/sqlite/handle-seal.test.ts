import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/runtime/system.js';
import { createSqliteStores } from '../../../src/stores/sqlite/sqlite-stores.js';

const directory = mkdtempSync(join(tmpdir(), 'akernel-seal-'));
const open = () =>
  createSqliteStores({
    directory,
    storeKey: new Uint8Array(32).fill(3),
    auditKey: new Uint8Array(32),
    clock: systemClock,
  });

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  ['total_rows = 1', undefined],
  ['size_bytes = 7', undefined],
  ["reason = 'password=hunter2'", undefined],
  ["state = 'partial'", undefined],
  ['expires_ms = expires_ms', 'complete'],
])('an index entry edited by "%s" is told', async (change, state) => {
  const handleId = `h_${change.replace(/\W/g, '').slice(0, 10)}`;
  const stores = await open();
  const writer = await stores.handles.create({
    handle_id: handleId,
    action_id: 'a_1',
    capability_id: 'x.y',
    principal_id: 'ann',
    constraints: {},
    sensitivity: 'NONE',
    row_cap: 50,
    kind: 'records',
    created_at: '2026-11-21T20:00:00.000Z',
    expires_at: '2036-11-21T20:00:00.000Z',
  });
  await writer.append(Buffer.from('{"a":1}\n{"a":2}\n'), 2);
  await writer.finish('complete');
  await stores.close();
  const database = new DatabaseSync(join(directory, 'akernel.db'));
  database.exec(`UPDATE handles SET ${change} WHERE handle_id = '${handleId}'`);
  database.close();
  const again = await open();
  const record = await again.handles.get(handleId);
  await again.close();
  expect(record?.state).toBe(state ?? 'partial');
  expect(record?.reason).toBe(state === undefined ? 'its index entry was changed' : undefined);
});
