import type { Screen } from '../screen.js';
import { mount } from './mount.js';
import type { Terminal } from './terminal.js';

/** What a screen may ask of whoever shows it. */
export interface ShowPorts {
  /** Its state changed: paint soon. */
  readonly refresh: () => void;
  /** The person is done with it. */
  readonly onClose: () => void;
}

/**
 * Shows a screen until it closes itself, and gives the terminal back. An aborted signal closes it too, and then its
 * reason is thrown.
 */
export async function showUntilClosed(
  terminal: Terminal,
  signal: AbortSignal,
  create: (ports: ShowPorts) => Screen & { readonly close: () => void },
): Promise<void> {
  let refresh = (): void => undefined;
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const screen = create({ refresh: () => refresh(), onClose: end });
  const mounted = mount(terminal, screen);
  refresh = mounted.refresh;
  refresh();
  signal.addEventListener('abort', end, { once: true });
  try {
    if (!signal.aborted) {
      await closed;
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
    screen.close();
    mounted.close();
  }
}
