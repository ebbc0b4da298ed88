import { createHmac } from 'node:crypto';
import type { HandleRecord, NewHandle } from '../../contract/handle.js';
import { toMillis } from '../time.js';
import type { BlockPlace } from './block-files.js';
import { first, numberOf, type Queries, type SqlRow, type Transaction, textOf } from './database.js';

/** One row of the index of handles. */
export interface HandleEntry {
  readonly record: HandleRecord;
  /** The text of what was known before the first row; it is bound to every block. */
  readonly about: string;
  readonly owner: string;
  /** When the writer was last seen to store something; the creation until then. */
  readonly seenMs: number;
}

/** One row of the index of blocks. */
export interface BlockEntry extends BlockPlace {
  readonly block: number;
  readonly firstRow: number;
  readonly endRow: number;
  /** Raw bytes of the handle up to the end of this block. */
  readonly endBytes: number;
}

const ENTRY_CHANGED = 'its index entry was changed';
const LAST_BLOCK = 'FROM blocks b WHERE b.handle_id = h.handle_id ORDER BY b.first_row DESC LIMIT 1';
export const SELECT_HANDLES = `SELECT handle_id, state, reason, about, owner, seal,
  CASE WHEN state = 'open' THEN (SELECT end_row ${LAST_BLOCK}) ELSE total_rows END AS total_rows,
  CASE WHEN state = 'open' THEN (SELECT end_bytes ${LAST_BLOCK}) ELSE size_bytes END AS size_bytes,
  CASE WHEN state = 'open' THEN coalesce((SELECT written_ms ${LAST_BLOCK}), created_ms) ELSE 0 END AS seen_ms
  FROM handles h`;
const BLOCK_COLUMNS = 'first_row, end_row, end_bytes, block, segment, start, length';

/** An entry that says something else than what was sealed at its end is told as partial: what it counts is not to be believed. */
export function toHandleEntry(row: SqlRow, storeKey: Uint8Array): HandleEntry {
  const about = textOf(row, 'about');
  const handle: NewHandle = JSON.parse(about);
  const state = textOf(row, 'state');
  const rows = numberOf(row, 'total_rows');
  const bytes = numberOf(row, 'size_bytes');
  const told = textOf(row, 'reason');
  const sealed = sealOf(storeKey, handle.handle_id, { state, reason: told, rows, bytes });
  const isSealed = state === 'open' || textOf(row, 'seal') === sealed;
  const reason = isSealed ? told : ENTRY_CHANGED;
  const record: HandleRecord = {
    ...handle,
    total_rows: rows,
    size_bytes: bytes,
    state: isSealed && (state === 'open' || state === 'complete') ? state : 'partial',
    ...(reason === '' ? {} : { reason }),
  };
  return { record, about, owner: textOf(row, 'owner'), seenMs: numberOf(row, 'seen_ms') };
}

/** How a handle ended, signed: an index that was edited does not pass for the truth. */
function sealOf(
  storeKey: Uint8Array,
  handleId: string,
  end: { readonly state: string; readonly reason: string; readonly rows: number; readonly bytes: number },
): string {
  const text = JSON.stringify(['handle end', handleId, end.state, end.reason, end.rows, end.bytes]);
  return createHmac('sha256', storeKey).update(text).digest('hex');
}

export async function findHandle(
  queries: Queries,
  handleId: string,
  storeKey: Uint8Array,
): Promise<HandleEntry | undefined> {
  const row = await first(queries, `${SELECT_HANDLES} WHERE handle_id = ?`, [handleId]);
  return row && toHandleEntry(row, storeKey);
}

export async function insertHandle(
  queries: Queries,
  handle: NewHandle,
  entry: { readonly about: string; readonly owner: string },
): Promise<void> {
  await queries.run(
    `INSERT INTO handles (handle_id, principal_id, created_ms, expires_ms, state, total_rows, size_bytes, owner, about)
     VALUES (?, ?, ?, ?, 'open', 0, 0, ?, ?)`,
    [
      handle.handle_id,
      handle.principal_id,
      toMillis(handle.created_at, 'created_at'),
      toMillis(handle.expires_at, 'expires_at'),
      entry.owner,
      entry.about,
    ],
  );
}

interface SettledEntry {
  readonly about: string;
  readonly state: 'complete' | 'partial';
  readonly reason: string | undefined;
  readonly rows: number;
  readonly bytes: number;
  /** Its only block, which lies in the index itself. */
  readonly sealed: Uint8Array | undefined;
  readonly writtenMs: number;
}

/** An entry that was never open, counted as kept; gives the bytes that all keep then. */
export async function insertSettled(
  queries: Transaction,
  handle: NewHandle,
  entry: SettledEntry,
  storeKey: Uint8Array,
): Promise<number> {
  const { handle_id: handleId, principal_id: principalId } = handle;
  const { about, state, reason, rows, bytes, sealed } = entry;
  const seal = sealOf(storeKey, handleId, { state, reason: reason ?? '', rows, bytes });
  const [created, expires] = [toMillis(handle.created_at, 'created_at'), toMillis(handle.expires_at, 'expires_at')];
  queries.send(
    `INSERT INTO handles (handle_id, principal_id, created_ms, expires_ms, state, reason, total_rows, size_bytes, owner, about, seal)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)`,
    [handleId, principalId, created, expires, state, reason ?? null, rows, bytes, about, seal],
  );
  if (sealed !== undefined) {
    queries.send(
      `INSERT INTO blocks (handle_id, ${BLOCK_COLUMNS}, written_ms, sealed) VALUES (?, 0, ?, ?, 0, 0, 0, ?, ?, ?)`,
      [handleId, rows, bytes, sealed.length, entry.writtenMs, sealed],
    );
  }
  const sql = 'UPDATE kept SET size_bytes = size_bytes + ? WHERE id = 1 RETURNING size_bytes';
  return numberOf(await first(queries, sql, [bytes]), 'size_bytes');
}

/**
 * Settles an open entry and counts it as kept; gives the bytes that all keep then, undefined when it is not open any more.
 * For a transaction with the lock of the handles: nobody else settles the same entry meanwhile.
 */
export async function settleHandle(
  queries: Queries,
  handleId: string,
  end: { state: 'complete' | 'partial'; reason: string | undefined; rows: number; bytes: number },
  storeKey: Uint8Array,
): Promise<number | undefined> {
  const seal = sealOf(storeKey, handleId, { ...end, reason: end.reason ?? '' });
  const [kept, changed] = await Promise.all([
    first(queries, COUNT_KEPT, [end.bytes, handleId]),
    queries.run(
      `UPDATE handles SET state = ?, reason = ?, total_rows = ?, size_bytes = ?, seal = ?
       WHERE handle_id = ? AND state = 'open'`,
      [end.state, end.reason ?? null, end.rows, end.bytes, seal, handleId],
    ),
  ]);
  return changed === 0 ? undefined : numberOf(kept, 'size_bytes');
}

const COUNT_KEPT = `UPDATE kept SET size_bytes = size_bytes + ?
  WHERE id = 1 AND EXISTS (SELECT 1 FROM handles WHERE handle_id = ? AND state = 'open') RETURNING size_bytes`;

/** Removes entry and blocks from the index; gives the raw bytes it held, or undefined when there was none. */
export async function deleteHandle(
  queries: Queries,
  handleId: string,
  storeKey: Uint8Array,
): Promise<number | undefined> {
  const entry = await findHandle(queries, handleId, storeKey);
  if (entry === undefined) {
    return undefined;
  }
  await queries.run('DELETE FROM handles WHERE handle_id = ?', [handleId]);
  await queries.run('DELETE FROM blocks WHERE handle_id = ?', [handleId]);
  const { state, size_bytes: bytes } = entry.record;
  await queries.run('UPDATE kept SET size_bytes = size_bytes - ? WHERE id = 1', [state === 'open' ? 0 : bytes]);
  return bytes;
}

/** One statement, hence atomic, and the same when it is run twice; false when the entry is not open any more. */
export async function insertBlock(
  run: Queries['run'],
  handleId: string,
  block: BlockEntry & { readonly writtenMs: number },
): Promise<boolean> {
  const changed = await run(
    `INSERT INTO blocks (handle_id, ${BLOCK_COLUMNS}, written_ms) SELECT handle_id, ?, ?, ?, ?, ?, ?, ?, ? FROM handles
     WHERE handle_id = ? AND state = 'open'
     ON CONFLICT (handle_id, first_row) DO UPDATE SET written_ms = excluded.written_ms`,
    [
      block.firstRow,
      block.endRow,
      block.endBytes,
      block.block,
      block.segment,
      block.start,
      block.length,
      block.writtenMs,
      handleId,
    ],
  );
  return changed > 0;
}

/** At most `limit` blocks from the one that holds `row` on. */
export async function findBlocks(
  queries: Queries,
  handleId: string,
  from: { readonly row: number; readonly limit: number },
): Promise<readonly BlockEntry[]> {
  const rows = await queries.all(
    `SELECT ${BLOCK_COLUMNS} FROM blocks WHERE handle_id = ? AND first_row >=
       coalesce((SELECT max(first_row) FROM blocks WHERE handle_id = ? AND first_row <= ?), 0)
     ORDER BY first_row LIMIT ?`,
    [handleId, handleId, from.row, from.limit],
  );
  return rows.map(toBlockEntry);
}

export async function findLastBlock(queries: Queries, handleId: string): Promise<BlockEntry | undefined> {
  const sql = `SELECT ${BLOCK_COLUMNS} FROM blocks WHERE handle_id = ? ORDER BY first_row DESC LIMIT 1`;
  const row = await first(queries, sql, [handleId]);
  return row && toBlockEntry(row);
}

function toBlockEntry(row: SqlRow): BlockEntry {
  return {
    firstRow: numberOf(row, 'first_row'),
    endRow: numberOf(row, 'end_row'),
    endBytes: numberOf(row, 'end_bytes'),
    block: numberOf(row, 'block'),
    segment: numberOf(row, 'segment'),
    start: numberOf(row, 'start'),
    length: numberOf(row, 'length'),
  };
}
