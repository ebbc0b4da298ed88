import type { TerminalInput } from '../tui/terminal/terminal.js';

/** After a key so much more is dropped, so that the rest of what somebody types is; and no more in all. */
const QUIET_MS = 500;
const MOST_MS = 2000;

interface DroppingPorts {
  /** What Ctrl-C does outside raw mode. */
  readonly interrupt: () => void;
  readonly now: () => number;
  /** Keeps the process alive until then. */
  readonly wait: (ms: number) => () => void;
}

/**
 * Drops what is typed from now on, until the process ends: a view that went by itself was meant by it, not the shell.
 * Nobody waits for it, unless something is typed: then the process stays for half a second more.
 */
export function dropKeys(input: TerminalInput, { interrupt, now, wait }: DroppingPorts): void {
  const until = now() + MOST_MS;
  let stop = (): void => undefined;
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('readable', () => {
    let typed = '';
    for (let piece: unknown = input.read(); piece !== null; piece = input.read()) {
      typed += String(piece);
    }
    if (typed.includes('\u0003')) {
      interrupt();
    } else if (typed !== '') {
      stop();
      stop = wait(Math.max(0, Math.min(QUIET_MS, until - now())));
    }
  });
  input.unref();
}
