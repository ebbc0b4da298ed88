import { filterPart, type GatheringPorts } from './pager-gathering-ports.js';
import { createOrdering, type Ordering } from './pager-ordering.js';
import { startScan } from './pager-scan.js';
import { areUnique, type PagerState } from './pager-state.js';
import { thrownError } from './thrown-error.js';

/** What takes passes over all rows, or those that fit the filter: their order by a column, and its values counted. */
export interface Gathering extends Pick<Ordering, 'order' | 'close'> {
  readonly leaveOrder: () => void;
  readonly orderAgain: () => void;
  readonly wantOrder: () => void;
  readonly stopOrder: () => void;
  readonly count: (field: string) => void;
  /** Gives up what goes on, and keeps what was counted so far. */
  readonly stopCount: () => void;
}

export function createGathering(ports: GatheringPorts): Gathering {
  const { store, find } = ports;
  const ordering = createOrdering(ports);
  let stopCount = (): void => undefined;

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function count(field: string): void {
    const { facts, mode: from } = store.get();
    stopCount();
    const total = facts?.total_rows ?? 0;
    set({
      mode: 'values',
      values: {
        field,
        from,
        counted: undefined,
        scanned: 0,
        total,
        status: 'running',
        areRanges: false,
        cursor: 0,
        top: 0,
      },
    });
    stopCount = startScan(
      find,
      { count: field, ...filterPart(store.get()) },
      {
        onPart({ counted, scanned, total: all }) {
          patchValues({ scanned, total: all, ...(counted === undefined ? {} : { counted }) });
          return true;
        },
        onEnd() {
          patchValues({ status: 'done' });
          rangesIfBetter();
        },
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

  /** A list of values that come once says nothing. Whoever moves in it meanwhile keeps it. */
  function rangesIfBetter(): void {
    const { values } = store.get();
    if (values?.counted?.ranges !== undefined && values.cursor === 0 && areUnique(values)) {
      patchValues({ areRanges: true });
    }
  }

  return {
    order: ordering.order,
    leaveOrder: ordering.leave,
    orderAgain: ordering.again,
    wantOrder: ordering.want,
    stopOrder: ordering.stop,
    count,
    stopCount() {
      stopCount();
      if (store.get().values?.status === 'running') {
        patchValues({ status: 'stopped' });
      }
    },
    close() {
      ordering.close();
      stopCount();
    },
  };
}
