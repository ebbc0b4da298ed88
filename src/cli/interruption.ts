import { KernelError } from '../contract/errors.js';

export const INTERRUPTS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type InterruptSignal = keyof typeof INTERRUPTS;

/** Why `Host.interrupt` was aborted: the command ends with 128 + the signal's number. */
export function interruption(signal: InterruptSignal): KernelError {
  return new KernelError('CANCELLED', `interrupted by ${signal}`, { details: { exit_code: INTERRUPTS[signal] } });
}

/** The error to end with once `interrupt` was aborted. */
export function interruptionOf(interrupt: AbortSignal): unknown {
  return interrupt.reason;
}

/** What a process must offer to be interrupted. */
export interface SignalSource {
  readonly pid: number;
  on(signal: InterruptSignal, listener: (signal: InterruptSignal) => void): unknown;
  off(signal: InterruptSignal, listener: (signal: InterruptSignal) => void): unknown;
  kill(pid: number, signal: InterruptSignal): unknown;
  emit(event: 'exit', status: number): unknown;
}

interface Interrupts {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** For a command that ends in two steps: aborted by the second signal, and only the third one kills. */
  readonly second: () => AbortSignal;
  /** Until it is given back, Ctrl-C is told to the borrower alone: for a command that outlives what a person stops. */
  readonly lendCtrlC: (borrower: () => void) => () => void;
  /** The command has ended: from now on a signal is for what still keeps the process. */
  readonly end: () => void;
}

/**
 * How long after a command has ended by a signal something may still keep its process: so many times so long, with a turn
 * of its loop between any two. On a busy machine a process may get none for longer than that, and would end by itself in it.
 */
const LAST_TURNS = 6;
const LAST_TURN_MS = 50;

/**
 * The first signal asks the command to end in order; a second one kills the process as if nobody had listened. So does
 * the first, once the command has ended and its process has not: nobody can call off a wait for the writer of a pipe.
 * A terminal that goes away hangs up twice, by itself and by its shell, and means it once.
 */
export function watchInterrupts(source: SignalSource): Interrupts {
  const controller = new AbortController();
  let again: AbortController | undefined;
  const names = Object.keys(INTERRUPTS).filter((name): name is InterruptSignal => Object.hasOwn(INTERRUPTS, name));
  const stop = () => {
    for (const name of names) {
      source.off(name, onSignal);
    }
  };
  let first: InterruptSignal | undefined;
  let isEnded = false;
  let borrower: (() => void) | undefined;
  const end = () => {
    isEnded = true;
    if (first !== undefined) {
      killLater(source, first, LAST_TURNS);
    }
  };
  function onSignal(signal: InterruptSignal): void {
    if (signal === 'SIGINT' && borrower !== undefined && !controller.signal.aborted) {
      borrower();
      return;
    }
    if (signal === 'SIGHUP' && first === 'SIGHUP') {
      return;
    }
    if (controller.signal.aborted && again?.signal.aborted === false) {
      again.abort(interruption(signal));
      return;
    }
    if (controller.signal.aborted) {
      stop();
      // What hangs on the end of the process, such as subprocess groups to kill, would not hear of a signal death.
      source.emit('exit', INTERRUPTS[signal]);
      source.kill(source.pid, signal);
      return;
    }
    first = signal;
    controller.abort(interruption(signal));
    if (isEnded) {
      killLater(source, signal, LAST_TURNS);
    }
  }
  for (const name of names) {
    source.on(name, onSignal);
  }
  const second = (): AbortSignal => {
    again ??= new AbortController();
    return again.signal;
  };
  const lendCtrlC = (to: () => void): (() => void) => {
    borrower = to;
    return () => {
      borrower = undefined;
    };
  };
  return { signal: controller.signal, second, lendCtrlC, end };
}

function killLater(source: SignalSource, signal: InterruptSignal, turns: number): void {
  const turn = () => (turns > 1 ? killLater(source, signal, turns - 1) : source.kill(source.pid, signal));
  setTimeout(turn, LAST_TURN_MS).unref();
}
