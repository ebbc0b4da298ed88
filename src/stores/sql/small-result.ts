import type { Clock } from '../../contract/clock.js';
import type { HandleRecord, NewHandle } from '../../contract/handle.js';
import type { HandleEnd, NewRows } from '../../contract/stores.js';
import { createBlockCipher } from './block-cipher.js';
import { type Database, first, LOCKS, type Queries } from './database.js';
import { insertSettled } from './handle-index.js';

/** A result of at most so many bytes lies beside its index. */
export const MOST_SMALL_BYTES = 16_384;

interface SmallPorts {
  readonly database: Database;
  readonly storeKey: Uint8Array;
  readonly clock: Clock;
}

interface Small {
  readonly handle: NewHandle;
  readonly pieces: readonly NewRows[];
  readonly end: HandleEnd;
}

/** Keeps entry and rows in one transaction: a file and three transactions more are a quarter of a small call. */
export async function keepSmall(
  { database, storeKey, clock }: SmallPorts,
  { handle, pieces, end }: Small,
): Promise<{ readonly record: HandleRecord; readonly keptBytes: number }> {
  const about = JSON.stringify(handle);
  const sum = { rows: rowsIn(pieces), bytes: bytesIn(pieces) };
  const sealed =
    sum.rows === 0 ? undefined : sealAll(createBlockCipher(storeKey, handle.handle_id, about), pieces, sum.rows);
  const entry = { ...sum, about, state: end.state, reason: end.reason, sealed, writtenMs: clock.now() };
  const keptBytes = await database.transaction(async (queries) => {
    await queries.lock(LOCKS.handles, 'shared');
    return insertSettled(queries, handle, entry, storeKey);
  });
  const record = Object.assign({}, handle, {
    total_rows: sum.rows,
    size_bytes: sum.bytes,
    state: end.state,
    ...(end.reason === undefined ? {} : { reason: end.reason }),
  });
  return { record, keptBytes };
}

export function bytesIn(pieces: readonly NewRows[]): number {
  return pieces.reduce((sum, { lines }) => sum + lines.length, 0);
}

function rowsIn(pieces: readonly NewRows[]): number {
  return pieces.reduce((sum, { rows }) => sum + rows, 0);
}

/** The only block of its handle. */
function sealAll(cipher: ReturnType<typeof createBlockCipher>, pieces: readonly NewRows[], rows: number): Uint8Array {
  const lines = pieces.map((piece) => piece.lines);
  return Buffer.concat(cipher.seal(lines, { segment: 0, block: 0, firstRow: 0, rows }));
}

/** The sealed block of a result that was kept so. */
export async function readSmall(queries: Queries, handleId: string): Promise<Uint8Array | undefined> {
  const row = await first(queries, 'SELECT sealed FROM blocks WHERE handle_id = ? AND first_row = 0', [handleId]);
  const sealed = row?.['sealed'];
  return sealed instanceof Uint8Array ? sealed : undefined;
}
