import { KernelError } from '../../../contract/errors.js';
import type { RunnerChunk, RunnerPart, RunnerResult, RunnerUsage, WaitOptions } from '../../../contract/runner.js';
import type { StreamRun } from '../../../contract/stream-run.js';
import { chunkOfPart } from './chunk-part.js';
import type { RunnerEnding } from './run-ending.js';
import type { RunState } from './run-state.js';
import { checkTime } from './settings.js';

interface Waiting extends WaitOptions {
  readonly state: RunState;
  readonly ask: (cause: RunnerEnding) => void;
  /** Settles when the runner is gone. */
  readonly ended: Promise<unknown>;
  /** Aborted when the run was cancelled: then nobody is told any more. */
  readonly cancelled: AbortSignal;
  readonly onWarning: ((message: string) => void) | undefined;
}

/** Waits for the end of a run; with `onChunk` as its consumer. */
export async function waitForRun(
  run: StreamRun<RunnerPart, RunnerResult, RunnerUsage>,
  { timeoutMs, onChunk, state, ask, ended, cancelled, onWarning }: Waiting,
): Promise<RunnerResult> {
  checkTime('timeoutMs', timeoutMs);
  const expire = (): void => {
    const error = new KernelError('TIMEOUT', `the runner took longer than ${timeoutMs} ms`);
    ask({ status: 'timeout', reason: 'timeout', error });
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  void ended.then(() => clearTimeout(timer));
  if (onChunk !== undefined) {
    const tell = async (chunk: RunnerChunk): Promise<void> => {
      try {
        await onChunk(chunk);
      } catch {
        state.counts.callbackErrors += 1;
        if (state.counts.callbackErrors === 1) {
          const warning = 'onChunk failed; the chunks after it are delivered all the same';
          state.warnings.push(warning);
          onWarning?.(warning);
        }
      }
    };
    await consume(run, cancelled, tell);
  }
  return run.result;
}

async function consume(
  run: AsyncIterable<RunnerPart>,
  cancelled: AbortSignal,
  tell: (chunk: RunnerChunk) => Promise<void>,
): Promise<void> {
  const parts = run[Symbol.asyncIterator]();
  // A callback that never comes back must not outlive a cancel.
  let giveUp = (): void => undefined;
  cancelled.addEventListener('abort', () => giveUp(), { once: true });
  while (!cancelled.aborted) {
    // How it ended is in the result.
    const step = await parts.next().catch(() => undefined);
    if (step === undefined || step.done === true) {
      return;
    }
    const chunk = chunkOfPart(step.value);
    if (chunk !== undefined) {
      await new Promise<void>((resolve) => {
        giveUp = resolve;
        void tell(chunk).then(resolve);
      });
    }
  }
}
