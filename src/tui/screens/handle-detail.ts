import { amountText } from '../../contract/frame-account.js';
import type { HandleRecord } from '../../contract/handle.js';
import { HANDLE_UNITS } from '../../contract/handle.js';
import { formatBytes, formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { recordTable } from '../components/record-table.js';
import { cutSpans, redactedSpans, type SpanLine } from '../components/span-lines.js';
import type { HandlePreview } from '../state/handle-preview.js';
import type { Size } from '../terminal/terminal.js';
import { isRecord } from '../text/cells.js';
import { textRowLine } from '../text/text-row.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import { mapLines } from './map-lines.js';

/** The beginning of a kept result, redacted as always, beside the list. */
export function handleDetail(
  handle: HandleRecord,
  { rows, isRead, error }: HandlePreview,
  { columns: width, rows: height, theme }: Size & { readonly theme: Theme },
): readonly SpanLine[] {
  const head: readonly SpanLine[] = [
    [{ text: terminalSafeLine(handle.handle_id), role: 'strong' }],
    ...told(aboutWords(handle), width, 'faint'),
    [],
  ];
  if (handle.kind === 'map') {
    return [...head, ...mapLines(handle, width)];
  }
  if (error !== undefined) {
    const { code, message } = error;
    return [...head, ...told(`${theme.glyphs.cross} ${code}: ${message}`, width, 'bad')];
  }
  if (rows.length === 0) {
    const none = handle.state === 'open' ? 'no rows so far' : 'the result has no rows';
    return [...head, ...told(isRead ? none : `reading ${theme.glyphs.ellipsis}`, width, 'faint')];
  }
  const { lines, missing } =
    handle.kind === 'text'
      ? { lines: rows.map((row) => cutSpans(textLine(row), width, theme.glyphs)), missing: 0 }
      : recordTable(rows, { width, theme });
  const room = Math.max(1, height - head.length - 1);
  const isWhole = missing === 0 && lines.length <= room && rows.length >= handle.total_rows;
  const shown = [...head, ...lines.slice(0, room)];
  return isWhole ? shown : [...shown, ...told(`${columnWords(missing)}enter opens all of it`, width, 'faint')];
}

function columnWords(missing: number): string {
  return missing === 0 ? '' : `${amountText(missing, 'more columns')}; `;
}

function aboutWords({
  kind,
  total_rows: rows,
  size_bytes: bytes,
  state,
  capability_id: capability,
}: HandleRecord): string {
  const amount = `${amountText(rows, HANDLE_UNITS[kind])}, ${formatBytes(bytes)}`;
  return `${state}, ${amount}, of ${capability}`;
}

function textLine(row: unknown): SpanLine {
  const { source, line } = textRowLine(row);
  const number = isRecord(row) && typeof row['line'] === 'number' ? `${formatCount(row['line'])}  ` : '';
  return [{ text: number.padStart(7), role: 'faint' }, { text: source, role: 'accent' }, ...redactedSpans(line)];
}

function told(words: string, width: number, role: Role): readonly SpanLine[] {
  return wrapText(terminalSafeLine(words), width).map((text): SpanLine => [{ text, role }]);
}
