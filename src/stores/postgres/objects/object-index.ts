import { type Database, first, numberOf, type Queries, textOf } from '../../sql/database.js';

/** A block whose bytes are in the database. */
export interface HeldBlock {
  readonly segment: number;
  readonly start: number;
  readonly length: number;
}

/**
 * An object has its row before it is written and until it is removed: `moving` while it is, `kept` from the moment in which
 * the index of blocks names it, `doomed` when it is to be removed. So none is there that nobody knows.
 */
export interface KnownObject {
  readonly object: string;
  readonly owner: string;
}

/** A handle that is moved by nobody for so long is anybody's. */
const CLAIM = "clock_timestamp() + interval '2 minutes'";

export async function claimMove(database: Database, handleId: string): Promise<void> {
  await database.runAgain(
    `INSERT INTO moves (handle_id, claimed_until) SELECT handle_id, ${CLAIM} FROM handles WHERE handle_id = ?
     ON CONFLICT (handle_id) DO UPDATE SET claimed_until = excluded.claimed_until`,
    [handleId],
  );
}

export async function leaveMove(database: Database, handleId: string): Promise<void> {
  await database.runAgain('UPDATE moves SET claimed_until = clock_timestamp() WHERE handle_id = ?', [handleId]);
}

export async function endMove(database: Database, handleId: string): Promise<void> {
  await database.runAgain('DELETE FROM moves WHERE handle_id = ?', [handleId]);
}

/** A handle that is not written any more, and that nobody else is moving; or that somebody was, for who asks for all. */
export async function claimNext(database: Database, all: boolean): Promise<string | undefined> {
  const row = await first(
    database,
    `UPDATE moves SET claimed_until = ${CLAIM} WHERE handle_id = (
       SELECT m.handle_id FROM moves m JOIN handles h ON h.handle_id = m.handle_id
       WHERE h.state <> 'open' AND (m.claimed_until < clock_timestamp() OR CAST(? AS BOOLEAN))
       ORDER BY m.claimed_until LIMIT 1 FOR UPDATE OF m SKIP LOCKED)
     RETURNING handle_id`,
    [String(all)],
  );
  return row && textOf(row, 'handle_id');
}

/** The first ones that together have so many bytes, or all that there are, or `limit`. */
export async function heldBlocks(
  queries: Queries,
  handleId: string,
  { bytes, limit }: { readonly bytes: number; readonly limit: number },
): Promise<readonly HeldBlock[]> {
  const rows = await queries.all(
    `SELECT segment, start, length FROM (
       SELECT segment, start, length, sum(length) OVER (ORDER BY segment, start) - length AS before FROM (
         SELECT segment, start, octet_length(data) AS length FROM block_data
         WHERE handle_id = ? AND data IS NOT NULL ORDER BY segment, start LIMIT ?) held) summed
     WHERE before < ? ORDER BY segment, start`,
    [handleId, limit, bytes],
  );
  return rows.map((row) => ({
    segment: numberOf(row, 'segment'),
    start: numberOf(row, 'start'),
    length: numberOf(row, 'length'),
  }));
}

/** Of the blocks from `from` to `to`, in their order. */
export async function heldBytes(
  queries: Queries,
  handleId: string,
  { from, to }: { readonly from: HeldBlock; readonly to: HeldBlock },
): Promise<readonly Buffer[]> {
  const rows = await queries.all(
    `SELECT data FROM block_data WHERE handle_id = ? AND data IS NOT NULL
     AND (segment, start) >= (?, ?) AND (segment, start) <= (?, ?) ORDER BY segment, start`,
    [handleId, from.segment, from.start, to.segment, to.start],
  );
  return rows.map(({ data }) => data).filter((data) => Buffer.isBuffer(data));
}

export async function beginObject(
  database: Database,
  known: KnownObject & { readonly handleId: string; readonly bytes: number },
): Promise<void> {
  await database.runAgain(
    `INSERT INTO objects (object, handle_id, owner, size_bytes, state) VALUES (?, ?, ?, ?, 'moving')
     ON CONFLICT DO NOTHING`,
    [known.object, known.handleId, known.owner, known.bytes],
  );
}

/**
 * From here on the bytes of these blocks are in the object and no longer in the database. Gives how many blocks that are:
 * fewer than there were when the handle is removed meanwhile, or was moved by somebody else.
 */
export async function nameObject(
  queries: Queries,
  object: string,
  { handleId, last }: { readonly handleId: string; readonly last: HeldBlock },
): Promise<number> {
  const known = "UPDATE objects SET state = 'kept' WHERE object = ? AND state = 'moving'";
  if ((await queries.run(known, [object])) === 0) {
    return 0;
  }
  return queries.run(
    `UPDATE block_data b SET data = NULL, object = ?, object_start = held.ends_at - held.size FROM (
       SELECT segment, start, octet_length(data) AS size,
         sum(octet_length(data)) OVER (ORDER BY segment, start) AS ends_at
       FROM block_data WHERE handle_id = ? AND data IS NOT NULL AND (segment, start) <= (?, ?)) held
     WHERE b.handle_id = ? AND b.segment = held.segment AND b.start = held.start AND b.data IS NOT NULL`,
    [object, handleId, last.segment, last.start, handleId],
  );
}

/** One that was kept meanwhile stays. */
export async function giveUpObject(database: Database, object: string): Promise<void> {
  await database.runAgain("UPDATE objects SET state = 'doomed' WHERE object = ? AND state = 'moving'", [object]);
}

export async function doomObjectsOf(database: Database, handleId: string): Promise<number> {
  return database.runAgain("UPDATE objects SET state = 'doomed' WHERE handle_id = ?", [handleId]);
}

/** Objects of handles that are no longer there. */
export async function doomOrphans(database: Database): Promise<void> {
  await database.runAgain(
    `UPDATE objects SET state = 'doomed' WHERE state = 'kept'
     AND NOT EXISTS (SELECT 1 FROM handles h WHERE h.handle_id = objects.handle_id)`,
  );
}

export async function movingObjects(queries: Queries): Promise<readonly KnownObject[]> {
  const rows = await queries.all("SELECT object, owner FROM objects WHERE state = 'moving'");
  return rows.map((row) => ({ object: textOf(row, 'object'), owner: textOf(row, 'owner') }));
}

export async function doomedObjects(queries: Queries, limit: number): Promise<readonly string[]> {
  const sql = "SELECT object FROM objects WHERE state = 'doomed' ORDER BY object LIMIT ?";
  return (await queries.all(sql, [limit])).map((row) => textOf(row, 'object'));
}

export async function forgetObject(database: Database, object: string): Promise<void> {
  await database.runAgain("DELETE FROM objects WHERE object = ? AND state = 'doomed'", [object]);
}

/** Those of the names that have no row. */
export async function unknownObjects(queries: Queries, names: readonly string[]): Promise<readonly string[]> {
  const sql = 'SELECT object FROM objects WHERE object IN (SELECT json_array_elements_text(CAST(? AS json)))';
  const known = new Set((await queries.all(sql, [JSON.stringify(names)])).map((row) => textOf(row, 'object')));
  return names.filter((name) => !known.has(name));
}
