import type { HandleRecord, NewHandle } from '../contract/handle.js';
import type { HandleEnd, HandleStore, NewRows } from '../contract/stores.js';

/** A result that has ended, kept step by step. */
export async function keepByWriter(
  create: HandleStore['create'],
  handle: NewHandle,
  { pieces, end }: { readonly pieces: readonly NewRows[]; readonly end: HandleEnd },
): Promise<HandleRecord> {
  const writer = await create(handle);
  for (const { lines, rows } of pieces) {
    await writer.append(lines, rows);
  }
  return writer.finish(end.state, end.reason);
}
