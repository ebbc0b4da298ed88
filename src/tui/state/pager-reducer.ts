import { type Column, learnColumns, learnUsual } from './pager-columns.js';
import { type HandleFacts, isText, type PagerState, type ScanState, viewLength } from './pager-state.js';

export type PagerEvent =
  | { readonly type: 'set'; readonly change: Partial<PagerState> }
  | { readonly type: 'facts'; readonly facts: HandleFacts; readonly height: number }
  | { readonly type: 'rows'; readonly rows: readonly unknown[] }
  | { readonly type: 'scan'; readonly which: 'filter' | 'search'; readonly change: Partial<ScanState> };

/** What happened to the pager, into its next state. Keys go through `pager-keys`. */
export function reducePager(state: PagerState, event: PagerEvent): PagerState {
  switch (event.type) {
    case 'set':
      return { ...state, ...event.change };
    case 'facts':
      return follow({ ...state, facts: { ...state.facts, ...event.facts } }, event.height);
    case 'rows':
      return withColumns(state, event.rows);
    case 'scan':
      return withScan(state, event.which, event.change);
  }
}

function withScan(state: PagerState, which: 'filter' | 'search', change: Partial<ScanState>): PagerState {
  const scan = state[which];
  return scan === undefined ? state : { ...state, [which]: { ...scan, ...change } };
}

function withColumns(state: PagerState, rows: readonly unknown[]): PagerState {
  if (isText(state)) {
    return state;
  }
  const columns = learnUsual(learnColumns(state.columns, rows), rows);
  return columns === state.columns ? state : { ...state, columns: hideNew(state, columns) };
}

/** Columns that first come into sight after some were chosen are not among them. */
function hideNew({ areColumnsChosen, columns: before }: PagerState, columns: readonly Column[]): readonly Column[] {
  return areColumnsChosen
    ? columns.map((column, index) => (index < before.length ? column : { ...column, isShown: false }))
    : columns;
}

/** The end of the rows stays in sight while they come. */
export function follow(state: PagerState, height: number): PagerState {
  if (!state.isFollowing) {
    return state;
  }
  const last = Math.max(0, viewLength(state) - 1);
  return { ...state, cursor: last, top: Math.max(0, last - height + 1), direction: 1 };
}
