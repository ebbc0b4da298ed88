import { formatCount } from '../../contract/quantities.js';
import type { ReadingTotals } from '../../contract/trace.js';

/** What a visit of a kept result amounted to. */
export function readingWords({ pages, finds, refused, rows }: ReadingTotals): string {
  const parts = [
    `${formatCount(rows)} rows on ${formatCount(pages)} ${pages === 1 ? 'page' : 'pages'}`,
    ...(finds === 0 ? [] : [`${formatCount(finds)} ${finds === 1 ? 'search' : 'searches'}`]),
    ...(refused === 0 ? [] : [`${formatCount(refused)} refused`]),
  ];
  return parts.join(', ');
}
