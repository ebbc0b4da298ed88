import { boundText, joinedFilter } from './filter-text.js';
import { memberOf } from './pager-columns.js';
import type { GatheringPorts } from './pager-gathering-ports.js';
import { moveTo } from './pager-moves.js';
import type { ReadRows } from './pager-reader.js';
import { startScan } from './pager-scan.js';
import type { PagerState } from './pager-state.js';
import { thrownError } from './thrown-error.js';
import { AFTER_ALL, bisectTimes } from './time-bisection.js';

/** A time, as the rows write it or the beginning of it, and the column that has it. */
export interface TimeJump {
  readonly field: string;
  readonly time: string;
}

export interface Jump {
  readonly to: (asked: TimeJump) => void;
  /** Gives it up; false when none was going on. */
  readonly stop: () => boolean;
}

export interface JumpPorts extends Omit<GatheringPorts, 'onOtherRows'> {
  readonly read: ReadRows;
}

/**
 * The way to the first row from a time on. Where rows stand by time a few of them tell it; else it takes a pass over all
 * rows of the view that ends there. Where already the first of them is later the times may fall: then it is the first
 * that is not later.
 */
export function createJump({ store, find, read, room, scans, want }: JumpPorts): Jump {
  let stopScan = (): void => undefined;

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function look({ field, time }: TimeJump, isFalling: boolean): void {
    const state = store.get();
    const bound = isFalling ? boundText(field, '<', `${time}${AFTER_ALL}`) : boundText(field, '>=', time);
    set({ jump: { text: time, scanned: 0, total: state.facts?.total_rows ?? 0 }, notice: undefined });
    stopScan = startScan(
      find,
      { filter: joinedFilter(state.filter?.text, bound) },
      {
        onPart({ rows: [row], scanned, total }) {
          if (row === undefined) {
            set({ jump: { text: time, scanned, total } });
          } else if (!isFalling && scans.placeOf(row) === 0) {
            look({ field, time }, true);
          } else {
            arrive(row);
          }
          return row === undefined;
        },
        onEnd: () => (isFalling ? arrive(undefined) : set({ jump: undefined, notice: `no row is so late as ${time}` })),
        onFailure: (error) => set({ jump: undefined, error: thrownError(error) }),
      },
    );
  }

  /** undefined: already the first row is later. */
  function arrive(row: number | undefined): void {
    const place = row === undefined ? 0 : scans.placeOf(row);
    const isLost = place === 'wait' || store.get().order !== undefined;
    set({
      ...(isLost ? {} : moveTo(store.get(), place, room())),
      jump: undefined,
      isFollowing: false,
      notice: row === undefined ? 'all rows are later' : undefined,
    });
    want();
  }

  async function bisect({ field, time }: TimeJump, signal: AbortSignal): Promise<void> {
    const rows = store.get().facts?.total_rows ?? 0;
    set({ jump: { text: time, scanned: 0, total: rows }, notice: undefined });
    const timeOf = (row: unknown): string | undefined => {
      const value = memberOf(row, field);
      return typeof value === 'string' ? value : undefined;
    };
    // What cannot be read is told by the pass.
    const row = await bisectTimes({ read, rows, timeOf, time, signal }).catch(() => undefined);
    if (signal.aborted) {
      return;
    }
    if (row === undefined || row === 0) {
      look({ field, time }, false);
    } else {
      arrive(row);
    }
  }

  return {
    to(asked) {
      stopScan();
      if (store.get().filter === undefined) {
        const leaving = new AbortController();
        stopScan = () => leaving.abort();
        void bisect(asked, leaving.signal);
      } else {
        look(asked, false);
      }
    },
    stop() {
      const isRunning = store.get().jump !== undefined;
      stopScan();
      if (isRunning) {
        set({ jump: undefined });
      }
      return isRunning;
    },
  };
}
