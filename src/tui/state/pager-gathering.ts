import { filterPart, type GatheringPorts } from './pager-gathering-ports.js';
import { createOrdering, type Ordering } from './pager-ordering.js';
import { startScan } from './pager-scan.js';
import { areUnique, type PagerState, type ValuesState } from './pager-state.js';
import { thrownError } from './thrown-error.js';

/** What takes passes over all rows, or those that fit the filter: their order by a column, and its values counted. */
export interface Gathering extends Pick<Ordering, 'order' | 'only' | 'close'> {
  readonly leaveOrder: () => void;
  readonly orderAgain: () => void;
  readonly wantOrder: () => void;
  readonly stopOrder: () => void;
  /** `summed`: the field that is summed in the rows of each value. */
  readonly count: (field: string, summed?: string) => void;
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

  function count(field: string, summed?: string): void {
    const state = store.get();
    const before = state.values;
    stopCount();
    set({ mode: 'values', values: countingOf(state, field, summed) });
    stopCount = startScan(
      find,
      { count: field, ...(summed === undefined ? {} : { sum: summed }), ...filterPart(state) },
      {
        onPart({ counted, scanned, total: all }) {
          patchValues({ scanned, total: all, ...(counted === undefined ? {} : { counted }) });
          return true;
        },
        onEnd() {
          patchValues({ status: 'done' });
          if (before === undefined) {
            rangesIfBetter();
          }
        },
        onFailure(error) {
          set({ ...without(before), error: thrownError(error) });
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
    only: ordering.only,
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

/** Counted again, with sums or without, the list stays as it was looked at. */
function countingOf({ facts, mode, values }: PagerState, field: string, summed: string | undefined): ValuesState {
  return {
    areRanges: false,
    from: mode,
    ...values,
    field,
    summed,
    areBySum: summed !== undefined && values?.areBySum === true,
    counted: undefined,
    scanned: 0,
    total: facts?.total_rows ?? 0,
    status: 'running',
    cursor: 0,
    top: 0,
  };
}

/** What stood there before a count that failed. */
function without(before: ValuesState | undefined): Pick<PagerState, 'mode' | 'values'> {
  if (before === undefined) {
    return { mode: 'table', values: undefined };
  }
  return { mode: 'values', values: { ...before, status: before.status === 'running' ? 'stopped' : before.status } };
}
