import { amountText } from '../../contract/frame-account.js';
import { HANDLE_UNITS } from '../../contract/handle.js';
import { formatBytes } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { helpLines } from '../components/key-lines.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import { foundInList } from '../state/found-in-list.js';
import type { KeyTable } from '../state/key-table.js';
import type { PagerController } from '../state/pager.js';
import { PICKER_KEYS, RECORD_KEYS, TABLE_KEYS } from '../state/pager-keymap.js';
import { foundInRow } from '../state/pager-open-row.js';
import { isText, type PagerState, placedColumns } from '../state/pager-state.js';
import { statusParts } from '../state/pager-status.js';
import { fittedParts } from '../state/status-fit.js';
import { VALUES_KEYS } from '../state/values-keymap.js';
import type { Size } from '../terminal/terminal.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { mapLines } from './map-lines.js';
import { bottomLines } from './pager-bottom-lines.js';
import { commandLines } from './pager-command-lines.js';
import { pickerLines } from './pager-picker-lines.js';
import { openRowLines } from './pager-record-lines.js';
import { gutterWidth, headerLines, rowLines, wrappedFit } from './pager-rows.js';
import { valuesLines } from './pager-values-lines.js';

export interface PagerDrawing {
  readonly size: Size;
  readonly theme: Theme;
}

/** The pager as lines: a title, the heads of the columns, the rows, where one is, and the keys. */
export function pagerLines(pager: PagerController, { size, theme }: PagerDrawing): readonly SpanLine[] {
  const before = pager.store.get();
  const frame = frameOf(before, { size, theme });
  const room = { width: size.columns, height: frame.height, theme };
  const fit = wrappedFit(pager, before, room);
  if (fit !== undefined && fit.top !== before.top) {
    pager.store.dispatch({ type: 'set', change: { top: fit.top } });
  }
  pager.show({ height: fit?.count ?? frame.height, width: frame.width });
  const state = pager.store.get();
  const body = bodyLines(pager, state, room).slice(0, frame.height);
  const filled = [...body, ...Array.from({ length: frame.height - body.length }, (): SpanLine => [])];
  const lines = [
    ...frame.head,
    ...filled,
    ...frame.errors,
    statusLine(pager, state, { ...room, height: fit?.count ?? frame.height }),
    ...bottomLines(state, size, theme),
  ];
  return lines.map((line) => cutSpans(line, size.columns, theme.glyphs));
}

interface PagerFrame {
  readonly head: readonly SpanLine[];
  readonly errors: readonly SpanLine[];
  /** Of the rows. */
  readonly height: number;
  readonly width: number;
}

/** Smaller screens do without a title, and small ones without the kinds of values. */
const WITH_TITLE = 10;
const WITH_KINDS = 16;
const GAP = 2;

/** What stands around the rows, and the room it leaves to them. */
function frameOf(state: PagerState, { size, theme }: PagerDrawing): PagerFrame {
  const errors = errorLines(state, size.columns, theme).slice(0, Math.max(1, size.rows - 4));
  const head = [
    ...(size.rows >= WITH_TITLE ? [titleLine(state, size.columns, theme)] : []),
    ...(state.mode === 'table'
      ? headerLines(state, { width: size.columns, height: 0, theme }, size.rows >= WITH_KINDS)
      : []),
  ];
  const foot = bottomLines(state, size, theme).length;
  const height = Math.max(1, size.rows - head.length - errors.length - 1 - foot);
  const gutter = state.mode === 'table' ? gutterWidth(state, size.columns) : 2;
  return { head, errors, height, width: Math.max(1, size.columns - gutter) };
}

/** A part is there as a whole or not at all: the last line tells the state and the rows, too. */
function titleLine({ facts }: PagerState, width: number, { glyphs }: Theme): SpanLine {
  if (facts === undefined) {
    return [];
  }
  const about = [
    { text: facts.capability_id ?? '', weight: 4 },
    { text: amountText(facts.total_rows, HANDLE_UNITS[facts.kind]), weight: 3 },
    { text: formatBytes(facts.size_bytes), weight: 1 },
    { text: facts.state, weight: 2 },
  ];
  const room = width - facts.handle_id.length - GAP;
  return [
    { text: facts.handle_id, role: 'strong' },
    { text: `${' '.repeat(GAP)}${fittedParts(about, room).join(` ${glyphs.dot} `)}`, role: 'faint' },
  ];
}

interface BodyRoom {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
}

function bodyLines(pager: PagerController, state: PagerState, room: BodyRoom): readonly SpanLine[] {
  switch (state.mode) {
    case 'table':
      return state.facts?.kind === 'map' ? mapLines(state.facts, room.width) : rowLines(pager, state, room);
    case 'record':
      return openRowLines(pager, state, room);
    case 'columns':
      return pickerLines(state, room);
    case 'values':
      return valuesLines(state, room);
    case 'command':
      return commandLines(state, room.width);
    case 'help':
      return scrolled(helpLines(...helpOf(state), room.width, room.theme), state.lineTop, room.height);
  }
}

function helpOf({ helpOver }: PagerState): [string, KeyTable] {
  switch (helpOver) {
    case 'columns':
      return ['Keys of the columns', PICKER_KEYS];
    case 'record':
      return ['Keys of an open row', RECORD_KEYS];
    case 'values':
      return ['Keys of counted values', VALUES_KEYS];
    default:
      return ['Keys of the pager', TABLE_KEYS];
  }
}

function scrolled(lines: readonly SpanLine[], top: number, height: number): readonly SpanLine[] {
  const last = Math.max(0, lines.length - height);
  return lines.slice(Math.min(top, last), Math.min(top, last) + height);
}

/** What is wrong with what was typed, or what failed. */
function errorLines({ error, prompt }: PagerState, width: number, theme: Theme): readonly SpanLine[] {
  if (prompt?.problem !== undefined) {
    return wrapText(terminalSafeLine(prompt.problem), width).map((text) => [{ text, role: 'warn' }]);
  }
  if (error === undefined) {
    return [];
  }
  const { code, message, hint } = error;
  const said = wrapText(terminalSafeLine(message), width - 2).map((text): SpanLine => [{ text: `  ${text}` }]);
  const advice = hint === undefined ? [] : wrapText(terminalSafeLine(hint), width - 2);
  return [
    [{ text: `${theme.glyphs.cross} ${code}`, role: 'bad' }],
    ...said,
    ...advice.map((text): SpanLine => [{ text: `  ${text}`, role: 'faint' }]),
  ];
}

function statusLine(pager: PagerController, state: PagerState, { width, height, theme }: BodyRoom): SpanLine {
  const placed = placedColumns(state, width - gutterWidth(state, width));
  const [first, last] = [placed.find(({ index }) => index >= state.left), placed.at(-1)];
  const columns =
    first === undefined || last === undefined || isText(state) ? undefined : ([first.index, last.index] as const);
  const row = pager.rowNumber(state.cursor) ?? state.cursor;
  const inside = searchInRow(pager, state) ?? foundInList(state);
  const parts = statusParts(state, {
    row,
    ellipsis: theme.glyphs.ellipsis,
    search: inside?.search,
    match: inside === undefined ? pager.scans.ordinalOf(row) : inside.match,
    height,
    width,
    isReading: pager.isWaiting(),
    columns,
  });
  return [{ text: parts.join(` ${theme.glyphs.dot} `), role: 'accent' }];
}

function searchInRow(pager: PagerController, { mode, found }: PagerState) {
  if (mode !== 'record' || found === undefined) {
    return undefined;
  }
  const { matches, match } = foundInRow(pager, found);
  return { search: { text: found, matches, scanned: 0, total: 0, status: 'done' as const }, match };
}
