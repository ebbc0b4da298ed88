import { formatCell } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { createOrderedRows, type OrderedRows } from './ordered-rows.js';
import { moveTo, type PagerRoom } from './pager-moves.js';
import { type FindRows, startScan } from './pager-scan.js';
import type { PagerEvent, PagerState } from './pager-state.js';
import type { Store } from './store.js';
import { thrownError } from './thrown-error.js';

export interface GatheringPorts {
  readonly store: Store<PagerState, PagerEvent>;
  readonly find: FindRows;
  readonly room: () => PagerRoom;
  readonly scans: {
    readonly inOrder: (rows: OrderedRows | undefined) => void;
    readonly rowAt: (place: number) => number | undefined;
    readonly placeOf: (row: number) => number | 'wait';
  };
  /** The places of the view have other rows now. */
  readonly onOtherRows: () => void;
  readonly want: () => void;
}

/** What takes one pass over all rows, or those that fit the filter: their order by a column, and its values counted. */
export interface Gathering {
  readonly order: (field: string, descending: boolean) => void;
  /** The rows stand in their own order again. */
  readonly leaveOrder: () => void;
  /** The filter is another one. */
  readonly orderAgain: () => void;
  readonly count: (field: string) => void;
  /** Both give up what goes on, and keep what was gathered so far. */
  readonly stopOrder: () => void;
  readonly stopCount: () => void;
  readonly close: () => void;
}

export function createGathering({ store, find, room, scans, onOtherRows, want }: GatheringPorts): Gathering {
  let stopOrder = (): void => undefined;
  let stopCount = (): void => undefined;
  // Of a pass that may be stopped: what it had the last time it said so.
  let latest: { readonly rows: readonly number[]; readonly scanned: number } | undefined;

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function filterPart(): { readonly filter?: string } {
    const { filter } = store.get();
    return filter === undefined ? {} : { filter: filter.text };
  }

  function order(field: string, descending: boolean): void {
    const { order: before, facts } = store.get();
    stopOrder();
    latest = undefined;
    const total = facts?.total_rows ?? 0;
    set({ order: { field, descending, scanned: 0, total, status: 'running', rows: before?.rows }, notice: undefined });
    stopOrder = startScan(
      find,
      { order: { field, descending }, ...filterPart() },
      {
        onPart({ ordered, scanned, total: all }) {
          latest = ordered === undefined ? latest : { rows: ordered, scanned };
          patchOrder({ scanned, total: all });
          return true;
        },
        onEnd: () => apply('done'),
        onFailure(error) {
          leaveOrder();
          set({ error: thrownError(error) });
        },
      },
    );
  }

  function patchOrder(change: Partial<NonNullable<PagerState['order']>>): void {
    const { order: now } = store.get();
    if (now !== undefined) {
      set({ order: { ...now, ...change } });
    }
  }

  /** Whoever sorts wants to see what comes first. */
  function apply(status: 'done' | 'stopped'): void {
    if (latest === undefined) {
      leaveOrder();
      return;
    }
    const rows = createOrderedRows(latest.rows);
    scans.inOrder(rows);
    patchOrder({ status, rows: rows.count, scanned: latest.scanned });
    set({ columns: widenedFor(store.get()) });
    onOtherRows();
    set({ ...moveTo({ ...store.get(), top: 0 }, 0, room()), isFollowing: false });
    latest = undefined;
    want();
  }

  function leaveOrder(): void {
    const state = store.get();
    if (state.order === undefined) {
      return;
    }
    stopOrder();
    const row = scans.rowAt(state.cursor) ?? 0;
    const isShown = state.order.rows !== undefined;
    set({ order: undefined });
    if (isShown) {
      scans.inOrder(undefined);
      onOtherRows();
      const place = scans.placeOf(row);
      set(moveTo(store.get(), place === 'wait' ? 0 : place, room()));
    }
    want();
  }

  function count(field: string): void {
    const { facts, mode: from } = store.get();
    stopCount();
    const total = facts?.total_rows ?? 0;
    set({
      mode: 'values',
      values: { field, from, counted: undefined, scanned: 0, total, status: 'running', cursor: 0, top: 0 },
    });
    stopCount = startScan(
      find,
      { count: field, ...filterPart() },
      {
        onPart({ counted, scanned, total: all }) {
          patchValues({ scanned, total: all, ...(counted === undefined ? {} : { counted }) });
          return true;
        },
        onEnd: () => patchValues({ status: 'done' }),
        onFailure(error) {
          set({ mode: 'table', values: undefined, error: thrownError(error) });
        },
      },
    );
  }

  function patchValues(change: Partial<NonNullable<PagerState['values']>>): void {
    const { values } = store.get();
    if (values !== undefined) {
      set({ values: { ...values, ...change } });
    }
  }

  return {
    close() {
      stopOrder();
      stopCount();
    },
    order,
    leaveOrder,
    orderAgain() {
      const { order: now } = store.get();
      if (now !== undefined) {
        set({ order: { ...now, rows: undefined } });
        order(now.field, now.descending);
      }
    },
    count,
    stopOrder() {
      stopOrder();
      apply('stopped');
    },
    stopCount() {
      stopCount();
      if (store.get().values?.status === 'running') {
        patchValues({ status: 'stopped' });
      }
    },
  };
}

/** The direction stands beside the name of the column. */
function widenedFor({ columns, order }: PagerState): PagerState['columns'] {
  return columns.map((column) => {
    const least = displayWidth(formatCell(column.name)) + ARROW;
    return column.name === order?.field
      ? { ...column, width: Math.max(column.width, least), usual: Math.max(column.usual ?? 0, least) }
      : column;
  });
}

const ARROW = 2;
