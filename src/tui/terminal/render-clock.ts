import type { Terminal } from './terminal.js';

/** 30 renders a second at most, whoever asks. */
const SHORTEST_GAP_MS = 34;
/** Renders that nobody waits for: 20 a second at most, in a part of the time at most, and at least 4 a second. */
const USUAL_GAP_MS = 50;
const COST_FACTOR = 20;
const LONGEST_GAP_MS = 250;
/** So often one render may come at once. */
const AT_ONCE_MS = 1000;

/** `answer`: a person pressed a key and waits. `first`: what they have waited for begins. */
export type Urgency = 'answer' | 'first';

export interface RenderClock {
  /** Something changed: render soon. */
  readonly request: (urgency?: Urgency) => void;
  readonly stop: () => void;
}

/** The one timer of the views. The dearer a render is on this machine, the fewer there are. */
export function createRenderClock(terminal: Pick<Terminal, 'now' | 'after'>, render: () => void): RenderClock {
  let endedAt = Number.NEGATIVE_INFINITY;
  let atOnceAt = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;
  let isStopped = false;

  function run(): void {
    dueAt = Number.POSITIVE_INFINITY;
    const startedAt = terminal.now();
    render();
    endedAt = terminal.now();
    cost = cost === 0 ? endedAt - startedAt : cost * 0.8 + (endedAt - startedAt) * 0.2;
  }

  function gapOf(urgency: Urgency | undefined): number {
    const now = terminal.now();
    if (urgency === 'first' && Math.abs(now - atOnceAt) >= AT_ONCE_MS) {
      atOnceAt = now;
      return 0;
    }
    return urgency === undefined
      ? Math.min(LONGEST_GAP_MS, Math.max(USUAL_GAP_MS, cost * COST_FACTOR))
      : SHORTEST_GAP_MS;
  }

  return {
    request(urgency) {
      const gap = gapOf(urgency);
      // A clock that was set back must not hold the next render up.
      endedAt = Math.min(endedAt, terminal.now());
      const at = endedAt + gap;
      if (isStopped || at >= dueAt) {
        return;
      }
      cancel();
      dueAt = at;
      cancel = terminal.after(Math.max(0, at - terminal.now()), run);
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
