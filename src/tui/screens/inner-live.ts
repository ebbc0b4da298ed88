import type { InvokeRun } from '../../contract/kernel.js';
import { followRun, withAction } from '../live.js';
import type { Screen } from '../screen.js';
import type { Terminal } from '../terminal/terminal.js';
import { createLiveScreen, type OpenPager } from './live-screen.js';
import type { InnerPorts, RunAbout } from './ui-controller.js';

interface LiveOpening {
  readonly terminal: Pick<Terminal, 'now' | 'after'>;
  readonly openPager: OpenPager;
}

/**
 * The live view of a run as a screen of the browser. It is told of everything until the run ends, also while nobody
 * looks, so one can come back to it.
 */
export function openLiveIn(
  { terminal, openPager }: LiveOpening,
  run: InvokeRun,
  { about, inside }: { readonly about: RunAbout; readonly inside: InnerPorts },
): Screen {
  let hasEnded = false;
  const cancel = (): void => {
    run.cancel('cancelled by a person').catch(() => undefined);
  };
  const screen = createLiveScreen({
    about: withAction(about, run),
    now: terminal.now,
    usage: () => run.usage,
    ...(run.facts === undefined ? {} : { facts: run.facts }),
    refresh: inside.refresh,
    hasKeys: true,
    place: 'alternate',
    cancel,
    leave: inside.onClose,
    interrupt: () => (hasEnded ? inside.onClose() : cancel()),
    openPager,
  });
  const follow = async (): Promise<void> => {
    await followRun(run, screen, terminal);
    hasEnded = true;
    inside.refresh();
  };
  void follow();
  return screen;
}
