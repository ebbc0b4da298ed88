import { amountText } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
import { formatCell } from '../text/cells.js';
import { sliceColumns } from '../text/slice-columns.js';
import { shownColumns } from './pager-columns.js';
import {
  areUnique,
  isOrderCut,
  isText,
  type OrderState,
  type PagerState,
  type ScanState,
  type ValuesState,
  viewLength,
} from './pager-state.js';

/** Narrower screens do without words that can be guessed. */
const NARROW = 60;
const ROOMY = 100;
/** Where the view is and what goes on, the most important first. */
export function statusParts(state: PagerState, room: StatusRoom): readonly string[] {
  const { facts, filter } = state;
  const search = room.search ?? state.search;
  if (state.mode === 'values' && state.values !== undefined) {
    return valuesTexts(state.values, filter, room);
  }
  if (facts === undefined) {
    return [state.error === undefined ? 'opening the handle' : 'nothing is open'];
  }
  return [
    ...(search === undefined ? [] : [searchText(search, room)]),
    ...(state.mode === 'record' ? [rowText(state, room.row)] : rangeTexts(state, room)),
    ...(room.isReading ? [readingText(state, room.row)] : []),
    ...(state.order === undefined ? [] : [orderText(state, state.order, room)]),
    ...(state.isFollowing ? ['following'] : []),
    ...(filter === undefined ? [] : [`filter ${quoted(filter.text, room)}${scanText(filter)}`]),
    stateText(state),
    ...(state.mode === 'table' ? columnsText(state, room.columns) : []),
  ];
}

export interface StatusRoom {
  /** The number of the row under the cursor. */
  readonly row: number;
  readonly height: number;
  readonly width: number;
  readonly ellipsis: string;
  readonly isReading: boolean;
  /** What is looked for in the open row, in place of the search in all rows. */
  readonly search?: ScanState | undefined;
  /** Which match the row, or the line of the open row, is. */
  readonly match: number | undefined;
  /** The first and last column on the screen. */
  readonly columns: readonly [first: number, last: number] | undefined;
}

function rangeTexts(state: PagerState, { height, width }: StatusRoom): readonly string[] {
  const length = viewLength(state);
  const what = state.filter === undefined ? (isText(state) ? 'lines' : 'rows') : 'matches';
  const soFar = state.filter?.status === 'running' ? ' so far' : '';
  if (state.facts?.kind === 'map') {
    return ['a map of placeholders'];
  }
  if (length === 0) {
    return [`no ${what}${soFar}`];
  }
  const last = Math.min(length, state.top + height) - 1;
  const at = length <= 1 ? 100 : (state.cursor / (length - 1)) * 100;
  const range = `${formatCount(state.top + 1)}-${formatCount(last + 1)}`;
  const text = width < NARROW ? `${range}/${formatCount(length)}` : `${what} ${range} of ${formatCount(length)}`;
  return [`${text}${soFar}`, percent(at)];
}

function rowText(state: PagerState, row: number): string {
  const what = isText(state) ? 'line' : 'row';
  return `${what} ${formatCount(row + 1)} of ${formatCount(state.facts?.total_rows ?? 0)}`;
}

/** Two digits that mean something, and 100 % only at the very end. */
export function percent(value: number): string {
  if (value === 0 || value >= 100) {
    return `${Math.round(value)} %`;
  }
  const text = value < 1 ? value.toFixed(2) : value.toFixed(value < 10 ? 1 : 0);
  const told: Readonly<Record<string, string>> = { '0.00': '0', '100': '99' };
  return `${told[text] ?? text} %`;
}

/** What text shows depends on all of it before, so a far line is on the way for a while. */
function readingText({ passed }: PagerState, row: number): string {
  return passed === undefined
    ? 'reading'
    : `reading ${percent(Math.min(99.9, (passed / Math.max(1, row)) * 100))}, esc stops`;
}

/** What was sorted, where not all rows could be. */
function orderText(state: PagerState, order: OrderState, room: StatusRoom): string {
  if (order.status === 'running') {
    return `sorting by ${quotedName(order.field, room)} ${percent(scannedPart(order))}, esc stops`;
  }
  const isCut = isOrderCut(state);
  const direction = order.descending ? 'descending' : 'ascending';
  const isShort = room.width < (isCut ? ROOMY : NARROW);
  const by = `by ${quotedName(order.field, room)}${isShort ? ` ${direction.slice(0, -6)}.` : `, ${direction}`}`;
  const isWhole = order.scanned >= (state.facts?.total_rows ?? 0);
  const all = formatCount(isWhole ? (state.filter?.matches ?? order.scanned) : order.scanned);
  if (isCut) {
    return `the first ${formatCount(order.rows ?? 0)} of ${isWhole ? all : `the ${all} looked at`} ${by}`;
  }
  return `${by}${isWhole ? '' : ` (of the first ${all})`}`;
}

function valuesTexts(values: ValuesState, filter: ScanState | undefined, room: StatusRoom): readonly string[] {
  const { counted, status } = values;
  const more = counted?.is_exact === false ? 'more than ' : '';
  const different = counted === undefined ? [] : [`${more}${amountText(counted.different, 'values')}`];
  const part = percent(scannedPart(values));
  return [
    quotedName(values.field, room),
    ...different,
    ...(status === 'running' ? [`counting ${part}, esc stops`] : []),
    ...uniqueText(values),
    `${status === 'stopped' ? 'stopped after ' : ''}${amountText(counted?.rows ?? 0, 'rows')}`,
    ...(counted?.is_exact === false ? ['rare ones were given up'] : []),
    ...(counted !== undefined && counted.values.length < counted.different
      ? [`${areUnique(values) ? 'the first' : 'the most frequent'} ${formatCount(counted.values.length)} are shown`]
      : []),
    ...(filter === undefined ? [] : [`filter ${quoted(filter.text, room)}`]),
  ];
}

/** Nothing can be compared then. Of those that were given up nobody knows. */
function uniqueText(values: ValuesState): readonly string[] {
  return areUnique(values)
    ? [values.counted?.is_exact === false ? 'hardly one comes twice' : 'no one comes twice']
    : [];
}

function quotedName(field: string, room: StatusRoom): string {
  return quoted(formatCell(field), room);
}

function stateText({ facts }: PagerState): string {
  return facts?.reason === undefined ? (facts?.state ?? '') : `${facts.state}: ${facts.reason}`;
}

/** How far it came, where that was not to the end. */
function scanText(scan: ScanState): string {
  const part = percent(scannedPart(scan));
  switch (scan.status) {
    case 'running':
      return ` (scan ${part})`;
    case 'stopped':
      return ` (scan stopped at ${part})`;
    case 'full':
      return ' (no more are kept: ask more narrowly)';
    case 'done':
      return '';
  }
}

function scannedPart({ scanned, total }: Pick<ScanState, 'scanned' | 'total'>): number {
  return total === 0 ? 100 : Math.min(100, (scanned / total) * 100);
}

/** The numbers stand first, so that they are never cut. */
function searchText(search: ScanState, room: StatusRoom): string {
  const { status, matches } = search;
  const what = matches === 1 ? 'match' : 'matches';
  const isNarrow = room.width < NARROW;
  const all = formatCount(matches);
  const found =
    room.match === undefined ? `${all} ${what}` : `${formatCount(room.match)} of ${all}${isNarrow ? '' : ` ${what}`}`;
  const wanted = `${isNarrow ? '/' : 'for '}${quoted(search.text, room)}`;
  return `${found}${status === 'running' ? ' so far' : ''} ${wanted}${scanText(search)}`;
}

/** A third of the line at most: what it found matters more. */
function quoted(text: string, { width, ellipsis }: StatusRoom): string {
  return sliceColumns(text, 0, Math.max(MOST_QUOTED, Math.floor(width / 3)), ellipsis);
}

const MOST_QUOTED = 12;

function columnsText({ columns }: PagerState, shown: StatusRoom['columns']): readonly string[] {
  const count = shownColumns(columns).length;
  if (shown === undefined || (shown[0] === 0 && shown[1] === count - 1)) {
    return [];
  }
  return [`columns ${shown[0] + 1}-${shown[1] + 1} of ${count}`];
}
