import { boundText, joinedFilter } from './filter-text.js';
import { memberOf } from './pager-columns.js';
import type { GatheringPorts } from './pager-gathering-ports.js';
import { moveTo } from './pager-moves.js';
import type { ReadRows } from './pager-reader.js';
import { startScan } from './pager-scan.js';
import { type PagerState, viewLength } from './pager-state.js';
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
 * The way to the first row from a time on. Where rows stand by time a few of them tell it, also that there is none; else
 * it takes a pass over all rows of the view that ends there. Where already the first of them is later the times may fall: then it is the first
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
        onEnd: () => (isFalling ? arrive(undefined) : late(time)),
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
    const state = store.get();
    set({ jump: { text: time, scanned: 0, total: state.facts?.total_rows ?? 0 }, notice: undefined });
    const timeAt = async (place: number): Promise<string | undefined> => {
      const row = scans.rowAt(place);
      const value = row === undefined ? undefined : memberOf((await read([row], signal)).get(row), field);
      return typeof value === 'string' ? value : undefined;
    };
    // What cannot be read is told by the pass.
    const place = await bisectTimes({ places: viewLength(state), timeAt, time }).catch(() => undefined);
    if (signal.aborted) {
      return;
    }
    if (place === 'earlier') {
      late(time);
    } else if (place === 'later') {
      arrive(undefined);
    } else if (place === undefined || place === 0) {
      look({ field, time }, false);
    } else {
      arrive(scans.rowAt(place));
    }
  }

  function late(time: string): void {
    set({ jump: undefined, notice: `no row is so late as ${time}` });
  }

  return {
    to(asked) {
      stopScan();
      const { filter } = store.get();
      if (filter === undefined || filter.status === 'done') {
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
