import { formatCount } from '../../contract/quantities.js';
import { cellSpans } from '../components/cell-spans.js';
import type { Span } from '../components/line.js';
import { cell, cutTo, redactedSpans, type SpanLine } from '../components/span-lines.js';
import { COLUMN_GAP, cellText, memberOf, type PlacedColumn, placeColumns } from '../state/pager-columns.js';
import type { PagerController } from '../state/pager-controller.js';
import type { ReadRow } from '../state/pager-reader.js';
import { isText, type OrderState, type PagerState, viewLength } from '../state/pager-state.js';
import { formatCell, isRecord } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { allFound, foundAt } from '../text/found-text.js';
import { placeholderStart, shortWidth } from '../text/short-marks.js';
import { sliceColumns } from '../text/slice-columns.js';
import { textRowLine } from '../text/text-row.js';
import { wrapText } from '../text/wrap.js';
import type { Glyphs, Role, Theme } from '../theme.js';

export interface RowsRoom {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

const MARK = 2;
const NARROW = 60;

/** Columns that the mark and the row numbers take. */
export function gutterWidth(state: PagerState, width: number): number {
  const total = state.facts?.total_rows ?? 1;
  const widest = isText(state) ? formatCount(total) : rowName(Math.max(0, total - 1), width);
  return MARK + displayWidth(widest) + COLUMN_GAP;
}

/** Counted from 1, as people do. */
function rowName(row: number, width: number): string {
  return width < NARROW ? String(row + 1) : formatCount(row + 1);
}

/** The rows of the screen, or why there are none. */
export function rowLines(pager: PagerController, state: PagerState, room: RowsRoom): readonly SpanLine[] {
  const length = viewLength(state);
  if (length === 0) {
    return emptyLines(state, room.width);
  }
  const gutter = gutterWidth(state, room.width);
  const columns = placeColumns(state.columns, state.left, room.width - gutter);
  const count = Math.max(0, Math.min(room.height, length - state.top));
  return Array.from({ length: count }, (_, index) => {
    const place = state.top + index;
    return rowLine(pager, { state, place, gutter, columns, room });
  });
}

function emptyLines(state: PagerState, width: number): readonly SpanLine[] {
  const doubt = state.filter?.doubt;
  const doubted = doubt === undefined ? [] : wrapText(doubt, width).map((text): SpanLine => [{ text, role: 'warn' }]);
  return [[{ text: emptyText(state), role: 'faint' }], ...doubted];
}

function emptyText({ facts, filter }: PagerState): string {
  if (facts === undefined) {
    return '';
  }
  if (filter !== undefined) {
    return filter.status === 'running' ? 'no match so far' : 'no row fits the filter';
  }
  return facts.state === 'open' ? 'no rows so far' : 'the result has no rows';
}

interface RowPlace {
  readonly state: PagerState;
  readonly place: number;
  readonly gutter: number;
  readonly columns: readonly PlacedColumn[];
  readonly room: RowsRoom;
}

function rowLine(pager: PagerController, at: RowPlace): SpanLine {
  const { state, place, gutter, room } = at;
  const isCurrent = place === state.cursor;
  const row = pager.reader.row(place);
  const { glyphs } = room.theme;
  const mark = { text: isCurrent ? '> ' : '  ', role: 'accent' as const };
  const number = pager.rowNumber(place) ?? place;
  const name = isText(state) ? lineName(row, number) : rowName(number, room.width);
  const head: Span = {
    text: `${cell(name, gutter - MARK - COLUMN_GAP, glyphs, 'right')}${' '.repeat(COLUMN_GAP)}`,
    role: isCurrent ? 'strong' : 'faint',
  };
  if (row === undefined || row === 'hidden') {
    return [mark, head, { text: row === undefined ? glyphs.ellipsis : '(not for this reader)', role: 'faint' }];
  }
  const content = isText(state) ? textSpans(row.value, at) : recordSpans(row.value, at);
  return [mark, head, ...content];
}

/** Lines are numbered as in the text, from 1; where a long one goes on in another row there is no number. */
function lineName(row: ReadRow | undefined, number: number): string {
  const { line, piece } = typeof row === 'object' && isRecord(row.value) ? row.value : {};
  if (typeof line !== 'number') {
    return formatCount(number + 1);
  }
  return typeof piece === 'number' && piece > 1 ? '+' : formatCount(line);
}

function textSpans(row: unknown, { state, place, gutter, room }: RowPlace): SpanLine {
  const { source, line } = textRowLine(row);
  const width = room.width - gutter - displayWidth(source);
  const shown = sliceColumns(line, state.left, width, room.theme.glyphs.ellipsis);
  const head: readonly Span[] = source === '' ? [] : [{ text: source, role: 'accent' }];
  return [...head, ...markedSpans(shown, state, place === state.cursor ? 'strong' : undefined)];
}

function recordSpans(row: unknown, { state, place, columns, room }: RowPlace): SpanLine {
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
function foundSpans(span: Span, { search }: Pick<PagerState, 'search'>): SpanLine {
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

/** The names of the columns that stay in sight, and what kind of values they have. */
export function headerLines(state: PagerState, { width, theme }: RowsRoom, hasKinds: boolean): readonly SpanLine[] {
  if (isText(state) || state.columns.length === 0) {
    return [];
  }
  const gutter = gutterWidth(state, width);
  const placed = placeColumns(state.columns, state.left, width - gutter);
  const blank: Span = { text: ' '.repeat(gutter) };
  const gap: Span = { text: ' '.repeat(COLUMN_GAP) };
  const line = (spanOf: (column: PlacedColumn) => Span): SpanLine => [
    blank,
    ...placed.flatMap((column, index) => (index === 0 ? [spanOf(column)] : [gap, spanOf(column)])),
  ];
  const names = line((column) => ({
    text: nameCell(column, state.order, theme),
    role: column.index === state.column ? 'selected' : 'strong',
  }));
  const kinds = line((column) => ({ text: headCell(kindName(column), column, theme), role: 'faint' }));
  return hasKinds ? [names, kinds] : [names];
}

/** Of a sorted column the direction stands beside the name. */
function nameCell(column: PlacedColumn, order: OrderState | undefined, theme: Theme): string {
  const name = formatCell(column.name);
  if (order?.field !== column.name || order.rows === undefined || column.room < 3) {
    return headCell(name, column, theme);
  }
  const sign = order.descending ? theme.glyphs.descending : theme.glyphs.ascending;
  const cut = cutTo(name, column.room - displayWidth(sign) - 1, theme.glyphs);
  return headCell(`${cut} ${sign}`, column, theme);
}

function kindName({ kind }: PlacedColumn): string {
  return kind === 'none' ? '' : kind;
}

function headCell(text: string, column: PlacedColumn, { glyphs }: Theme): string {
  return cell(text, column.room, glyphs, column.kind === 'num' ? 'right' : 'left');
}
