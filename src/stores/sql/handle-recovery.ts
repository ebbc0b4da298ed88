import type { Clock } from '../../contract/clock.js';
import type { HandleRecord } from '../../contract/handle.js';
import { type Liveness, mayLive } from '../liveness.js';
import type { BlockFiles } from './block-files.js';
import { type Database, LOCKS, type Queries, type Transaction } from './database.js';
import { type BlockEntry, findHandle, findLastBlock, type HandleEntry, settleHandle } from './handle-index.js';

/** Told once of each handle whose writer died, in the transaction that settles it. `seenMs`: its last sign of life. */
export type OnWriterDied = (queries: Transaction, record: HandleRecord, seenMs: number) => Promise<void>;

interface RecoveryPorts {
  readonly storeKey: Uint8Array;
  readonly database: Database;
  readonly files: BlockFiles;
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly onWriterDied: OnWriterDied;
  /** Told when that transaction has ended. */
  readonly afterDeath: () => Promise<void>;
}

const WRITER_ENDED = 'writer ended';

/** The record of an open entry; when its writer has died it becomes partial, without blocks that were torn. */
export async function settleIfDead(ports: RecoveryPorts, entry: HandleEntry): Promise<HandleRecord> {
  if (await mayLive(ports.liveness, entry.owner, ports.clock.now() - entry.seenMs)) {
    return entry.record;
  }
  try {
    const record = await ports.database.transaction((queries) => settleDead(queries, ports, entry));
    await ports.afterDeath();
    return record;
  } catch {
    // A store that cannot be written still tells what it knows.
    return { ...entry.record, state: 'partial', reason: WRITER_ENDED };
  }
}

async function settleDead(queries: Transaction, ports: RecoveryPorts, entry: HandleEntry): Promise<HandleRecord> {
  await queries.lock(LOCKS.handles);
  const handleId = entry.record.handle_id;
  const last = await dropTornBlocks(queries, ports.files, handleId);
  const end = { rows: last?.endRow ?? 0, bytes: last?.endBytes ?? 0 };
  const keptBytes = await settleHandle(
    queries,
    handleId,
    { state: 'partial', reason: WRITER_ENDED, ...end },
    ports.storeKey,
  );
  const settled: HandleRecord = {
    ...entry.record,
    state: 'partial',
    reason: WRITER_ENDED,
    total_rows: end.rows,
    size_bytes: end.bytes,
  };
  if (keptBytes !== undefined) {
    await ports.onWriterDied(queries, settled, entry.seenMs);
    return settled;
  }
  return (await findHandle(queries, handleId, ports.storeKey))?.record ?? settled;
}

/** After a power cut the index may know blocks whose bytes never reached the disk. */
async function dropTornBlocks(queries: Queries, files: BlockFiles, handleId: string): Promise<BlockEntry | undefined> {
  for (;;) {
    const last = await findLastBlock(queries, handleId);
    if (last === undefined || (await files.holds(queries, handleId, last))) {
      return last;
    }
    await queries.run('DELETE FROM blocks WHERE handle_id = ? AND first_row = ?', [handleId, last.firstRow]);
  }
}
