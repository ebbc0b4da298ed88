import { amountText, formatCount } from '../../contract/frame-account.js';
import type { ReadingTotals } from '../../contract/trace.js';

/** What a visit of a kept result amounted to. */
export function readingWords({ pages, finds, refused, rows }: ReadingTotals): string {
  const parts = [
    `${amountText(rows, 'rows')} on ${amountText(pages, 'pages')}`,
    ...(finds === 0 ? [] : [`${formatCount(finds)} ${finds === 1 ? 'search' : 'searches'}`]),
    ...(refused === 0 ? [] : [`${formatCount(refused)} refused`]),
  ];
  return parts.join(', ');
}
