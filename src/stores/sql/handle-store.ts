import type { Clock } from '../../contract/clock.js';
import { KernelError } from '../../contract/errors.js';
import type { HandleRecord, NewHandle } from '../../contract/handle.js';
import type { HandleQuery, HandleStore, HandleWriter, NewRows, StoreLimits } from '../../contract/stores.js';
import { keepByWriter } from '../keep-by-writer.js';
import type { Liveness } from '../liveness.js';
import { createBlockCipher } from './block-cipher.js';
import type { BlockFiles } from './block-files.js';
import type { Database, SqlValue } from './database.js';
import { type DiskReserve, withReserve } from './disk-reserve.js';
import { collectHandles, evictHandles, removeHandle, settleDeadWriters } from './handle-collect.js';
import { findHandle, type HandleEntry, insertHandle, SELECT_HANDLES, toHandleEntry } from './handle-index.js';
import { createHandleReader } from './handle-reader.js';
import { type OnWriterDied, settleIfDead } from './handle-recovery.js';
import { createHandleWriter } from './handle-writer.js';
import { bytesIn, keepSmall, MOST_SMALL_BYTES } from './small-result.js';

export interface HandlePorts {
  readonly database: Database;
  readonly files: BlockFiles;
  readonly storeKey: Uint8Array;
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly limits: StoreLimits;
  readonly onWriterDied: OnWriterDied;
  readonly afterDeath: () => Promise<void>;
  readonly reserve?: DiskReserve;
  /** The index of blocks has room for small ones. */
  readonly hasSmall?: boolean;
}

/** The store, and how to end what is still being written when the process ends in order. */
export interface SqlHandleStore extends HandleStore {
  readonly close: () => Promise<void>;
}

export function createSqlHandleStore(ports: HandlePorts): SqlHandleStore {
  const writers = new Set<HandleWriter>();
  const unsettled = new Set<HandleWriter>();
  /** What could not be settled was written when there was no room, or no server: there is now. */
  const settleLate = (): void => {
    for (const late of unsettled) {
      unsettled.delete(late);
      late.finish('partial', 'store failed').catch(() => unsettled.add(late));
    }
  };
  const create: HandleStore['create'] = async (handle) => {
    const writer = await createWriter(ports, writers, handle);
    settleLate();
    return { ...writer, finish: (...end) => noted(writer, unsettled, end) };
  };
  return {
    create,
    keep: async (handle, pieces, end) => {
      if (!isSmall(ports, pieces)) {
        return keepByWriter(create, handle, { pieces, end });
      }
      checkId(handle);
      const { record, keptBytes } = await keepSmall(ports, { handle, pieces, end });
      settleLate();
      await evictOver(ports, handle, keptBytes);
      return record;
    },
    get: async (handleId) => {
      const entry = await findHandle(ports.database, handleId, ports.storeKey);
      return entry && currentRecord(ports, entry);
    },
    read: createHandleReader(ports),
    // On a full disk one must see what can be removed.
    list: (query) => withReserve(ports.reserve, () => list(ports, query)),
    remove: (handleId, principalId) => removeHandle(ports, handleId, principalId),
    collect: (now) => collectHandles(ports, now),
    settle: () => settleDeadWriters(ports),
    close: async () => {
      // One that cannot be settled now is found to be ended by the next process that looks at it.
      await Promise.allSettled([...writers].map((writer) => writer.finish('partial', 'writer ended')));
    },
  };
}

async function noted(
  writer: HandleWriter,
  unsettled: Set<HandleWriter>,
  end: Parameters<HandleWriter['finish']>,
): Promise<HandleRecord> {
  try {
    return await writer.finish(...end);
  } catch (error) {
    unsettled.add(writer);
    throw error;
  }
}

function isSmall({ hasSmall, limits }: HandlePorts, pieces: readonly NewRows[]): boolean {
  const most = Math.min(MOST_SMALL_BYTES, limits.max_entry_bytes, limits.max_total_bytes);
  return hasSmall === true && bytesIn(pieces) <= most;
}

function checkId({ handle_id: id }: NewHandle): void {
  if (!/^[\w-]{1,100}$/.test(id)) {
    throw new KernelError('STORE_FAILED', 'a handle id must be letters, digits, - and _ only');
  }
}

async function evictOver(ports: HandlePorts, { handle_id: except }: NewHandle, keptBytes: number): Promise<void> {
  if (keptBytes > ports.limits.max_total_bytes) {
    await evictHandles(ports, { now: new Date(ports.clock.now()).toISOString(), except });
  }
}

async function createWriter(ports: HandlePorts, writers: Set<HandleWriter>, handle: NewHandle): Promise<HandleWriter> {
  const { database, storeKey } = ports;
  checkId(handle);
  const about = JSON.stringify(handle);
  await insertHandle(database, handle, { about, owner: await ports.liveness.begin() });
  const cipher = createBlockCipher(storeKey, handle.handle_id, about);
  const onSettled = async (keptBytes: number): Promise<void> => {
    writers.delete(writer);
    await evictOver(ports, handle, keptBytes);
  };
  const writer = createHandleWriter({ cipher, onSettled, ...ports }, handle);
  writers.add(writer);
  return writer;
}

async function currentRecord(ports: HandlePorts, entry: HandleEntry): Promise<HandleRecord> {
  return entry.record.state === 'open' ? await settleIfDead(ports, entry) : entry.record;
}

async function list(ports: HandlePorts, query: HandleQuery): Promise<readonly HandleRecord[]> {
  const where = query.principal_id === undefined ? '' : 'WHERE principal_id = ?';
  const parameters: readonly SqlValue[] = query.principal_id === undefined ? [] : [query.principal_id];
  const rows = await ports.database.all(`${SELECT_HANDLES} ${where} ORDER BY created_ms DESC, handle_id DESC LIMIT ?`, [
    ...parameters,
    query.limit ?? Number.MAX_SAFE_INTEGER,
  ]);
  return Promise.all(rows.map((row) => currentRecord(ports, toHandleEntry(row, ports.storeKey))));
}
