import type { ReceiptGrouping, ReceiptSummary, summariseReceipts } from '../../contract/receipt-summary.js';
import { formatCount } from '../../tui/text/quantities.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
import type { Style } from './style.js';
import { createTable } from './table.js';

/** What akernel kept out and what it cost: a line for each group, one for all, and what was redacted. */
export function receiptsText(
  { groups, all }: ReturnType<typeof summariseReceipts>,
  by: ReceiptGrouping,
  style: Style,
): string {
  if (groups.length === 0) {
    return 'no receipts yet: akernel install <host> puts akernel in front of its tools\n';
  }
  const rows = groups.length === 1 ? groups : [...groups, all];
  const table = createTable(style, () => undefined).print(rows.map((summary) => rowOf(summary, by)));
  return `${table}\n${accountOf(all)
    .map((line) => `${terminalSafeLine(line)}\n`)
    .join('')}`;
}

function rowOf(summary: ReceiptSummary, by: ReceiptGrouping): Readonly<Record<string, unknown>> {
  const { name, calls, tokens_in: tokensIn, tokens_out: tokensOut, baseline, overhead, saved, median, p90 } = summary;
  return {
    [by]: name,
    calls,
    in: formatCount(tokensIn),
    'host would show': formatCount(baseline),
    out: formatCount(tokensOut),
    overhead: formatCount(overhead),
    saved: signed(saved),
    median: signed(median),
    p90: signed(p90),
    'cost more': summary.losses,
  };
}

function signed(count: number): string {
  return count < 0 ? `-${formatCount(-count)}` : formatCount(count);
}

function accountOf({
  calls,
  measured,
  rereads,
  redactions,
  exits,
  exits_changed: changed,
}: ReceiptSummary): readonly string[] {
  const types = Object.entries(redactions).map(([type, count]) => `${type} ${formatCount(count)}`);
  return [
    `model tokens, of ${formatCount(calls)} calls ${formatCount(measured)} counted by a tokenizer, the others estimated from their bytes; ${formatCount(rereads)} re-reads`,
    types.length === 0 ? 'nothing was redacted' : `redacted: ${types.join(', ')}`,
    ...(exits === 0
      ? []
      : [`exit status of commands: ${formatCount(exits - changed)} of ${formatCount(exits)} as they were`]),
  ];
}
