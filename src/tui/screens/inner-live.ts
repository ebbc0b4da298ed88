import type { InvokeRun } from '../../contract/kernel.js';
import type { Terminal } from '../terminal/terminal.js';
import { createLiveScreen, type OpenPager } from './live-screen.js';
import type { InnerPorts, InnerScreen, RunAbout } from './ui-controller.js';

const TICK_MS = 200;

interface LiveOpening {
  readonly terminal: Pick<Terminal, 'now' | 'after'>;
  readonly openPager: OpenPager;
}

/**
 * The live view of a run as a screen of the browser. It is told of every frame until the run ends, also while it is not
 * looked at, so one can come back to it. Whoever drains the run sets its pace.
 */
export function openLiveIn(
  { terminal, openPager }: LiveOpening,
  run: InvokeRun,
  { about, inside }: { readonly about: RunAbout; readonly inside: InnerPorts },
): InnerScreen {
  let hasEnded = false;
  const cancel = (): void => {
    run.cancel('the person cancelled').catch(() => undefined);
  };
  const screen = createLiveScreen({
    about,
    now: terminal.now,
    usage: () => run.usage,
    refresh: inside.refresh,
    hasKeys: true,
    place: 'alternate',
    cancel,
    leave: inside.onClose,
    interrupt: () => (hasEnded ? inside.onClose() : cancel()),
    openPager,
  });

  function tick(): void {
    if (!hasEnded) {
      screen.tick();
      terminal.after(TICK_MS, tick);
    }
  }

  run.observe(screen.frame);
  terminal.after(TICK_MS, tick);
  void run.result.then((result) => {
    hasEnded = true;
    screen.end(result);
    inside.refresh();
  });
  return screen;
}
