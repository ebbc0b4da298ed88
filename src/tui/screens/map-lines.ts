import { amountText } from '../../contract/frame-account.js';
import { formatTime } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { wrapText } from '../text/wrap.js';

/** A map of placeholders, as far as it is known. */
export interface KnownMap {
  readonly handle_id: string;
  readonly total_rows: number;
  readonly principal_id?: string;
  readonly expires_at?: string;
}

/** What a map of placeholders is and who can use it. What stands in it is shown to nobody. */
export function mapLines(map: KnownMap, width: number): readonly SpanLine[] {
  const { handle_id: id, total_rows: values, principal_id: principal, expires_at: end } = map;
  const who = principal === undefined ? 'its principal' : principal;
  const until = end === undefined ? '' : `, until ${formatTime(end)} UTC`;
  return [
    ...told(
      `a map of placeholders, made by redact --keep-map: ${amountText(values, 'values')}, shown to nobody`,
      width,
    ),
    [],
    ...told(`${who} can put them back into a text${until}:`, width),
    ...told(`akernel restore --map ${id} FILE`, width, 'strong'),
  ];
}

function told(words: string, width: number, role: 'plain' | 'strong' = 'plain'): readonly SpanLine[] {
  return wrapText(terminalSafeLine(words), width).map((text): SpanLine => [{ text, role }]);
}
