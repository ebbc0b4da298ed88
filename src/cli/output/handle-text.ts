import type { HandleRecord } from '../../contract/handle.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Style } from './style.js';

/** A stored result in words. */
export function handleText(record: HandleRecord, style: Style): string {
  const why = record.reason === undefined ? '' : ` (${record.reason})`;
  const lines = [
    `${record.capability_id}, action ${record.action_id}, of ${record.principal_id}`,
    `${formatCount(record.total_rows)} rows (${record.kind}), ${formatCount(record.size_bytes)} bytes, ${record.state}${why}`,
    `made ${record.created_at}, until ${record.expires_at}`,
  ];
  return `${style.strong(record.handle_id)}\n${lines.map((line) => `${terminalSafeLine(line)}\n`).join('')}`;
}
