import type { ReceiptGrouping, summariseReceipts } from '../contract/receipt-summary.js';
import type { SpanLine } from './components/span-lines.js';
import { printedTable } from './components/table-lines.js';
import { receiptTable } from './screens/receipts-lines.js';
import type { TerminalTraits } from './terminal/terminal.js';
import { wrapText } from './text/wrap.js';
import { createTheme } from './theme.js';

/** Receipts as lines that are printed: fitted to the terminal, with bars, and with the names of columns that had no room. */
export function printedReceipts(
  summaries: ReturnType<typeof summariseReceipts>,
  by: ReceiptGrouping,
  { columns: width, ...traits }: TerminalTraits & { readonly columns: number },
): readonly SpanLine[] {
  const theme = createTheme(traits);
  const { groups, all } = summaries;
  const { columns, foot } = receiptTable(summaries, by, { columns: width, theme });
  const { lines, leftOut } = printedTable(columns, groups.length === 1 ? groups : [...groups, all], { width, theme });
  const missing = leftOut.length === 0 ? [] : wrapText(`no room for ${leftOut.join(', ')}: -o json has all`, width);
  return [...lines, [], ...foot, ...missing.map((text): SpanLine => [{ text, role: 'faint' }])];
}
