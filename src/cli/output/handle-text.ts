import { amountText } from '../../contract/frame-account.js';
import { HANDLE_UNITS, type HandleRecord } from '../../contract/handle.js';
import { wholeSeconds } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Style } from './style.js';

/** A stored result in words. */
export function handleText(record: HandleRecord, style: Style): string {
  const why = record.reason === undefined ? '' : ` (${record.reason})`;
  const lines = [
    `${record.capability_id}, action ${record.action_id}, of ${record.principal_id}`,
    `${amountText(record.total_rows, HANDLE_UNITS[record.kind])} (${record.kind}), ${amountText(record.size_bytes, 'bytes')}, ${record.state}${why}`,
    `made ${wholeSeconds(record.created_at)}, until ${wholeSeconds(record.expires_at)}`,
  ];
  return `${style.strong(record.handle_id)}\n${lines.map((line) => `${terminalSafeLine(line)}\n`).join('')}`;
}
