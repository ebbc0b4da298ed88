import type { Terminal } from './terminal.js';

/** 30 renders a second at most, whoever asks. */
const SHORTEST_GAP_MS = 34;
/** Renders that nobody waits for: 20 a second at most, in a part of the time at most, and at least 4 a second. */
const USUAL_GAP_MS = 50;
const COST_FACTOR = 20;
const LONGEST_GAP_MS = 250;

export interface RenderClock {
  /** Something changed: render soon. `isAnswer`: a person pressed a key and waits. */
  readonly request: (isAnswer?: boolean) => void;
  readonly stop: () => void;
}

/** The one timer of the views. The dearer a render is on this machine, the fewer there are. */
export function createRenderClock(terminal: Pick<Terminal, 'now' | 'after'>, render: () => void): RenderClock {
  let endedAt = Number.NEGATIVE_INFINITY;
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

  return {
    request(isAnswer = false) {
      const gap = isAnswer ? SHORTEST_GAP_MS : Math.min(LONGEST_GAP_MS, Math.max(USUAL_GAP_MS, cost * COST_FACTOR));
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
