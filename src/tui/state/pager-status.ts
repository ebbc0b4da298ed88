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
import { fittedParts, NEVER, type StatusPart } from './status-fit.js';

/** Narrower screens do without words that can be guessed. */
const NARROW = 60;
const ROOMY = 100;

/** Where the view is and what goes on, as far as there is room for it. */
export function statusParts(state: PagerState, room: StatusRoom): readonly string[] {
  return fittedParts(allParts(state, room), room.width);
}

/** What gives way first where a line is short, up to what hardly ever does. */
const WEIGHT = {
  columns: 1,
  state: 2,
  share: 3,
  short: 4,
  words: 5,
  order: 6,
  progress: 7,
  place: 8,
  count: 9,
} as const;

function allParts(state: PagerState, room: StatusRoom): readonly StatusPart[] {
  const { facts, filter } = state;
  const search = room.search ?? state.search;
  if (state.mode === 'values' && state.values !== undefined) {
    return valuesTexts(state.values, filter, room);
  }
  if (facts === undefined) {
    return [{ text: state.error === undefined ? 'opening the handle' : 'nothing is open', weight: WEIGHT.count }];
  }
  return [
    ...(search === undefined ? [] : searchTexts(search, room)),
    ...(state.mode === 'record' ? [rowText(state, room.row)] : rangeTexts(state, room)),
    ...(room.isReading ? readingTexts(state, room.row) : []),
    ...(state.order === undefined ? [] : orderTexts(state, state.order, room)),
    ...(state.isFollowing ? [{ text: 'following', weight: WEIGHT.words }] : []),
    ...(filter === undefined ? [] : filterTexts(filter, room)),
    { text: stateText(state), weight: WEIGHT.state },
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
  /** What is looked for in the open row or list, in place of the search in all rows. */
  readonly search?: ScanState | undefined;
  /** Which match the row, or the line of the open row or list, is. */
  readonly match: number | undefined;
  /** The first and last column on the screen. */
  readonly columns: readonly [first: number, last: number] | undefined;
}

function rangeTexts(state: PagerState, { height, width }: StatusRoom): readonly StatusPart[] {
  const length = viewLength(state);
  const what = state.filter === undefined ? (isText(state) ? 'lines' : 'rows') : 'matches';
  const soFar = state.filter?.status === 'running' ? ' so far' : '';
  if (state.facts?.kind === 'map') {
    return [{ text: 'a map of placeholders', weight: WEIGHT.place }];
  }
  if (length === 0) {
    return [{ text: `no ${what}${soFar}`, weight: WEIGHT.place }];
  }
  const last = Math.min(length, state.top + height) - 1;
  const at = length <= 1 ? 100 : (state.cursor / (length - 1)) * 100;
  const range = `${formatCount(state.top + 1)}-${formatCount(last + 1)}`;
  const short = `${range}/${formatCount(length)}`;
  const text = width < NARROW ? short : `${what} ${range} of ${formatCount(length)}`;
  return [
    { text: `${text}${soFar}`, weight: WEIGHT.place, shorter: { text: `${short}${soFar}`, weight: WEIGHT.short } },
    { text: percent(at), weight: WEIGHT.share },
  ];
}

function rowText(state: PagerState, row: number): StatusPart {
  const what = isText(state) ? 'line' : 'row';
  const text = `${what} ${formatCount(row + 1)} of ${formatCount(state.facts?.total_rows ?? 0)}`;
  return { text, weight: WEIGHT.place };
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
function readingTexts({ passed }: PagerState, row: number): readonly StatusPart[] {
  return passed === undefined
    ? [{ text: 'reading', weight: WEIGHT.progress }]
    : stoppable('reading', '', Math.min(99.9, (passed / Math.max(1, row)) * 100));
}

/** What goes on until it is stopped: that it can be is never left out. */
function stoppable(what: string, ofWhat: string, share: number): readonly StatusPart[] {
  return [
    { text: what, weight: NEVER },
    { text: ofWhat, weight: WEIGHT.words, isTail: true },
    { text: ` ${percent(share)}`, weight: WEIGHT.progress, isTail: true },
    { text: ', esc stops', weight: NEVER, isTail: true },
  ];
}

/** What was sorted, where not all rows could be. */
function orderTexts(state: PagerState, order: OrderState, room: StatusRoom): readonly StatusPart[] {
  return order.status === 'running'
    ? stoppable('sorting', ` by ${quotedName(order.field, room)}`, scannedPart(order))
    : [{ text: orderText(state, order, room), weight: WEIGHT.order }];
}

function orderText(state: PagerState, order: OrderState, room: StatusRoom): string {
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

function valuesTexts(values: ValuesState, filter: ScanState | undefined, room: StatusRoom): readonly StatusPart[] {
  const { counted, status } = values;
  const rows = amountText(counted?.rows ?? 0, 'rows');
  const texts: readonly (readonly [text: string, weight: number])[] = [
    [status === 'stopped' ? `stopped after ${rows}` : rows, WEIGHT.place],
    ...listTexts(values),
    [filter === undefined ? '' : `filter ${quoted(filter.text, room)}`, WEIGHT.columns],
  ];
  return [
    ...(room.search === undefined ? [] : searchTexts(room.search, room)),
    { text: quotedName(values.field, room), weight: WEIGHT.order },
    { text: differentText(values), weight: WEIGHT.count },
    ...(status === 'running' ? stoppable('counting', '', scannedPart(values)) : []),
    { text: uniqueText(values), weight: WEIGHT.words },
    ...texts.map(([text, weight]) => ({ text, weight })),
  ];
}

function differentText({ counted, areRanges }: ValuesState): string {
  if (counted === undefined) {
    return '';
  }
  const more = counted.is_exact ? '' : 'more than ';
  const ranges = areRanges ? `${amountText(counted.ranges?.ranges.length ?? 0, 'ranges')} of ` : '';
  return `${ranges}${more}${amountText(counted.different, 'values')}`;
}

/** What is not in a list of values; ranges have them all. */
function listTexts(values: ValuesState): readonly (readonly [text: string, weight: number])[] {
  const { counted, areRanges } = values;
  if (counted === undefined || areRanges) {
    return [];
  }
  const which = areUnique(values) ? 'the first' : 'the most frequent';
  const shown = `${which} ${formatCount(counted.values.length)} are shown`;
  return [
    [counted.is_exact ? '' : 'rare ones were given up', WEIGHT.share],
    [counted.values.length < counted.different ? shown : '', WEIGHT.state],
  ];
}

/** Nothing can be compared then. Of those that were given up nobody knows. */
function uniqueText(values: ValuesState): string {
  if (values.areRanges || !areUnique(values)) {
    return '';
  }
  return values.counted?.is_exact === false ? 'hardly one comes twice' : 'no one comes twice';
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

/** The numbers stand first, and give way last. */
function searchTexts(search: ScanState, room: StatusRoom): readonly StatusPart[] {
  const { status, matches } = search;
  const what = matches === 1 ? 'match' : 'matches';
  const isNarrow = room.width < NARROW;
  const all = formatCount(matches);
  const found =
    room.match === undefined ? `${all} ${what}` : `${formatCount(room.match)} of ${all}${isNarrow ? '' : ` ${what}`}`;
  return [
    { text: `${found}${status === 'running' ? ' so far' : ''}`, weight: WEIGHT.count },
    { text: ` ${isNarrow ? '/' : 'for '}${quoted(search.text, room)}`, weight: WEIGHT.words, isTail: true },
    { text: scanText(search), weight: WEIGHT.share, isTail: true },
  ];
}

/** How far the filter came is told for as long as its own text is. */
function filterTexts(filter: ScanState, room: StatusRoom): readonly StatusPart[] {
  return [{ text: `filter ${quoted(filter.text, room)}${scanText(filter)}`, weight: WEIGHT.words }];
}

/** A third of the line at most: what it found matters more. */
function quoted(text: string, { width, ellipsis }: StatusRoom): string {
  return sliceColumns(text, 0, Math.max(MOST_QUOTED, Math.floor(width / 3)), ellipsis);
}

const MOST_QUOTED = 12;

function columnsText({ columns }: PagerState, shown: StatusRoom['columns']): readonly StatusPart[] {
  const count = shownColumns(columns).length;
  if (shown === undefined || (shown[0] === 0 && shown[1] === count - 1)) {
    return [];
  }
  return [{ text: `columns ${shown[0] + 1}-${shown[1] + 1} of ${count}`, weight: WEIGHT.columns }];
}
