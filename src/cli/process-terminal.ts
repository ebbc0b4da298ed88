import { closeSync, openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Terminal, TerminalInput, TerminalTraits } from '../tui/terminal/terminal.js';
import { dropKeys, dropLastKeys } from './drop-keys.js';

export interface OpenedTerminal extends Terminal {
  /** Closes it; the keys of the next moment were meant for it still. */
  readonly close: () => void;
  /** Closes it, and no key that is pressed before the process ends falls into the shell. */
  readonly closeDeaf: () => void;
}

export interface TerminalWishes extends TerminalTraits {
  /** false: nothing is read from the terminal, whatever is pressed. */
  readonly keys: boolean;
}

/** The terminal that this process talks to, for the views. */
export function openProcessTerminal(
  process: NodeJS.Process,
  { keys, ...traits }: TerminalWishes,
  interrupted: AbortSignal,
): OpenedTerminal {
  const input = keys ? openKeys(process) : undefined;
  let isDeaf = false;
  const interrupt = (): void => void process.kill(process.pid, 'SIGINT');
  const { isGone, endWatch } = watchLoss(process, input);
  return {
    output: process.stdout,
    input,
    traits,
    now: Date.now,
    after: (ms, tick) => {
      const timer = setTimeout(tick, ms);
      return () => clearTimeout(timer);
    },
    onResize: (listener) => listen(process.stdout, 'resize', listener),
    // What Node does when the signal comes: on a busy machine that is later than the next screen.
    measure: () => void (isGone() || process.emit('SIGWINCH')),
    onContinue: (listener) => listen(process, 'SIGCONT', listener),
    onEnd: (listener) => {
      const releases = ['exit', 'uncaughtExceptionMonitor'].map((event) => listen(process, event, listener));
      return () => {
        for (const release of releases) {
          release();
        }
      };
    },
    interrupt,
    // As the terminal itself would: the whole foreground group, such as the command that is piped in.
    stop: () => process.kill(0, 'SIGTSTP'),
    closeDeaf() {
      if (input !== undefined && !isDeaf) {
        isDeaf = true;
        endWatch();
        dropKeys(input, {
          interrupt,
          now: () => performance.now(),
          wait: (ms) => waitUnless(interrupted, ms),
        });
      }
    },
    close() {
      if (input !== undefined && !isDeaf) {
        isDeaf = true;
        endWatch();
        dropLastKeys(input, {
          interrupt,
          later: (ms, then) => void setTimeout(then, ms),
          close: () => (input === process.stdin ? input.pause() : input.destroy()),
        });
      }
    },
  };
}

/** Who interrupts a command does not wait for the keys of somebody else; and killed in it, it would leave the terminal raw. */
function waitUnless(interrupted: AbortSignal, ms: number): () => void {
  if (interrupted.aborted) {
    return () => undefined;
  }
  const timer = setTimeout(stop, ms);
  interrupted.addEventListener('abort', stop);
  function stop(): void {
    clearTimeout(timer);
    interrupted.removeEventListener('abort', stop);
  }
  return stop;
}

interface LossWatch {
  readonly isGone: () => boolean;
  /** From now on the end of the keys is no loss: they may be read as lines, which a person ends. */
  readonly endWatch: () => void;
}

/**
 * Whether the terminal went away. Then writing, and asking for its size, fail, and its keys end or fail, of which nobody
 * but the signal is to hear, which may be later or go to the shell alone. A view that waits for keys has nothing else to
 * wait for: without them its process would end in its middle.
 */
function watchLoss(process: NodeJS.Process, input: TerminalInput | undefined): LossWatch {
  let isGone = false;
  const lose = (): void => {
    if (!isGone) {
      isGone = true;
      // A signal from outside would come too late where nothing else is waited for.
      process.emit('SIGHUP', 'SIGHUP');
    }
  };
  for (const end of [process.stdout, process.stderr, input]) {
    if (end?.isTTY === true) {
      end.on('error', lose);
    }
  }
  input?.on('end', lose);
  return { isGone: () => isGone, endWatch: () => void input?.off('end', lose) };
}

/** Standard input when that is a terminal, else the controlling terminal: what is piped in is data, not keys. */
function openKeys(process: NodeJS.Process): TerminalInput | undefined {
  if (process.stdin.isTTY) {
    return process.stdin;
  }
  let descriptor: number;
  try {
    descriptor = openSync('/dev/tty', 'r');
  } catch {
    return undefined;
  }
  try {
    return new ReadStream(descriptor);
  } catch {
    closeSync(descriptor);
    return undefined;
  }
}

interface Emitter {
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

function listen(source: Emitter, event: string, listener: () => void): () => void {
  const heard = (): void => listener();
  source.on(event, heard);
  return () => void source.off(event, heard);
}
