import { type WindowPlan, wantedWindows, windowLength } from './pager-windows.js';

/** One row that was read; one that this reader may not see is hidden. */
export type ReadRow = { readonly value: unknown } | 'hidden';

/** Rows by their numbers, in one read through the kernel. What is missing in the answer is hidden. */
export type ReadRows = (rows: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, unknown>>;

export interface ReaderPorts {
  readonly read: ReadRows;
  /** The number of the row at a place of the view. */
  readonly rowAt: (place: number) => number | undefined;
  /** The last rows may not be decided yet. */
  readonly isGrowing: () => boolean;
  readonly onRows: (rows: readonly unknown[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the rows near those on the screen, and never more. */
export interface RowReader {
  /** Says what is on the screen now: reads what is missing, and gives up reads that nobody waits for any more. */
  readonly want: (plan: WindowPlan) => void;
  readonly row: (place: number) => ReadRow | undefined;
  readonly isReading: () => boolean;
  /** Reads again what had not come yet. */
  readonly recheck: () => void;
  /** Gives up all reads until the next `want`. */
  readonly stop: () => void;
  /** The places have other rows now. */
  readonly forget: (kept: number) => void;
  readonly held: () => number;
}

interface Window {
  readonly rows: ReadonlyMap<number, unknown>;
  /** Places up to the last one that came, while more may come. */
  readonly answered: number;
  /** Places that it was read for: the last window of a growing view is read again. */
  readonly length: number;
}

const MOST_READS = 2;

export function createRowReader(ports: ReaderPorts): RowReader {
  let windows = new Map<number, Window>();
  const reads = new Map<number, AbortController>();
  let plan: WindowPlan | undefined;
  let size = 1;
  let most = 32;

  function isMissing(window: number, now: WindowPlan): boolean {
    return (windows.get(window)?.length ?? -1) < windowLength(window, now);
  }

  function pump(): void {
    const now = plan;
    if (now === undefined) {
      return;
    }
    const wanted = wantedWindows(now);
    for (const [window, read] of reads) {
      if (!wanted.includes(window)) {
        read.abort();
      }
    }
    for (const window of wanted) {
      touch(window);
      if (reads.size < MOST_READS && isMissing(window, now) && !reads.has(window)) {
        void load(window, now);
      }
    }
  }

  /** What was looked at last is forgotten last. */
  function touch(window: number): void {
    const held = windows.get(window);
    if (held !== undefined) {
      windows.delete(window);
      windows.set(window, held);
    }
  }

  async function load(window: number, now: WindowPlan): Promise<void> {
    const stop = new AbortController();
    reads.set(window, stop);
    const length = windowLength(window, now);
    const places = Array.from({ length }, (_, index) => ports.rowAt(window * now.size + index));
    const asked = places.filter((row) => row !== undefined);
    try {
      const rows = await ports.read(asked, stop.signal);
      if (!stop.signal.aborted) {
        const last = places.findLastIndex((row) => row !== undefined && rows.has(row));
        keep(window, { rows, length, answered: ports.isGrowing() ? last + 1 : length });
        ports.onRows([...rows.values()]);
      }
    } catch (error) {
      if (!stop.signal.aborted) {
        plan = undefined;
        ports.onFailure(error);
      }
    } finally {
      if (reads.get(window) === stop) {
        reads.delete(window);
      }
      pump();
    }
  }

  function keep(window: number, rows: Window): void {
    windows.delete(window);
    windows.set(window, rows);
    for (const oldest of windows.keys()) {
      if (windows.size <= most) {
        break;
      }
      windows.delete(oldest);
    }
  }

  function stop(): void {
    plan = undefined;
    for (const read of reads.values()) {
      read.abort();
    }
  }

  return {
    want(next) {
      if (size !== next.size) {
        windows = new Map();
      }
      plan = next;
      size = next.size;
      pump();
    },
    row(place) {
      const window = windows.get(Math.floor(place / size));
      const row = ports.rowAt(place);
      if (window === undefined || row === undefined || place % size >= window.answered) {
        return undefined;
      }
      return window.rows.has(row) ? { value: window.rows.get(row) } : 'hidden';
    },
    recheck() {
      // What came stays in sight until the next read has it.
      for (const [number, window] of windows) {
        windows.set(number, { ...window, length: window.answered });
      }
    },
    isReading: () => reads.size > 0,
    stop,
    forget(kept) {
      stop();
      most = kept;
      windows = new Map();
    },
    held: () => windows.size,
  };
}
