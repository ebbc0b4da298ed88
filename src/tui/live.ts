import type { Frame } from '../contract/frame.js';
import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import { createLiveScreen, type LiveScreen, type OpenPager } from './screens/live-screen.js';
import type { LiveAbout } from './state/live.js';
import { mount } from './terminal/mount.js';
import type { Terminal } from './terminal/terminal.js';

export interface LiveOptions {
  readonly terminal: Terminal;
  /** Iterated here: nobody else may. */
  readonly run: InvokeRun;
  readonly about: LiveAbout;
  readonly openPager?: OpenPager;
  /** The view has gone while the run goes on to its end; the handle its result goes to, when that is known. */
  readonly onLeave?: (handleId: string | undefined) => void;
  /** Aborted when the process shall end: nobody is waited for then. */
  readonly signal: AbortSignal;
}

export interface LiveEnd {
  readonly result: InvokeResult;
  readonly left: 'at the end' | 'finish in background';
  /** Whoever closed it knows that the next key is for the shell. */
  readonly closedBy: 'itself' | 'person';
}

const TICK_MS = 200;

/**
 * Shows a run until it ends: then the view closes by itself, unless a person has pressed keys, which would fall into
 * the shell. Never rejects
 * because of how the run ended.
 */
export async function runLive({ terminal, run, about, openPager, onLeave, signal }: LiveOptions): Promise<LiveEnd> {
  const closing = createGate();
  let refresh = (): void => undefined;
  const screen = createLiveScreen({
    about: withAction(about, run),
    now: terminal.now,
    usage: () => run.usage,
    ...(run.facts === undefined ? {} : { facts: run.facts }),
    refresh: () => refresh(),
    hasKeys: terminal.input !== undefined,
    place: 'inline',
    cancel: () => void run.cancel('cancelled by a person'),
    leave: closing.open,
    interrupt: terminal.interrupt,
    ...(openPager === undefined ? {} : { openPager }),
  });
  const mounted = mount(terminal, screen);
  refresh = mounted.refresh;
  try {
    const ended = followRun(run, screen, terminal);
    const left = await Promise.race([ended.then(() => 'at the end' as const), closing.opened]);
    if (left === 'closed') {
      mounted.close();
      onLeave?.(screen.state().handleId);
      return { result: await ended, left: 'finish in background', closedBy: 'person' };
    }
    const stays = terminal.input !== undefined && (screen.isWatched() || screen.isTouched()) && !signal.aborted;
    if (stays) {
      signal.addEventListener('abort', closing.open, { once: true });
      await closing.opened;
    }
    screen.stay();
    return { result: await ended, left: 'at the end', closedBy: stays ? 'person' : 'itself' };
  } finally {
    signal.removeEventListener('abort', closing.open);
    mounted.close();
  }
}

/** Tells a live screen everything of a run until it ended. The screen only notes it, so the stream never waits. */
export async function followRun(
  run: InvokeRun,
  screen: Pick<LiveScreen, 'frame' | 'tick' | 'end'>,
  { after }: Pick<Terminal, 'after'>,
): Promise<InvokeResult> {
  let stop = after(TICK_MS, tick);
  function tick(): void {
    screen.tick();
    stop = after(TICK_MS, tick);
  }
  try {
    for await (const frame of untilEnd(run)) {
      screen.frame(frame);
    }
    const result = await run.result;
    screen.end(result);
    return result;
  } finally {
    stop();
  }
}

/** The frames; how the run ended is told by its result alone. */
async function* untilEnd(run: InvokeRun): AsyncGenerator<Frame> {
  try {
    yield* run;
  } catch {
    // The result holds the same error.
  }
}

function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<'closed'>((resolve) => {
    open = () => resolve('closed');
  });
  return { open: () => open(), opened };
}

/** The id of a run is that of its action; a run at a server has none until its first event. */
export function withAction(about: LiveAbout, { run_id: actionId }: Pick<InvokeRun, 'run_id'>): LiveAbout {
  return actionId === '' ? about : { ...about, actionId };
}
