import type { Frame } from '../../contract/frame.js';
import { amountText, endTexts } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { redactedSpans, type SpanLine } from '../components/span-lines.js';
import { formatCell, formatValue } from '../text/cells.js';
import { wrapText } from '../text/wrap.js';
import { factLines } from './handles-lines.js';
import type { TextPage } from './pane.js';

/** The one frame of a run that was not streamed. */
export function framePage(frame: Frame, capabilityId: string): TextPage {
  const handleId = frame.handle?.handle_id ?? frame.handle_id;
  return {
    title: `${capabilityId}: ${endTexts(frame).join(', ') || 'completed'}`,
    lines: (width, { glyphs }) => [
      ...(frame.facts ?? []).flatMap((fact) => content(`${glyphs.bullet} ${terminalSafeLine(fact)}`, width)),
      ...(frame.text === undefined ? [] : content(formatValue(frame.text), width)),
      ...(frame.rows ?? []).flatMap((row) => content(formatCell(row), width)),
      ...(frame.raw_data === undefined ? [] : content(formatValue(frame.raw_data), width)),
      ...(frame.warnings ?? []).flatMap((text): readonly SpanLine[] =>
        wrapText(terminalSafeLine(`warning: ${text}`), width).map((line) => [{ text: line, role: 'warn' }]),
      ),
      [],
      ...factLines(accountOf(frame, handleId), width),
    ],
    ...(handleId === undefined ? {} : { handleId }),
  };
}

function content(text: string, width: number): readonly SpanLine[] {
  return wrapText(text, width).map((line) => redactedSpans(line));
}

function accountOf(frame: Frame, handleId: string | undefined): readonly (readonly [string, string | undefined])[] {
  const { budget, handle, redactions = {}, error } = frame;
  const redacted = Object.entries(redactions).map(([type, count]) => `${type} ${formatCount(count)}`);
  const total = budget.total ?? (budget.remaining === null ? undefined : budget.used + budget.remaining);
  const rows = handle === undefined ? '' : `, ${amountText(handle.total_rows, 'rows')}, ${handle.state}`;
  return [
    ['error', error === undefined ? undefined : `${error.code}: ${error.message}`],
    ['redacted', redacted.length === 0 ? undefined : redacted.join(', ')],
    ['budget', `${formatCount(budget.used)} of ${total === undefined ? 'any' : formatCount(total)} model tokens`],
    ['handle', handleId === undefined ? undefined : `${handleId}${rows}`],
  ];
}
