import { formatCount } from '../../contract/quantities.js';
import { leftFor, shownColumns } from './pager-columns.js';
import { isOrderCut, isText, type PagerState, viewLength } from './pager-state.js';
import { moved, windowOf } from './window-of.js';

/** The room that the rows have on the screen. */
export interface PagerRoom {
  readonly height: number;
  readonly width: number;
}

export type MoveCommand =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'half-up'
  | 'half-down'
  | 'first'
  | 'last'
  | 'left'
  | 'right'
  | 'first-column'
  | 'last-column';

/** The view after a movement among rows and columns. */
export function moveView(state: PagerState, command: MoveCommand, room: PagerRoom): PagerState {
  const page = Math.max(1, room.height - 1);
  switch (command) {
    case 'up':
      return moveBy(state, -1, room);
    case 'down':
      return moveBy(state, 1, room);
    case 'page-up':
      return pageBy(state, -page, room);
    case 'page-down':
      return pageBy(state, page, room);
    case 'half-up':
      return pageBy(state, -Math.ceil(page / 2), room);
    case 'half-down':
      return pageBy(state, Math.ceil(page / 2), room);
    case 'first':
      return moveTo(state, 0, room);
    case 'last':
      return moveTo(state, viewLength(state) - 1, room);
    case 'left':
    case 'right':
    case 'first-column':
    case 'last-column':
      return isText(state) ? shiftText(state, command, room) : moveColumn(state, command, room);
  }
}

/** Puts the cursor on a place; in the middle of the screen when it was not in sight before. */
export function moveTo(state: PagerState, place: number, { height }: PagerRoom): PagerState {
  const length = viewLength(state);
  const cursor = Math.max(0, Math.min(length - 1, place));
  const isInSight = cursor >= state.top - 1 && cursor <= state.top + height;
  const top = isInSight ? state.top : cursor - Math.floor(height / 2);
  return {
    ...state,
    cursor,
    top: windowOf(cursor, length, height, Math.max(0, top)),
    direction: cursor < state.cursor ? -1 : 1,
    isFollowing: state.isFollowing && cursor >= state.cursor,
  };
}

function moveBy(state: PagerState, by: number, room: PagerRoom): PagerState {
  return moveTo(state, moved(state.cursor, by, viewLength(state)), room);
}

/** The screen and the cursor go on together. */
function pageBy(state: PagerState, by: number, room: PagerRoom): PagerState {
  const lastTop = Math.max(0, viewLength(state) - room.height);
  const top = Math.max(0, Math.min(lastTop, state.top + by));
  const next = moveTo({ ...state, top }, moved(state.cursor, by, viewLength(state)), room);
  return { ...next, direction: by < 0 ? -1 : 1 };
}

function moveColumn(state: PagerState, command: MoveCommand, { width }: PagerRoom): PagerState {
  const count = shownColumns(state.columns).length;
  const targets: Partial<Record<MoveCommand, number>> = {
    left: state.column - 1,
    right: state.column + 1,
    'first-column': 0,
    'last-column': count - 1,
  };
  const column = Math.max(0, Math.min(count - 1, targets[command] ?? 0));
  return { ...state, column, left: leftFor(state.columns, { left: state.left, index: column, width }) };
}

/** Lines are cut, never wrapped; half a screen to the side at a time. Nobody knows the longest one. */
function shiftText(state: PagerState, command: MoveCommand, { width }: PagerRoom): PagerState {
  const step = Math.max(4, Math.floor(width / 2));
  const targets: Partial<Record<MoveCommand, number>> = { left: state.left - step, right: state.left + step };
  return { ...state, left: Math.max(0, Math.min(LONGEST_LINE, targets[command] ?? 0)) };
}

/** No row of text is longer: text is kept in pieces. */
const LONGEST_LINE = 16_384;

/** What the end of the view is, for whoever wanted to go beyond it. */
export function endText(state: PagerState): string {
  const what = state.filter === undefined ? (isText(state) ? 'line' : 'row') : 'match';
  const isGrowing = state.facts?.state === 'open' || state.filter?.status === 'running';
  const length = viewLength(state);
  if (length === 0) {
    return `there is no ${what}${isGrowing ? ' so far' : ''}`;
  }
  if (isOrderCut(state)) {
    return `only the first ${formatCount(length)} were sorted: ${state.order?.keys[0]?.descending === true ? '[' : ']'} shows those at the other end`;
  }
  return `${formatCount(length)} is the last ${what}${isGrowing ? ' so far' : ''}`;
}
