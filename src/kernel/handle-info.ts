import type { HandleInfo } from '../contract/frame.js';
import type { HandleRecord } from '../contract/handle.js';

/** What a frame tells of a stored result. */
export function infoOf(record: HandleRecord): HandleInfo {
  const { handle_id, total_rows, size_bytes, expires_at, state, reason } = record;
  return { handle_id, total_rows, size_bytes, expires_at, state, ...(reason === undefined ? {} : { reason }) };
}
