import type { HandleInfo } from '../contract/frame.js';
import type { HandleRecord } from '../contract/handle.js';
import type { RedactionOptions } from '../firewall/find/redactor.js';
import { clean } from './safe-error.js';

/** What a frame tells of a stored result. */
export function infoOf(record: HandleRecord): HandleInfo {
  const { handle_id, total_rows, size_bytes, expires_at, state, reason } = record;
  return { handle_id, total_rows, size_bytes, expires_at, state, ...(reason === undefined ? {} : { reason }) };
}

/** A stored result as it is listed: how it is redacted is not for its reader. */
export function listedRecord(record: HandleRecord, redaction: RedactionOptions): HandleRecord {
  const { kept_redaction: _, ...listed } = shownRecord(record, redaction);
  return listed;
}

/** A stored result as a reader may see it: what is not bound to its data could have been edited. */
export function shownRecord(record: HandleRecord, redaction: RedactionOptions): HandleRecord {
  return record.reason === undefined ? record : { ...record, reason: clean(record.reason, redaction) };
}
