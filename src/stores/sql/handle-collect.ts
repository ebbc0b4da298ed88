import type { Clock } from '../../contract/clock.js';
import type { CollectResult, StoreLimits } from '../../contract/stores.js';
import type { Liveness } from '../liveness.js';
import { toMillis } from '../time.js';
import type { BlockFiles } from './block-files.js';
import { type Database, first, LOCKS, numberOf, type Transaction, textOf } from './database.js';
import { type DiskReserve, withReserve } from './disk-reserve.js';
import { deleteHandle, findHandle, SELECT_HANDLES, toHandleEntry } from './handle-index.js';
import { type OnWriterDied, settleIfDead } from './handle-recovery.js';

/** One transaction must not keep the others waiting for long. */
const MOST_AT_ONCE = 200;

export interface CollectPorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly storeKey: Uint8Array;
  readonly onWriterDied: OnWriterDied;
  readonly afterDeath: () => Promise<void>;
  readonly reserve?: DiskReserve | undefined;
}

/** A handle that somebody else owns counts as none. */
export function removeHandle(ports: CollectPorts, handleId: string, principalId?: string): Promise<boolean> {
  return withReserve(ports.reserve, async () => {
    const entry = await findHandle(ports.database, handleId, ports.storeKey);
    if (entry === undefined || (principalId ?? entry.record.principal_id) !== entry.record.principal_id) {
      return false;
    }
    return (await removeAll(ports, [handleId])).removed_handles > 0;
  });
}

/** Evicts, then removes files that no entry knows. */
export function collectHandles(ports: CollectPorts, now: string): Promise<CollectResult> {
  return withReserve(ports.reserve, async () => {
    const result = await evictHandles(ports, { now });
    for (const handleId of await ports.files.list()) {
      // An entry is always made before its files, so this cannot meet a new handle.
      if ((await findHandle(ports.database, handleId, ports.storeKey)) === undefined) {
        await ports.files.remove(handleId);
      }
    }
    await ports.files.tidy?.();
    return result;
  });
}

/** Removes the expired, then the oldest until the total fits; never one that is open with a living writer. */
export async function evictHandles(
  ports: CollectPorts,
  { now, except = '' }: { readonly now: string; readonly except?: string },
): Promise<CollectResult> {
  await settleDeadWriters(ports);
  const expired = await removeAll(ports, await expiredHandles(ports.database, toMillis(now, 'now')));
  let { removed_handles, removed_bytes } = expired;
  for (;;) {
    const over = (await totalBytes(ports.database)) - ports.limits.max_total_bytes;
    const oldest = over > 0 ? await oldestHandles(ports.database, except, over) : [];
    if (oldest.length === 0) {
      return { removed_handles, removed_bytes };
    }
    const removed = await removeAll(ports, oldest);
    removed_handles += removed.removed_handles;
    removed_bytes += removed.removed_bytes;
  }
}

/**
 * Files first: on a full disk they make the room that the index needs to change. A process that dies in between leaves
 * entries of which nothing can be read; removing these again ends it.
 */
async function removeAll({ database, files, storeKey }: CollectPorts, ids: readonly string[]): Promise<CollectResult> {
  const result = { removed_handles: 0, removed_bytes: 0 };
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const part = ids.slice(from, from + MOST_AT_ONCE);
    await removeFiles(files, part);
    const removed = await database.transaction((queries) => deleteEntries(queries, part, storeKey));
    result.removed_handles += removed.removed_handles;
    result.removed_bytes += removed.removed_bytes;
    // What a writer, who learns of it only now, began meanwhile.
    await removeFiles(files, part);
  }
  return result;
}

async function deleteEntries(
  queries: Transaction,
  ids: readonly string[],
  storeKey: Uint8Array,
): Promise<CollectResult> {
  await queries.lock(LOCKS.handles);
  const result = { removed_handles: 0, removed_bytes: 0 };
  for (const handleId of ids) {
    const bytes = await deleteHandle(queries, handleId, storeKey);
    result.removed_handles += bytes === undefined ? 0 : 1;
    result.removed_bytes += bytes ?? 0;
  }
  return result;
}

async function removeFiles(files: BlockFiles, ids: readonly string[]): Promise<void> {
  for (const handleId of ids) {
    await files.remove(handleId);
  }
}

async function expiredHandles(database: Database, nowMs: number): Promise<readonly string[]> {
  const sql = "SELECT handle_id FROM handles WHERE state <> 'open' AND expires_ms <= ?";
  return (await database.all(sql, [nowMs])).map((row) => textOf(row, 'handle_id'));
}

/** The fewest that give back so many bytes, as far as one look finds them. */
async function oldestHandles(database: Database, except: string, bytes: number): Promise<readonly string[]> {
  const sql = `SELECT handle_id, size_bytes FROM handles WHERE state <> 'open' AND handle_id <> ?
    ORDER BY created_ms LIMIT ${MOST_AT_ONCE}`;
  const ids: string[] = [];
  let left = bytes;
  for (const row of await database.all(sql, [except])) {
    if (left > 0) {
      ids.push(textOf(row, 'handle_id'));
      left -= numberOf(row, 'size_bytes');
    }
  }
  return ids;
}

export async function settleDeadWriters(ports: CollectPorts): Promise<void> {
  for (const row of await ports.database.all(`${SELECT_HANDLES} WHERE state = 'open'`)) {
    await settleIfDead(ports, toHandleEntry(row, ports.storeKey));
  }
}

/** Kept bytes, and what the open handles hold so far. */
async function totalBytes(database: Database): Promise<number> {
  const row = await first(
    database,
    `SELECT (SELECT size_bytes FROM kept WHERE id = 1) + coalesce((SELECT sum(size_bytes) FROM (
       SELECT (SELECT max(end_bytes) FROM blocks b WHERE b.handle_id = h.handle_id) AS size_bytes
       FROM handles h WHERE state = 'open') AS open_handles), 0) AS total`,
  );
  return numberOf(row, 'total');
}
