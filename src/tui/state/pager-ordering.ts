import type { RowOrder } from '../../contract/expansion.js';
import { formatCell } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { createOrderedRows, type OrderedBeginning, type OrderedPart, type OrderedRows } from './ordered-rows.js';
import { filterPart, type GatheringPorts } from './pager-gathering-ports.js';
import { moveTo } from './pager-moves.js';
import { startScan } from './pager-scan.js';
import type { PagerState, SortKey } from './pager-state.js';
import { thrownError } from './thrown-error.js';

/** The order of rows by a column: one pass for its beginning, and one for each stretch of it that is gone to. */
export interface Ordering {
  readonly order: (keys: readonly SortKey[]) => void;
  /** Only these rows, in this order, until they are left. */
  readonly only: (rows: readonly number[]) => void;
  /** The rows stand in their own order again, or as they were sorted before only some were shown. */
  readonly leave: () => void;
  /** The filter is another one. */
  readonly again: () => void;
  /** Sees to it that the places on the screen are known. */
  readonly want: () => void;
  /** Gives up what goes on, and keeps what was gathered so far. */
  readonly stop: () => void;
  readonly close: () => void;
}

/** So many passes find every place: the first tells where the others are to begin. */
const MOST_PASSES = 6;

export function createOrdering({ store, find, room, scans, onOtherRows, want }: GatheringPorts): Ordering {
  let stopScan = (): void => undefined;
  // Of a pass that may be stopped: what it had the last time it said so.
  let latest: (OrderedBeginning & { readonly scanned: number }) | undefined;
  let ordered: OrderedRows | undefined;
  let isGoingOn = false;
  let passes = 0;
  let sortedBefore: readonly SortKey[] = [];
  // Where the person was when all on the screen was known.
  let lastKnown = 0;

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function patch(change: Partial<NonNullable<PagerState['order']>>): void {
    const { order: now } = store.get();
    if (now !== undefined) {
      set({ order: { ...now, ...change } });
    }
  }

  function order(keys: readonly SortKey[]): void {
    const { order: before, facts } = store.get();
    stopScan();
    isGoingOn = false;
    latest = undefined;
    const total = facts?.total_rows ?? 0;
    set({ order: { keys, scanned: 0, total, status: 'running', rows: before?.rows }, notice: undefined });
    stopScan = startScan(
      find,
      { order: rowOrder(keys), ...filterPart(store.get()) },
      {
        onPart({ ordered: rows, among, scanned, total: all }) {
          if (rows !== undefined) {
            latest = { rows, scanned, count: among?.rows ?? rows.length, sample: among?.sample ?? [] };
          }
          patch({ scanned, total: all });
          return true;
        },
        onEnd: () => apply('done'),
        onFailure: failed,
      },
    );
  }

  function only(rows: readonly number[]): void {
    const { order: now, facts, cursor } = store.get();
    const row = scans.rowAt(cursor);
    stopScan();
    isGoingOn = false;
    latest = undefined;
    sortedBefore = now?.keys ?? [];
    const total = facts?.total_rows ?? 0;
    stand(createOrderedRows({ rows, count: rows.length, sample: [] }));
    set({ order: { keys: [], areMarked: true, scanned: total, total, status: 'done', rows: rows.length } });
    onOtherRows();
    const place = row === undefined ? 0 : Math.max(0, rows.indexOf(row));
    set({ ...moveTo({ ...store.get(), top: 0 }, place, room()), isFollowing: false, notice: undefined });
    want();
  }

  function stand(rows: OrderedRows): void {
    ordered = rows;
    passes = 0;
    scans.inOrder(rows);
  }

  function failed(error: unknown): void {
    leave();
    set({ error: thrownError(error) });
  }

  /** Whoever sorts wants to see what comes first. */
  function apply(status: 'done' | 'stopped'): void {
    if (latest === undefined) {
      leave();
      return;
    }
    const rows = createOrderedRows(latest);
    stand(rows);
    patch({ status, rows: rows.count, scanned: latest.scanned });
    set({ columns: widenedFor(store.get()) });
    onOtherRows();
    set({ ...moveTo({ ...store.get(), top: 0 }, 0, room()), isFollowing: false });
    latest = undefined;
    want();
  }

  function wantPlaces(): void {
    const { order: now, top, cursor } = store.get();
    if (now?.rows === undefined || now.status === 'running' || ordered === undefined) {
      return;
    }
    const place = ordered.missing(top, top + Math.max(1, room().height));
    if (place === undefined) {
      passes = 0;
      lastKnown = cursor;
    } else if (passes < MOST_PASSES) {
      passes += 1;
      goOn(ordered, place);
    } else {
      passes = 0;
      set({ ...moveTo(store.get(), lastKnown, room()), notice: 'that place in the order was not found' });
    }
  }

  /** One pass over all rows for those that come behind one of them. */
  function goOn(rows: OrderedRows, place: number): void {
    const { order: now } = store.get();
    const after = rows.before(place);
    if (now === undefined || after === undefined) {
      return;
    }
    let part: OrderedPart | undefined;
    isGoingOn = true;
    patch({ status: 'running', scanned: 0 });
    stopScan = startScan(
      find,
      { order: { ...rowOrder(now.keys), after }, ...filterPart(store.get()) },
      {
        onPart({ ordered: more = [], among, scanned }) {
          part = among === undefined ? undefined : { after, before: among.before, rows: more };
          patch({ scanned });
          return true;
        },
        onEnd() {
          if (part !== undefined) {
            rows.add(part);
          }
          settle();
          onOtherRows();
          want();
        },
        onFailure: failed,
      },
    );
  }

  function settle(): void {
    isGoingOn = false;
    patch({ status: 'done', scanned: store.get().order?.total ?? 0 });
  }

  function leave(): void {
    const state = store.get();
    if (state.order === undefined) {
      return;
    }
    stopScan();
    isGoingOn = false;
    ordered = undefined;
    const row = scans.rowAt(state.cursor) ?? 0;
    const isShown = state.order.rows !== undefined;
    set({ order: undefined });
    if (isShown) {
      scans.inOrder(undefined);
      onOtherRows();
      const place = scans.placeOf(row);
      set(moveTo(store.get(), place === 'wait' ? 0 : place, room()));
    }
    if (state.order.areMarked === true && sortedBefore.length > 0) {
      order(sortedBefore);
    }
    want();
  }

  return {
    order,
    only,
    leave,
    again() {
      const { order: now } = store.get();
      if (now?.areMarked === true) {
        leave();
      } else if (now !== undefined) {
        ordered = undefined;
        set({ order: { ...now, rows: undefined } });
        order(now.keys);
      }
    },
    want: wantPlaces,
    stop() {
      stopScan();
      if (isGoingOn) {
        settle();
        set(moveTo(store.get(), lastKnown, room()));
        want();
      } else {
        apply('stopped');
      }
    },
    close: () => stopScan(),
  };
}

function rowOrder([first, ...thenBy]: readonly SortKey[]): RowOrder {
  return {
    field: first?.field ?? '',
    descending: first?.descending === true,
    ...(thenBy.length === 0 ? {} : { thenBy }),
  };
}

/** The direction stands beside the name of the column. */
function widenedFor({ columns, order }: PagerState): PagerState['columns'] {
  return columns.map((column) => {
    const least = displayWidth(formatCell(column.name)) + ARROW;
    return order?.keys.some(({ field }) => field === column.name) === true
      ? { ...column, width: Math.max(column.width, least), usual: Math.max(column.usual ?? 0, least) }
      : column;
  });
}

const ARROW = 2;
