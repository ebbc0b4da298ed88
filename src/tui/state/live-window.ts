import type { Held, LiveState, PaneEntry } from './live.js';

/** Lines an entry takes. */
type HeightOf = (entry: PaneEntry) => number;

/** The first entry from which on all the others fit into the room; the last one always counts. */
export function lastTop(entries: readonly PaneEntry[], room: number, heightOf: HeightOf): number {
  let used = 0;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    used += entry === undefined ? 0 : heightOf(entry);
    if (used > room) {
      return Math.min(index + 1, entries.length - 1);
    }
  }
  return 0;
}

export interface ScrollView {
  /** What the pane holds when it is stopped now. */
  readonly entries: readonly PaneEntry[];
  readonly pushed: number;
  /** Lines there are for entries. */
  readonly room: number;
  readonly heightOf: HeightOf;
}

export type Scroll = 'up' | 'down' | 'page-up' | 'page-down' | 'top' | 'bottom';

/** Where a scroll key leads: to a pane held still, to one that follows, or nowhere. */
export function scrolled(state: LiveState, scroll: Scroll, view: ScrollView): Held | 'follow' | undefined {
  const { held } = state;
  const entries = held?.entries ?? view.entries;
  const last = lastTop(entries, view.room, view.heightOf);
  // Facts are read from their beginning; all else is followed at its end.
  const start = state.tab === 'facts' ? 0 : last;
  const top = Math.min(last, Math.max(0, (held?.top ?? start) + distanceOf(scroll, view.room)));
  if (scroll === 'bottom' || (top >= last && isForward(scroll) && held?.top === last)) {
    return state.tab === 'facts' && scroll === 'bottom' ? heldAt(last) : held?.by === 'space' ? heldAt(last) : 'follow';
  }
  return held === undefined && top === start ? undefined : heldAt(top);

  function heldAt(at: number): Held {
    return held === undefined ? { by: 'scroll', entries, top: at, pushed: view.pushed } : { ...held, top: at };
  }
}

function isForward(scroll: Scroll): boolean {
  return scroll === 'down' || scroll === 'page-down';
}

function distanceOf(scroll: Scroll, room: number): number {
  const page = Math.max(1, room - 1);
  const distances = { up: -1, down: 1, 'page-up': -page, 'page-down': page, top: Number.NEGATIVE_INFINITY, bottom: 0 };
  return distances[scroll];
}
