import type { AgentKernel } from '../contract/agent.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import type { Receipt } from '../contract/receipt.js';
import { openConversationIn } from './screens/inner-conversation.js';
import { openLiveIn } from './screens/inner-live.js';
import { createLiveRuns } from './screens/live-runs.js';
import { createPagerScreen } from './screens/pager-screen.js';
import type { RunDefaults } from './screens/run-starter.js';
import type { UiPorts } from './screens/ui-controller.js';
import { createUiScreen } from './screens/ui-screen.js';
import type { CoerceArguments } from './state/form-request.js';
import { mount } from './terminal/mount.js';
import type { Terminal } from './terminal/terminal.js';

export interface UiOptions {
  readonly terminal: Terminal;
  readonly kernel: Kernel;
  /** None where the kernel has none. */
  readonly agents?: Pick<AgentKernel, 'agents' | 'openSession'>;
  readonly principal: Principal;
  readonly defaults: RunDefaults;
  readonly coerceArguments: CoerceArguments;
  /** What calls of agent hosts left, read anew; none where they are on another machine. */
  readonly receipts?: () => readonly Receipt[];
  /** The server whose kernel it is. */
  readonly serverName?: string;
  /** Reads the lists of capabilities and agents anew, where they are on another machine. */
  readonly reload?: () => Promise<void>;
  /** Ends the browser and its runs. */
  readonly signal: AbortSignal;
  /** Other screens in place of the live view and the pager. */
  readonly openLive?: UiPorts['openLive'];
  readonly openPager?: UiPorts['openPager'];
  /** The browser was left while so many runs go on; `runUi` returns when they have ended. */
  readonly onWaiting?: (runs: number) => void;
}

/** The browser on a screen of its own until the person leaves and what they started has ended. */
export async function runUi(options: UiOptions): Promise<void> {
  const { signal } = options;
  if (signal.aborted) {
    return;
  }
  let refresh = (): void => undefined;
  const runs = createLiveRuns(() => refresh());
  const inner = openersOf(options);
  /** Of what waits for its time: nothing of it is wanted once the person has left. */
  const waiting = new Set<() => void>();

  function after(ms: number, tick: () => void): () => void {
    const stop = options.terminal.after(ms, () => {
      waiting.delete(stop);
      tick();
    });
    waiting.add(stop);
    return stop;
  }

  const isFinishing = await new Promise<boolean>((resolve) => {
    const screen = createUiScreen({
      ...options,
      ...inner,
      runs,
      now: options.terminal.now,
      after,
      refresh: () => refresh(),
      onQuit: leave,
    });
    const mounted = mount(options.terminal, screen);
    refresh = mounted.refresh;
    mounted.refresh();
    signal.addEventListener('abort', abort, { once: true });

    function abort(): void {
      leave(false);
    }

    function leave(isFinishing: boolean): void {
      signal.removeEventListener('abort', abort);
      refresh = () => undefined;
      for (const stop of waiting) {
        stop();
      }
      mounted.close();
      inner.close();
      resolve(isFinishing);
    }
  });
  if (!isFinishing) {
    runs.cancel();
  } else if (runs.count() > 0) {
    options.onWaiting?.(runs.count());
  }
  await runs.settled();
}

/** The screens inside the browser; `close` ends what they read. */
function openersOf(
  options: UiOptions,
): Pick<UiPorts, 'openLive' | 'openPager' | 'openConversation'> & { readonly close: () => void } {
  const { terminal, kernel, principal } = options;
  const closers = new Set<() => void>();
  const openOwnPager: UiPorts['openPager'] = (handleId, { refresh, onClose }) => {
    const pager = createPagerScreen({ terminal, kernel, principal, handleId, refresh, onClose: closed });
    function closed(): void {
      pager.close();
      closers.delete(pager.close);
      onClose();
    }
    closers.add(pager.close);
    return pager;
  };
  const openPager = options.openPager ?? openOwnPager;
  return {
    openPager,
    openConversation: (opening) => openConversationIn(terminal, opening),
    openLive: options.openLive ?? ((run, about, inside) => openLiveIn({ terminal, openPager }, run, { about, inside })),
    close() {
      for (const closePager of closers) {
        closePager();
      }
    },
  };
}
