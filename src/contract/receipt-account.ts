import { formatCount } from './frame-account.js';
import type { ReceiptSummary } from './receipt-summary.js';

/** What stands below a table of receipts: how they were counted, what was redacted, and the status of commands. */
export function receiptAccount({
  calls,
  measured,
  encodings,
  rereads,
  redactions,
  exits,
  exits_changed: changed,
}: ReceiptSummary): readonly string[] {
  const types = Object.entries(redactions).map(([type, count]) => `${type} ${formatCount(count)}`);
  return [
    `model tokens, of ${formatCount(calls)} calls ${formatCount(measured)} counted by ${encodings.join(' and ') || 'a tokenizer'}, the others estimated from their bytes; ${formatCount(rereads)} re-reads`,
    types.length === 0 ? 'nothing was redacted' : `redacted: ${types.join(', ')}`,
    ...(exits === 0
      ? []
      : [`exit status of commands: ${formatCount(exits - changed)} of ${formatCount(exits)} as they were`]),
  ];
}

/** A number that may be what akernel cost. */
export function formatSigned(count: number): string {
  return count < 0 ? `-${formatCount(-count)}` : formatCount(count);
}
