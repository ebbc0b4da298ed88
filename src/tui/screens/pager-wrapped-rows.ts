import { type Span, spansWidth } from '../components/line.js';
import type { SpanLine } from '../components/span-lines.js';
import { COLUMN_GAP, memberOf, type PlacedColumn } from '../state/pager-columns.js';
import { isText } from '../state/pager-state.js';
import { formatCell } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { cellParts } from '../text/short-marks.js';
import { textRowLine } from '../text/text-row.js';
import { wrapText } from '../text/wrap.js';
import type { Glyphs, Role } from '../theme.js';
import { foundSpans, markedSpans, type RowPlace } from './pager-row-content.js';

/** A longer value is cut; the open row has it whole. */
const MOST_CHARS = 4000;

/** What a row shows in as many lines as its longest value needs, at most half of those on the screen. */
export function wrappedLines(row: unknown, at: RowPlace): readonly SpanLine[] {
  const lines = isText(at.state) ? textLines(row, at) : recordLines(row, at);
  const most = Math.max(2, Math.floor(at.room.height / 2));
  const { ellipsis } = at.room.theme.glyphs;
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), [{ text: ellipsis, role: 'faint' }]];
}

function textLines(row: unknown, { state, place, gutter, room }: RowPlace): readonly SpanLine[] {
  const { source, line } = textRowLine(row);
  const lines = wrapText(line.slice(0, MOST_CHARS), room.width - gutter - displayWidth(source));
  const role = place === state.cursor ? 'strong' : undefined;
  return lines.map((text, index): SpanLine => {
    const head: readonly Span[] =
      source === ''
        ? []
        : [index === 0 ? { text: source, role: 'accent' } : { text: ' '.repeat(displayWidth(source)) }];
    return [...head, ...markedSpans(text, state, role)];
  });
}

function recordLines(row: unknown, at: RowPlace): readonly SpanLine[] {
  const cells = at.columns.map((column) => cellLines(memberOf(row, column.name), column, at));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    at.columns.flatMap(({ room }, place): SpanLine => {
      const gap: readonly Span[] = place === 0 ? [] : [{ text: ' '.repeat(COLUMN_GAP) }];
      return [...gap, ...(cells[place]?.[index] ?? [{ text: ' '.repeat(room) }])];
    }),
  );
}

function cellLines(value: unknown, column: PlacedColumn, { state, place, room }: RowPlace): readonly SpanLine[] {
  const isCurrent = place === state.cursor;
  const isSelected = isCurrent && column.index === state.column;
  const { glyphs } = room.theme;
  const text = formatCell(typeof value === 'string' ? value.slice(0, MOST_CHARS) : value).slice(0, MOST_CHARS);
  return wrapText(withMarks(text), column.room).map((line) => {
    const spans = markSpans(line, glyphs, isCurrent ? 'strong' : 'plain');
    const blank: Span = { text: ' '.repeat(Math.max(0, column.room - spansWidth(spans))) };
    const filled = typeof value === 'number' ? [blank, ...spans] : [...spans, blank];
    return filled
      .filter((span) => span.text !== '')
      .map((span): Span => (isSelected ? { text: span.text, role: 'selected' } : span))
      .flatMap((span) => foundSpans(span, state));
  });
}

/** Stand for the two signs of a short mark while the text is wrapped, which may break it. */
const OPEN = '\ue000';
const CLOSE = '\ue001';
const SIGNS = /[\ue000\ue001]/g;
const MARKS = /(\ue000[^\ue000\ue001]*\ue001?|^[^\ue000\ue001]*\ue001)/;

function withMarks(text: string): string {
  return cellParts(text.replace(SIGNS, ' '), { markOpen: OPEN, markClose: CLOSE })
    .map((part) => part.text)
    .join('');
}

function markSpans(line: string, { markOpen, markClose }: Glyphs, role: Role): SpanLine {
  return line.split(MARKS).flatMap((part): SpanLine => {
    const isMark = part.includes(OPEN) || part.includes(CLOSE);
    const shown = isMark ? part.replace(OPEN, markOpen).replace(CLOSE, markClose) : part;
    return part === '' ? [] : [{ text: shown, role: isMark ? 'redacted' : role }];
  });
}
