import { isKernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { INTERRUPTS, interruption } from '../interruption.js';

/** How an interrupt reaches the run of an agent. */
export interface Stages {
  /** Aborted by the first Ctrl-C: the run ends after its step. */
  readonly stop: AbortSignal;
  /** Aborted by the second one, and by any other signal at once: the run ends now. */
  readonly cancel: AbortSignal;
}

export function stagesOf({ interrupt, secondInterrupt }: CommandContext): Stages {
  const at = new AbortController();
  interrupt.addEventListener(
    'abort',
    () => {
      if (!isCtrlC(interrupt.reason)) {
        at.abort(interrupt.reason);
      }
    },
    { once: true },
  );
  const second = secondInterrupt?.();
  return { stop: interrupt, cancel: second === undefined ? at.signal : AbortSignal.any([at.signal, second]) };
}

/** Stages of one answer of a conversation that goes on: two Ctrl-C are the answer's, and a third one the program's. */
export function answerStages({ interrupt, lendCtrlC }: CommandContext): Stages & { readonly close: () => void } {
  const stop = new AbortController();
  const cancel = new AbortController();
  const giveBack = lendCtrlC?.(() => {
    if (stop.signal.aborted) {
      cancel.abort(interruption('SIGINT'));
      giveBack?.();
    } else {
      stop.abort(interruption('SIGINT'));
    }
  });
  return {
    stop: AbortSignal.any([interrupt, stop.signal]),
    cancel: AbortSignal.any([interrupt, cancel.signal]),
    close: () => giveBack?.(),
  };
}

function isCtrlC(reason: unknown): boolean {
  return isKernelError(reason) && reason.details?.['exit_code'] === INTERRUPTS.SIGINT;
}
