import type { Clock } from '../../contract/clock.js';
import type { CollectResult, StoreLimits } from '../../contract/stores.js';
import type { Liveness } from '../liveness.js';
import { toMillis } from '../time.js';
import type { BlockFiles } from './block-files.js';
import { type Database, first, numberOf, textOf } from './database.js';
import { deleteHandle, findHandle, SELECT_HANDLES, toHandleEntry } from './handle-index.js';
import { type OnWriterDied, settleIfDead } from './handle-recovery.js';

export interface CollectPorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly storeKey: Uint8Array;
  readonly onWriterDied: OnWriterDied;
}

/** Gives the raw bytes of the removed handle, or undefined when there was none. */
export async function removeHandle(
  { database, files, storeKey }: Pick<CollectPorts, 'database' | 'files' | 'storeKey'>,
  handleId: string,
): Promise<number | undefined> {
  const bytes = await database.transaction((queries) => deleteHandle(queries, handleId, storeKey));
  if (bytes !== undefined) {
    await files.remove(handleId);
  }
  return bytes;
}

/** Evicts, then removes files that no entry knows; a crash between both steps of a removal leaves them. */
export async function collectHandles(ports: CollectPorts, now: string): Promise<CollectResult> {
  const result = await evictHandles(ports, { now });
  for (const handleId of await ports.files.list()) {
    // An entry is always made before its files and removed before them, so this cannot meet a new handle.
    if ((await findHandle(ports.database, handleId, ports.storeKey)) === undefined) {
      await ports.files.remove(handleId);
    }
  }
  return result;
}

/** Removes the expired, then the oldest until the total fits; never one that is open with a living writer. */
export async function evictHandles(
  ports: CollectPorts,
  { now, except = '' }: { readonly now: string; readonly except?: string },
): Promise<CollectResult> {
  const { database, limits } = ports;
  await settleDeadWriters(ports);
  let removedHandles = 0;
  let removedBytes = 0;
  const remove = async (handleId: string): Promise<void> => {
    const bytes = await removeHandle(ports, handleId);
    removedHandles += bytes === undefined ? 0 : 1;
    removedBytes += bytes ?? 0;
  };

  const expired = "SELECT handle_id FROM handles WHERE state <> 'open' AND expires_ms <= ?";
  for (const row of await database.all(expired, [toMillis(now, 'now')])) {
    await remove(textOf(row, 'handle_id'));
  }
  const oldest = "SELECT handle_id FROM handles WHERE state <> 'open' AND handle_id <> ? ORDER BY created_ms LIMIT 1";
  while ((await totalBytes(database)) > limits.max_total_bytes) {
    const row = await first(database, oldest, [except]);
    if (row === undefined) {
      break;
    }
    await remove(textOf(row, 'handle_id'));
  }
  return { removed_handles: removedHandles, removed_bytes: removedBytes };
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
