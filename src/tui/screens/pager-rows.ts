import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Span } from '../components/line.js';
import { cell, redactedSpans, type SpanLine } from '../components/span-lines.js';
import { COLUMN_GAP, cellText, memberOf, type PlacedColumn, placeColumns } from '../state/pager-columns.js';
import type { PagerController } from '../state/pager-controller.js';
import type { ReadRow } from '../state/pager-reader.js';
import { isText, type PagerState, viewLength } from '../state/pager-state.js';
import { formatCell, isRecord } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { sliceColumns } from '../text/slice-columns.js';
import type { Role, Theme } from '../theme.js';

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

function rowName(row: number, width: number): string {
  return width < NARROW ? String(row) : formatCount(row);
}

/** The rows of the screen, or why there are none. */
export function rowLines(pager: PagerController, state: PagerState, room: RowsRoom): readonly SpanLine[] {
  const length = viewLength(state);
  if (length === 0) {
    return [[{ text: emptyText(state), role: 'faint' }]];
  }
  const gutter = gutterWidth(state, room.width);
  const columns = placeColumns(state.columns, state.left, room.width - gutter);
  const count = Math.max(0, Math.min(room.height, length - state.top));
  return Array.from({ length: count }, (_, index) => {
    const place = state.top + index;
    return rowLine(pager, { state, place, gutter, columns, room });
  });
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
  const content = isText(state) ? textSpans(row.value, at) : cellSpans(row.value, at);
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
  const { text, channel } = isRecord(row) ? row : { text: row };
  const source: readonly Span[] =
    typeof channel === 'string' ? [{ text: `${terminalSafeLine(channel).slice(0, 12)} `, role: 'accent' }] : [];
  const used = source.reduce((sum, span) => sum + displayWidth(span.text), gutter);
  const whole = typeof text === 'string' ? expandTabs(text.replace(/\n$/, '')) : formatCell(row);
  const shown = sliceColumns(terminalSafeLine(whole), state.left, room.width - used, room.theme.glyphs.ellipsis);
  return [...source, ...markedSpans(shown, state, place === state.cursor ? 'strong' : undefined)];
}

function expandTabs(text: string): string {
  let column = 0;
  return text.includes('\t')
    ? text
        .split('\t')
        .map((part, index, parts) => {
          column += part.length;
          const blanks = index === parts.length - 1 ? 0 : 8 - (column % 8);
          column += blanks;
          return part + ' '.repeat(blanks);
        })
        .join('')
    : text;
}

function cellSpans(row: unknown, { state, place, columns, room }: RowPlace): SpanLine {
  const isCurrent = place === state.cursor;
  return columns.flatMap((column, index): SpanLine => {
    const text = fitted(memberOf(row, column.name), column, room.theme);
    const gap: readonly Span[] = index === 0 ? [] : [{ text: ' '.repeat(COLUMN_GAP) }];
    if (isCurrent && column.index === state.column) {
      return [...gap, { text, role: 'selected' }];
    }
    return [...gap, ...markedSpans(text, state, isCurrent ? 'strong' : undefined)];
  });
}

function fitted(value: unknown, column: PlacedColumn, { glyphs }: Theme): string {
  const isNumber = typeof value === 'number';
  return cell(cellText(value, column.room), column.room, glyphs, isNumber ? 'right' : 'left');
}

/** The text with its placeholders, and what is searched for, standing out. */
export function markedSpans(text: string, { search }: PagerState, role?: Role): SpanLine {
  const spans = redactedSpans(text, role);
  return search === undefined
    ? spans
    : spans.flatMap((span) => (span.role === 'redacted' ? [span] : split(span, search.text)));
}

function split(span: Span, wanted: string): SpanLine {
  const small = wanted.toLowerCase();
  const text = small === wanted ? span.text.toLowerCase() : span.text;
  // Letters that change their length in lower case would shift what stands out.
  if (text.length !== span.text.length || !text.includes(wanted)) {
    return [span];
  }
  const parts: Span[] = [];
  let from = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, from)) {
    parts.push(
      { ...span, text: span.text.slice(from, at) },
      { text: span.text.slice(at, at + wanted.length), role: 'found' },
    );
    from = at + wanted.length;
  }
  return [...parts, { ...span, text: span.text.slice(from) }].filter((part) => part.text !== '');
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
    text: headCell(formatCell(column.name), column, theme),
    role: column.index === state.column ? 'selected' : 'strong',
  }));
  const kinds = line((column) => ({ text: headCell(kindName(column), column, theme), role: 'faint' }));
  return hasKinds ? [names, kinds] : [names];
}

function kindName({ kind }: PlacedColumn): string {
  return kind === 'none' ? '' : kind;
}

function headCell(text: string, column: PlacedColumn, { glyphs }: Theme): string {
  return cell(text, column.room, glyphs, column.kind === 'num' ? 'right' : 'left');
}
