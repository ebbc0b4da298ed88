import { KernelError } from '../../../contract/errors.js';
import { RUNNER_EXIT_KINDS, type RunnerExitKind } from '../../../contract/runner.js';
import type { RunStatus } from '../../../contract/stream-run.js';
import type { Exit } from '../start-group.js';
import type { ExitMessage } from './drive-process.js';
import type { RunnerEnding } from './run-ending.js';

/** How one runner process ended. */
export interface Outcome {
  readonly status: RunStatus;
  readonly exit_kind: RunnerExitKind;
  readonly protocol_error: boolean;
  readonly error?: KernelError;
}

interface Evidence {
  /** Why it was made to end, if it was. */
  readonly cause: RunnerEnding | undefined;
  readonly message: ExitMessage | undefined;
  readonly exit: Exit;
  /** It was ended by us after its last word. */
  readonly wasEnded: boolean;
}

/** The first of cause, last word and exit decides. */
export function judge({ cause, message, exit, wasEnded }: Evidence): Outcome {
  if (cause !== undefined) {
    return {
      status: cause.status,
      exit_kind: cause.status === 'cancelled' ? 'cancelled' : 'failed',
      protocol_error: cause.error?.code === 'DRIVER_PROTOCOL',
      ...(cause.error === undefined ? {} : { error: cause.error }),
    };
  }
  if (message === undefined) {
    return failed('crashed', `the runner ended ${endOf(exit)} without saying so`, exit);
  }
  const kind = RUNNER_EXIT_KINDS.find((known) => known === message.exit_kind);
  if (kind === undefined) {
    const error = new KernelError('DRIVER_PROTOCOL', 'the runner ended in a way that the protocol does not know', {
      details: { ...exit },
    });
    return { status: 'failed', exit_kind: 'failed', protocol_error: true, error };
  }
  const isClean = exit.exit_code === 0 || (wasEnded && exit.exit_code === null);
  if (kind === 'completed') {
    return isClean
      ? { status: 'completed', exit_kind: kind, protocol_error: false }
      : failed('failed', `the runner said that it had completed, but ended ${endOf(exit)}`, exit);
  }
  return kind === 'cancelled'
    ? {
        status: kind,
        exit_kind: kind,
        protocol_error: false,
        error: new KernelError('CANCELLED', 'the runner cancelled its run', { details: { ...exit } }),
      }
    : failed(kind, `the runner ended as ${kind}`, exit);
}

function failed(kind: 'failed' | 'crashed', message: string, exit: Exit): Outcome {
  const error = new KernelError('DRIVER_FAILED', message, { details: { ...exit, exit_kind: kind } });
  return { status: kind, exit_kind: kind, protocol_error: false, error };
}

function endOf({ exit_code: code, signal }: Exit): string {
  return signal === null ? `with status ${code}` : `by signal ${signal}`;
}
