import { formatCount } from '../../contract/quantities.js';
import type { Span } from '../components/line.js';
import { cell, cutTo, type SpanLine } from '../components/span-lines.js';
import type { PagerController } from '../state/pager.js';
import { COLUMN_GAP, type PlacedColumn } from '../state/pager-columns.js';
import type { ReadRow } from '../state/pager-reader.js';
import { isText, type OrderState, type PagerState, placedColumns, viewLength } from '../state/pager-state.js';
import { formatCell, isRecord } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { type RowPlace, type RowsRoom, recordSpans, textSpans } from './pager-row-content.js';
import { wrappedLines } from './pager-wrapped-rows.js';

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
  const columns = placedColumns(state, room.width - gutter);
  const count = Math.max(0, Math.min(room.height, length - state.top));
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const place = state.top + index;
    return rowBlock(pager, { state, place, gutter, columns, room });
  });
}

/**
 * The first row of wrapped ones, so that the one under the cursor is seen whole, and how many rows are then seen whole;
 * undefined where each row has one line.
 */
export function wrappedFit(
  pager: PagerController,
  state: PagerState,
  room: RowsRoom,
): { readonly top: number; readonly count: number } | undefined {
  if (!state.isWrapped || state.mode !== 'table') {
    return undefined;
  }
  const gutter = gutterWidth(state, room.width);
  const columns = placedColumns(state, room.width - gutter);
  const length = viewLength(state);
  const heightOf = (place: number): number => rowBlock(pager, { state, place, gutter, columns, room }).length;
  let top = Math.min(state.top, state.cursor);
  let used = 0;
  for (let place = state.cursor; place >= top; place -= 1) {
    used += heightOf(place);
    if (used > room.height) {
      top = Math.min(state.cursor, place + 1);
      break;
    }
  }
  let count = 0;
  for (let left = room.height; top + count < length; count += 1) {
    left -= heightOf(top + count);
    if (left < 0) {
      break;
    }
  }
  return { top, count: Math.max(1, count) };
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

/** One line, or as many as its values need. */
function rowBlock(pager: PagerController, at: RowPlace): readonly SpanLine[] {
  const { state, place, gutter, room } = at;
  const isCurrent = place === state.cursor;
  const row = pager.reader.row(place);
  const { glyphs } = room.theme;
  const number = pager.rowNumber(place) ?? place;
  const isMarked = state.marked.includes(number);
  const mark = { text: `${isCurrent ? '>' : ' '}${isMarked ? '*' : ' '}`, role: 'accent' as const };
  const name = isText(state) ? lineName(row, number) : rowName(number, room.width);
  const head: Span = {
    text: `${cell(name, gutter - MARK - COLUMN_GAP, glyphs, 'right')}${' '.repeat(COLUMN_GAP)}`,
    role: isCurrent ? 'strong' : 'faint',
  };
  if (row === undefined || row === 'hidden') {
    return [[mark, head, { text: row === undefined ? glyphs.ellipsis : '(not for this reader)', role: 'faint' }]];
  }
  if (state.isWrapped) {
    const blank: Span = { text: ' '.repeat(gutter) };
    return wrappedLines(row.value, at).map((line, index) => (index === 0 ? [mark, head, ...line] : [blank, ...line]));
  }
  const content = isText(state) ? textSpans(row.value, at) : recordSpans(row.value, at);
  return [[mark, head, ...content]];
}

/** Lines are numbered as in the text, from 1; where a long one goes on in another row there is no number. */
function lineName(row: ReadRow | undefined, number: number): string {
  const { line, piece } = typeof row === 'object' && isRecord(row.value) ? row.value : {};
  if (typeof line !== 'number') {
    return formatCount(number + 1);
  }
  return typeof piece === 'number' && piece > 1 ? '+' : formatCount(line);
}

/** The names of the columns that stay in sight, and what kind of values they have. */
export function headerLines(state: PagerState, { width, theme }: RowsRoom, hasKinds: boolean): readonly SpanLine[] {
  if (isText(state) || state.columns.length === 0) {
    return [];
  }
  const gutter = gutterWidth(state, width);
  const placed = placedColumns(state, width - gutter);
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
  const key = order?.keys.find(({ field }) => field === column.name);
  if (key === undefined || order?.rows === undefined || column.room < 3) {
    return headCell(name, column, theme);
  }
  const sign = key.descending ? theme.glyphs.descending : theme.glyphs.ascending;
  const cut = cutTo(name, column.room - displayWidth(sign) - 1, theme.glyphs);
  return headCell(`${cut} ${sign}`, column, theme);
}

function kindName({ kind }: PlacedColumn): string {
  return kind === 'none' ? '' : kind;
}

function headCell(text: string, column: PlacedColumn, { glyphs }: Theme): string {
  return cell(text, column.room, glyphs, column.kind === 'num' ? 'right' : 'left');
}
