import type { ActorPart, ActorResult, ActorRun } from '../contract/actor.js';
import type { ShownLimits } from './components/conversation-lines.js';
import { type ConversationScreen, createConversationScreen } from './screens/conversation-screen.js';
import type { Approval } from './state/conversation.js';
import { type Mounted, mount } from './terminal/mount.js';
import type { Terminal } from './terminal/terminal.js';

/** What a run is started with. */
export interface RunControls {
  /** Asks the person at the terminal; undefined where nobody can press a key. */
  readonly approve: ((approval: Approval, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Aborted: the run is to end before its next step. */
  readonly stopSignal: AbortSignal;
}

export interface ConversationOptions {
  readonly terminal: Terminal;
  readonly message: string;
  readonly start: (controls: RunControls) => ActorRun;
  readonly limits: ShownLimits;
  /** A signal from outside: aborted once, the run ends after its step. */
  readonly stop: AbortSignal;
  /** Aborted: the run ends now. */
  readonly cancel: AbortSignal;
}

const TICK_MS = 1000;

export type Refresh = Mounted['refresh'];

/** Shows one run of an agent until it ends. What was said stays on the terminal; how it ended is the result's. */
export async function runConversation(options: ConversationOptions): Promise<ActorResult> {
  const { terminal, message, start, limits } = options;
  let refresh: Refresh = () => undefined;
  const stopping = createStopping(options, {
    now: () => run.cancel('cancelled by a person'),
    tell: (how) => screen.dispatch({ type: 'stopping', how }),
    last: terminal.interrupt,
  });
  const screen = createConversationScreen({
    now: () => terminal.now(),
    refresh: (urgency) => refresh(urgency),
    progress: () => run.usage,
    limits,
    onInterrupt: stopping.next,
  });
  const approve = terminal.input === undefined ? undefined : screen.approve;
  const run = start({ approve, stopSignal: stopping.signal });
  screen.dispatch({ type: 'begin', message, at: terminal.now() });
  const mounted = mount(terminal, screen);
  refresh = mounted.refresh;
  try {
    return await followConversation(run, screen, terminal, () => mounted.refresh());
  } finally {
    stopping.close();
    mounted.close();
  }
}

interface StoppingPorts {
  readonly now: () => unknown;
  readonly tell: (how: 'after-step' | 'now') => void;
  /** What a third interrupt does. */
  readonly last: () => void;
}

interface Stopping {
  /** Aborted by whichever comes first. */
  readonly signal: AbortSignal;
  readonly next: () => void;
  readonly close: () => void;
}

/** The first interrupt ends a run after its step, the second one now, and the third is the process's; signals from outside do the same. */
export function createStopping(
  { stop, cancel }: Partial<Pick<ConversationOptions, 'stop' | 'cancel'>>,
  { now, tell, last }: StoppingPorts,
): Stopping {
  const controller = new AbortController();
  let count = 0;
  const gentle = (): void => {
    count = Math.max(count, 1);
    controller.abort();
    tell('after-step');
  };
  const hard = (): void => {
    count = 2;
    controller.abort();
    tell('now');
    now();
  };
  stop?.addEventListener('abort', gentle, { once: true });
  cancel?.addEventListener('abort', hard, { once: true });
  return {
    signal: controller.signal,
    next(): void {
      [gentle, hard, last][Math.min(count, 2)]?.();
    },
    close(): void {
      stop?.removeEventListener('abort', gentle);
      cancel?.removeEventListener('abort', hard);
    },
  };
}

/** Tells a screen everything of a run until it ended. */
export async function followConversation(
  run: ActorRun,
  screen: Pick<ConversationScreen, 'dispatch'>,
  { after }: Pick<Terminal, 'after'>,
  onTick: () => void = () => undefined,
): Promise<ActorResult> {
  let stopTicking = after(TICK_MS, tick);
  function tick(): void {
    onTick();
    stopTicking = after(TICK_MS, tick);
  }
  try {
    for await (const part of untilEnd(run)) {
      screen.dispatch({ type: 'part', part });
    }
    const result = await run.result;
    screen.dispatch({ type: 'end', result });
    return result;
  } finally {
    stopTicking();
  }
}

/** The parts; how the run ended is told by its result alone. */
export async function* untilEnd(run: ActorRun): AsyncGenerator<ActorPart> {
  try {
    yield* run;
  } catch {
    // The result holds the same error.
  }
}
