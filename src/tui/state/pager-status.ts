import { formatCount } from '../../contract/quantities.js';
import { shownColumns } from './pager-columns.js';
import {
  isOrderCut,
  isText,
  type OrderState,
  type PagerState,
  type ScanState,
  type SortKey,
  viewLength,
} from './pager-state.js';
import { fittedParts, type StatusPart } from './status-fit.js';
import {
  NARROW,
  percent,
  quoted,
  quotedName,
  type StatusRoom,
  scannedPart,
  scanText,
  searchTexts,
  stoppable,
  WEIGHT,
} from './status-words.js';
import { valuesTexts } from './values-status.js';

const ROOMY = 100;

/** Where the view is and what goes on, as far as there is room for it. */
export function statusParts(state: PagerState, room: StatusRoom): readonly string[] {
  return fittedParts(allParts(state, room), room.width);
}

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
    ...(state.jump === undefined
      ? []
      : stoppable('looking for', ` ${quoted(state.jump.text, room)}`, scannedPart(state.jump))),
    ...(state.order === undefined ? [] : orderTexts(state, state.order, room)),
    ...(state.marked.length === 0
      ? []
      : [{ text: `${formatCount(state.marked.length)} marked`, weight: WEIGHT.state }]),
    ...(state.isFollowing ? [{ text: 'following', weight: WEIGHT.words }] : []),
    ...(filter === undefined ? [] : filterTexts(filter, room)),
    { text: stateText(state), weight: WEIGHT.state },
    ...(state.mode === 'table' ? columnsText(state, room.columns) : []),
  ];
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
  const row = `${formatCount(state.cursor + 1)}/${formatCount(length)}${soFar}`;
  const text = width < NARROW ? short : `${what} ${range} of ${formatCount(length)}`;
  return [
    {
      text: `${text}${soFar}`,
      weight: WEIGHT.place,
      shorter: { text: `${short}${soFar}`, weight: WEIGHT.short, shorter: { text: row, weight: WEIGHT.progress } },
    },
    { text: percent(at), weight: WEIGHT.share },
  ];
}

function rowText(state: PagerState, row: number): StatusPart {
  const what = isText(state) ? 'line' : 'row';
  const text = `${what} ${formatCount(row + 1)} of ${formatCount(state.facts?.total_rows ?? 0)}`;
  return { text, weight: WEIGHT.place };
}

/** What text shows depends on all of it before, so a far line is on the way for a while. */
function readingTexts({ passed }: PagerState, row: number): readonly StatusPart[] {
  return passed === undefined
    ? [{ text: 'reading', weight: WEIGHT.progress }]
    : stoppable('reading', '', Math.min(99.9, (passed / Math.max(1, row)) * 100));
}

/** What was sorted, where not all rows could be. */
function orderTexts(state: PagerState, order: OrderState, room: StatusRoom): readonly StatusPart[] {
  return order.status === 'running'
    ? stoppable(
        'sorting',
        ` by ${order.keys.map(({ field }) => quotedName(field, room)).join(', ')}`,
        scannedPart(order),
      )
    : [{ text: orderText(state, order, room), weight: WEIGHT.order }];
}

function orderText(state: PagerState, order: OrderState, room: StatusRoom): string {
  if (order.areMarked === true) {
    return 'marked rows alone';
  }
  const isCut = isOrderCut(state);
  const isShort = room.width < (isCut ? ROOMY : NARROW);
  const by = `by ${order.keys.map((key) => keyText(key, isShort, room)).join(isShort ? ', ' : ', then ')}`;
  const isWhole = order.scanned >= (state.facts?.total_rows ?? 0);
  const all = formatCount(isWhole ? (state.filter?.matches ?? order.scanned) : order.scanned);
  if (isCut) {
    return `the first ${formatCount(order.rows ?? 0)} of ${isWhole ? all : `the ${all} looked at`} ${by}`;
  }
  return `${by}${isWhole ? '' : ` (of the first ${all})`}`;
}

function keyText({ field, descending }: SortKey, isShort: boolean, room: StatusRoom): string {
  const direction = descending ? 'descending' : 'ascending';
  return `${quotedName(field, room)}${isShort ? ` ${direction.slice(0, -6)}.` : `, ${direction}`}`;
}

function stateText({ facts }: PagerState): string {
  return facts?.reason === undefined ? (facts?.state ?? '') : `${facts.state}: ${facts.reason}`;
}

/** How far the filter came is told for as long as its own text is. */
function filterTexts(filter: ScanState, room: StatusRoom): readonly StatusPart[] {
  return [{ text: `filter ${quoted(filter.text, room)}${scanText(filter)}`, weight: WEIGHT.words }];
}

function columnsText({ columns }: PagerState, shown: StatusRoom['columns']): readonly StatusPart[] {
  const count = shownColumns(columns).length;
  if (shown === undefined || (shown[0] === 0 && shown[1] === count - 1)) {
    return [];
  }
  return [{ text: `columns ${shown[0] + 1}-${shown[1] + 1} of ${count}`, weight: WEIGHT.columns }];
}
