import { formatCount } from '../../contract/quantities.js';
import { formatSigned, receiptAccount } from '../../contract/receipt-account.js';
import type { ReceiptGrouping, ReceiptSummary, summariseReceipts } from '../../contract/receipt-summary.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Column } from '../components/table-lines.js';
import { wrapText } from '../text/wrap.js';
import { factLines } from './handles-lines.js';
import type { Room } from './pane.js';
import { receiptBars } from './receipt-bars.js';

type Amount = Omit<Column<ReceiptSummary>, 'align'>;

/** Those of `akernel receipts`; where there is little room, what was saved stays. */
const AMOUNTS: readonly Amount[] = [
  { title: 'calls', text: ({ calls }) => formatCount(calls), rank: 1 },
  { title: 'in', text: ({ tokens_in: tokens }) => formatCount(tokens), rank: 3 },
  { title: 'host would show', text: ({ baseline }) => formatCount(baseline), rank: 5 },
  { title: 'out', text: ({ tokens_out: tokens }) => formatCount(tokens), rank: 2 },
  { title: 'overhead', text: ({ overhead }) => formatCount(overhead), rank: 6 },
  {
    title: 'saved',
    text: ({ saved }) => formatSigned(saved),
    role: ({ saved }) => (saved < 0 ? 'bad' : 'good'),
    rank: 0,
  },
  { title: 'median', text: ({ median }) => formatSigned(median), rank: 7 },
  { title: 'p90', text: ({ p90 }) => formatSigned(p90), rank: 8 },
  { title: 'cost more', text: ({ losses }) => formatCount(losses), rank: 4 },
];

type ReceiptSummaries = ReturnType<typeof summariseReceipts>;

/** What tells tools of one host apart stands at the end of their names. */
const SHORTEST_NAME = { of: 10, ofTwoParts: 20, from: 40 };

export interface ReceiptTable {
  readonly columns: readonly Column<ReceiptSummary>[];
  /** Below the table: what its bars mean, where there is room for them, and the account. */
  readonly foot: readonly SpanLine[];
}

export function receiptTable(
  { groups, all }: ReceiptSummaries,
  by: ReceiptGrouping,
  { columns: width, theme }: Pick<Room, 'columns' | 'theme'>,
): ReceiptTable {
  const bars = receiptBars(groups, width, theme.glyphs);
  const name = ({ name: own }: ReceiptSummary): string => terminalSafeLine(own);
  return {
    columns: [
      {
        title: by,
        text: name,
        least: by === 'host' || width < SHORTEST_NAME.from ? SHORTEST_NAME.of : SHORTEST_NAME.ofTwoParts,
        rank: 0,
      },
      ...(bars === undefined ? [] : [bars.column]),
      ...AMOUNTS.map((amount) => ({ ...amount, align: 'right' as const })),
    ],
    foot: [...(bars === undefined ? [] : [bars.legend]), ...receiptFoot(all, width)],
  };
}

function receiptFoot(all: ReceiptSummary, width: number): readonly SpanLine[] {
  return receiptAccount(all)
    .flatMap((line) => wrapText(terminalSafeLine(line), width))
    .map((text): SpanLine => [{ text, role: 'faint' }]);
}

/** One group whole, however narrow the terminal is. */
export function receiptInfo(summary: ReceiptSummary, by: ReceiptGrouping, width: number): readonly SpanLine[] {
  const amounts = AMOUNTS.map(({ title, text }) => [title, text(summary)] as const);
  const [counted, ...others] = receiptAccount(summary);
  return factLines([[by, summary.name], ...amounts, ['counted', counted], ['', others.join('; ')]], width);
}
