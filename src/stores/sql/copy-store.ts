import { KernelError } from '../../contract/errors.js';
import type { CopyProgress, StoreCopy } from '../../contract/store-status.js';
import type { Trace } from '../../contract/trace.js';
import { copyTables, countRows, insertRows } from './copy-tables.js';
import { LOCKS, numberOf, type Queries, type SqlRow, textOf } from './database.js';
import { moveAnchor } from './head-anchor.js';
import { createSqlStores } from './sql-stores.js';
import type { StoreParts } from './store-parts.js';
import { readCounts } from './store-report.js';
import { appendTraces } from './trace-appender.js';
import { verifyChain } from './trace-verify.js';

type Copied = Omit<StoreCopy, 'from' | 'to'>;

export interface CopyHooks {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** What is kept in the copy of its making, behind the traces that were copied. */
  readonly traceOf: () => Trace;
}

/**
 * Everything is sealed with the same key on both sides, so it is copied as it is: first the blocks of each handle, then
 * all tables in one transaction that ends only when counts and audit chain agree. What fails leaves the target empty.
 */
export async function copyStore(from: StoreParts, to: StoreParts, hooks: CopyHooks): Promise<Copied> {
  await refuseUse(from);
  await refuseFilled(to);
  const handles = await from.database.all('SELECT * FROM handles ORDER BY created_ms, handle_id');
  let copiedBytes = 0;
  try {
    for (const [index, handle] of handles.entries()) {
      copiedBytes += await copyHandle(from, to, handle);
      hooks.onProgress?.({ results: index + 1, of_results: handles.length, copied_bytes: copiedBytes });
    }
    const { rows, checked } = await copyRest({ from, to }, handles, hooks);
    await moveAnchor(to.database, to.anchor);
    return { rows, copied_bytes: copiedBytes, records_checked: checked };
  } catch (error) {
    await removeHandles(to, handles);
    throw error;
  }
}

/** Its blocks at the places they have. */
async function copyHandle({ database, files }: StoreParts, to: StoreParts, handle: SqlRow): Promise<number> {
  const handleId = textOf(handle, 'handle_id');
  await insertRows(to.database, 'handles', [handle]);
  const reader = files.openReader(handleId);
  let bytes = 0;
  try {
    for (const block of await database.all(`SELECT ${COPIED_COLUMNS} FROM blocks WHERE handle_id = ? ORDER BY block`, [
      handleId,
    ])) {
      const [segment, start, length] = ['segment', 'start', 'length'].map((name) => numberOf(block, name));
      const place = { segment: segment ?? 0, start: start ?? 0, length: length ?? 0 };
      await to.files.put(handleId, place, await reader.read(place));
      await insertRows(to.database, 'blocks', [block]);
      bytes += place.length;
    }
    await to.files.afterPut?.(handleId);
  } finally {
    await reader.close();
  }
  return bytes;
}

/** The sealed bytes of a small result are left out: the reader takes them from the row, and the copy writes them as a block. */
const COPIED_COLUMNS = 'handle_id, first_row, end_row, end_bytes, block, segment, start, length, written_ms';

interface Rest {
  readonly rows: Readonly<Record<string, number>>;
  readonly checked: number;
}

function copyRest(
  { from, to }: { readonly from: StoreParts; readonly to: StoreParts },
  handles: readonly SqlRow[],
  { traceOf }: CopyHooks,
): Promise<Rest> {
  return from.database.transaction(async (source) => {
    await source.lock(LOCKS.handles);
    await source.lock(LOCKS.traces);
    return to.database.transaction(async (target) => {
      await target.lock(LOCKS.handles);
      await target.lock(LOCKS.traces);
      const copied = await copyTables(source, target);
      const rows = { handles: handles.length, blocks: await countRows(source, 'blocks'), ...copied };
      await compare(source, target, rows);
      const verdict = await verifyChain(target, to.auditKey);
      if (!verdict.ok) {
        throw notEqual(verdict.detail ?? 'the audit chain is not intact');
      }
      await appendTraces(target, to.auditKey, [traceOf()]);
      return { rows, checked: verdict.records_checked };
    });
  });
}

/** What was added to either side meanwhile shows here. */
async function compare(source: Queries, target: Queries, rows: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, expected] of Object.entries(rows)) {
    const [there, here] = [await countRows(source, table), await countRows(target, table)];
    if (there !== expected || here !== expected) {
      throw notEqual(`${table} has ${there} rows in the one and ${here} in the other`);
    }
  }
}

function notEqual(detail: string): KernelError {
  return new KernelError('STORE_FAILED', `the copy is not the same as the store: ${detail}; nothing was copied`, {
    hint: 'end whatever uses one of the two, and try again',
  });
}

/** Its own chain must be intact, and what dead processes left settled. */
async function refuseUse(from: StoreParts): Promise<void> {
  // Closing the parts is for who opened them.
  const { handles, traces } = createSqlStores(from);
  await handles.settle();
  await traces.settle();
  const verdict = await traces.verify();
  if (!verdict.ok) {
    throw new KernelError('STORE_FAILED', 'the audit trail of the store is not intact, so it is not copied', {
      hint: 'run akernel audit verify',
    });
  }
  const { open_handles: open } = await readCounts(from.database);
  if (open > 0 || (await countRows(from.database, 'open_traces')) > 0) {
    throw new KernelError('STORE_FAILED', 'the store is in use, so it is not copied', {
      hint: 'end the commands and servers that use it, and try again',
    });
  }
}

async function refuseFilled(to: StoreParts): Promise<void> {
  const { handles, traces, sessions, grants } = await readCounts(to.database);
  if (handles + traces + sessions + grants > 0) {
    throw new KernelError('USAGE', 'the store that is copied to is not empty', {
      hint: 'two audit chains cannot be joined; copy to a new state directory or database',
    });
  }
}

async function removeHandles({ database, files }: StoreParts, handles: readonly SqlRow[]): Promise<void> {
  for (const handle of handles) {
    const handleId = textOf(handle, 'handle_id');
    await files.remove(handleId);
    await database.run('DELETE FROM blocks WHERE handle_id = ?', [handleId]);
    await database.run('DELETE FROM handles WHERE handle_id = ?', [handleId]);
  }
}
