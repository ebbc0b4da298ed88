import { isKernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { INTERRUPTS } from '../interruption.js';

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

function isCtrlC(reason: unknown): boolean {
  return isKernelError(reason) && reason.details?.['exit_code'] === INTERRUPTS.SIGINT;
}
