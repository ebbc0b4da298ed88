import type { TerminalInput } from '../tui/terminal/terminal.js';

/** After a key so much more is dropped, so that the rest of what somebody types is; and no more in all. */
const QUIET_MS = 500;
const MOST_MS = 2000;
/** As long as it takes to press a key twice: nobody notices that a view that was closed by one takes so much longer. */
const SHORT_MS = 150;

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
export function dropKeys(input: TerminalInput, ports: DroppingPorts): void {
  const { now, wait } = ports;
  const until = now() + MOST_MS;
  let stop = (): void => undefined;
  listen(input, ports, () => {
    stop();
    stop = wait(Math.max(0, Math.min(QUIET_MS, until - now())));
  });
}

interface LastKeysPorts extends Pick<DroppingPorts, 'interrupt'> {
  /** Calls back after so many milliseconds; the process stays until then. */
  readonly later: (ms: number, then: () => void) => void;
  readonly close: () => void;
}

/** Drops what is typed in the next moment, where somebody has closed the view: what comes later is meant for the shell. */
export function dropLastKeys(input: TerminalInput, { interrupt, later, close }: LastKeysPorts): void {
  listen(input, { interrupt }, () => undefined);
  later(SHORT_MS, () => {
    input.setRawMode(false);
    close();
  });
}

function listen(input: TerminalInput, { interrupt }: Pick<DroppingPorts, 'interrupt'>, onKeys: () => void): void {
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
      onKeys();
    }
  });
  input.unref();
}
