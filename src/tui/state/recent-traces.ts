import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { Trace } from '../../contract/trace.js';
import type { Terminal } from '../terminal/terminal.js';

/** The newest traces of a principal, for what is shown beside lists. */
export interface RecentTraces {
  /** Newest first, as far as they have been read. */
  readonly seen: () => readonly Trace[];
  /** No more is read: these are all, or as many as are ever looked at. */
  readonly isRead: () => boolean;
  /** There are older ones, which are not looked at. */
  readonly isCut: () => boolean;
  /** Somebody looks at them: they are read, unless they have been since `forget`. */
  readonly want: () => void;
  /** They may have changed. What was read stays until there is something newer. */
  readonly forget: () => void;
}

interface Reading {
  readonly kernel: { readonly audit: Pick<Kernel['audit'], 'list'> };
  readonly principal: Principal;
  readonly after: Terminal['after'];
  readonly refresh: () => void;
}

/** By then what is new on the screen has been drawn, and keys had their turn. */
const DRAWN_MS = 50;
const PAGE = 100;
/** Enough to see what went on of late; what is older is not looked at. */
export const MOST_RECENT = 1000;

export function createRecentTraces(
  { kernel: { audit }, principal: { principal_id }, after, refresh }: Reading,
  fail: (error: unknown) => void,
): RecentTraces {
  let traces: readonly Trace[] = [];
  let state: 'stale' | 'reading' | 'read' = 'stale';
  let isCut = false;

  async function readOn(before: readonly Trace[]): Promise<void> {
    const page = await audit.list({ principal_id, limit: PAGE, offset: before.length });
    const all = [...before, ...page];
    if (all.length >= traces.length || page.length < PAGE) {
      traces = all;
    }
    isCut = page.length === PAGE;
    if (!isCut || all.length >= MOST_RECENT) {
      state = 'read';
    } else {
      next(all);
    }
    refresh();
  }

  function next(before: readonly Trace[]): void {
    after(DRAWN_MS, () => {
      readOn(before).catch((error: unknown) => {
        // What failed is not asked for with each drawing; the next look at the list tries again.
        state = 'read';
        fail(error);
      });
    });
  }

  return {
    seen: () => traces,
    isRead: () => state === 'read',
    isCut: () => isCut,
    want() {
      if (state === 'stale') {
        state = 'reading';
        next([]);
      }
    },
    forget() {
      state = state === 'read' ? 'stale' : state;
    },
  };
}
