import { cellSpans } from '../components/cell-spans.js';
import type { Span } from '../components/line.js';
import { redactedSpans, type SpanLine } from '../components/span-lines.js';
import { COLUMN_GAP, cellText, memberOf, type PlacedColumn } from '../state/pager-columns.js';
import type { PagerState } from '../state/pager-state.js';
import { displayWidth } from '../text/display-width.js';
import { allFound, foundAt } from '../text/found-text.js';
import { placeholderStart, shortWidth } from '../text/short-marks.js';
import { sliceColumns } from '../text/slice-columns.js';
import { textRowLine } from '../text/text-row.js';
import type { Glyphs, Role, Theme } from '../theme.js';

export interface RowsRoom {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

/** A row and where it is to stand. */
export interface RowPlace {
  readonly state: PagerState;
  readonly place: number;
  readonly gutter: number;
  readonly columns: readonly PlacedColumn[];
  readonly room: RowsRoom;
}

/** One line of text, from where the view is shifted to. */
export function textSpans(row: unknown, { state, place, gutter, room }: RowPlace): SpanLine {
  const { source, line } = textRowLine(row);
  const width = room.width - gutter - displayWidth(source);
  const shown = sliceColumns(line, state.left, width, room.theme.glyphs.ellipsis);
  const head: readonly Span[] = source === '' ? [] : [{ text: source, role: 'accent' }];
  return [...head, ...markedSpans(shown, state, place === state.cursor ? 'strong' : undefined)];
}

/** The values of a row, each in the room of its column. */
export function recordSpans(row: unknown, { state, place, columns, room }: RowPlace): SpanLine {
  const isCurrent = place === state.cursor;
  return columns.flatMap((column, index): SpanLine => {
    const look = { wanted: state.search?.text, theme: room.theme, role: isCurrent ? ('strong' as const) : undefined };
    const spans = fitted(memberOf(row, column.name), column, look);
    const gap: readonly Span[] = index === 0 ? [] : [{ text: ' '.repeat(COLUMN_GAP) }];
    const isSelected = isCurrent && column.index === state.column;
    const shown = isSelected ? spans.map(({ text }): Span => ({ text, role: 'selected' })) : spans;
    return [...gap, ...shown.flatMap((span) => foundSpans(span, state))];
  });
}

interface CellLook {
  readonly wanted: string | undefined;
  readonly theme: Theme;
  readonly role: Role | undefined;
}

/** Of a longer value no more is looked through for what is searched. */
const MOST_SEARCHED = 4096;

function fitted(value: unknown, { room }: PlacedColumn, { wanted, theme: { glyphs }, role }: CellLook): SpanLine {
  const align = typeof value === 'number' ? 'right' : 'left';
  if (wanted === undefined) {
    return cellSpans(cellText(value, room), { room, align, glyphs }, role);
  }
  const text = cellText(value, MOST_SEARCHED);
  const shown = cutBefore(text, { at: foundAt(text, wanted), wanted, room, glyphs });
  return cellSpans(shown, { room, align, glyphs }, role);
}

interface FoundPlace {
  readonly at: number;
  readonly wanted: string;
  readonly room: number;
  readonly glyphs: Glyphs;
}

/** What stands before a match leaves where the match would be cut. */
function cutBefore(text: string, { at, wanted, room, glyphs }: FoundPlace): string {
  const end = at + wanted.length;
  const isSeen = shortWidth(text.slice(0, end)) <= room - (end < text.length ? 1 : 0);
  const from = Math.max(0, at - Math.floor(room / 4));
  return at === -1 || isSeen ? text : glyphs.ellipsis + text.slice(placeholderStart(text, from));
}

/** The text with its placeholders, and what is searched for, standing out. */
export function markedSpans(text: string, state: Pick<PagerState, 'search'>, role?: Role): SpanLine {
  return redactedSpans(text, role).flatMap((span) => foundSpans(span, state));
}

/** What is searched for stands out, also within the cell under the cursor. */
export function foundSpans(span: Span, { search }: Pick<PagerState, 'search'>): SpanLine {
  if (search === undefined || span.role === 'redacted') {
    return [span];
  }
  const { length } = search.text;
  const places = allFound(span.text, search.text);
  const parts = places.flatMap(
    (at, index): SpanLine => [
      { ...span, text: span.text.slice(index === 0 ? 0 : (places[index - 1] ?? 0) + length, at) },
      { text: span.text.slice(at, at + length), role: 'found' },
    ],
  );
  const rest = { ...span, text: span.text.slice(places.length === 0 ? 0 : (places.at(-1) ?? 0) + length) };
  return [...parts, rest].filter((part) => part.text !== '');
}
