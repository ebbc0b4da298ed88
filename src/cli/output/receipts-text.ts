import { formatCount } from '../../contract/quantities.js';
import { formatSigned, receiptAccount } from '../../contract/receipt-account.js';
import type { ReceiptGrouping, ReceiptSummary, summariseReceipts } from '../../contract/receipt-summary.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../../tui/components/span-lines.js';
import type { Role } from '../../tui/theme.js';
import type { Style } from './style.js';
import { createTable } from './table.js';

export const NO_RECEIPTS = 'no receipts yet: akernel install <host> puts akernel in front of its tools\n';

/** What akernel kept out and what it cost: a line for each group, one for all, and what was redacted. */
export function receiptsText(
  { groups, all }: ReturnType<typeof summariseReceipts>,
  by: ReceiptGrouping,
  style: Style,
): string {
  const rows = groups.length === 1 ? groups : [...groups, all];
  const table = createTable(style, () => undefined).print(rows.map((summary) => rowOf(summary, by)));
  return `${table}\n${receiptAccount(all)
    .map((line) => `${terminalSafeLine(line)}\n`)
    .join('')}`;
}

/** Lines of a view, printed. */
export function styledText(lines: readonly SpanLine[], style: Style): string {
  return lines.map((line) => `${styledLine(line, style)}\n`).join('');
}

function styledLine(line: SpanLine, style: Style): string {
  const last = line.length - 1;
  return line
    .map(({ text, role }, index) => styleOf(role, style)(index === last ? text.trimEnd() : text))
    .join('')
    .trimEnd();
}

function styleOf(role: Role | undefined, style: Style): (text: string) => string {
  switch (role) {
    case 'strong':
    case 'faint':
    case 'good':
    case 'bad':
    case 'accent':
      return style[role];
    default:
      return (text) => text;
  }
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
    saved: formatSigned(saved),
    median: formatSigned(median),
    p90: formatSigned(p90),
    'cost more': summary.losses,
  };
}
