import type { KernelError } from '../../src/contract/errors.js';
import type { Frame, Outcome } from '../../src/contract/frame.js';
import { frameTexts } from '../../src/contract/frame-texts.js';
import type { InvokeResult, InvokeRun, InvokeUsage } from '../../src/contract/kernel.js';
import { createStreamRun } from '../../src/streams/stream-run.js';

export interface SampleRun {
  readonly run: InvokeRun;
  /** The work has made one more frame. */
  readonly give: (frame: Frame) => Promise<void>;
  readonly count: (usage: Partial<InvokeUsage>) => void;
  readonly end: (status?: Outcome, error?: KernelError) => Promise<void>;
  /** Why it was cancelled. */
  readonly cancelled: () => string | undefined;
}

/** A real run whose work is done by the test. Cancelled, it ends as the kernel's do. */
export function createSampleRun(): SampleRun {
  const frames: Frame[] = [];
  let usage: InvokeUsage = { frames: 0, rows: 0, bytes: 0 };
  let ending: { readonly status: Outcome; readonly error?: KernelError } | undefined;
  let cause: string | undefined;
  let wake = (): void => undefined;

  const run: InvokeRun = createStreamRun<Frame, InvokeResult, InvokeUsage>({
    runId: 'a_sample',
    usage: () => usage,
    texts: frameTexts,
    async *start({ signal, cancelled }) {
      signal.addEventListener('abort', () => wake());
      for (;;) {
        yield* frames.splice(0);
        if (frames.length > 0) {
          continue;
        }
        if (ending !== undefined || cancelled() !== undefined) {
          break;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      cause = cancelled();
      return { action_id: 'a_sample', ...(ending ?? { status: 'cancelled' }) };
    },
    failed: () => ({ action_id: 'a_sample', status: 'failed' }),
  });

  return {
    run,
    give(frame) {
      frames.push(frame);
      wake();
      return settle();
    },
    count(more) {
      usage = { ...usage, ...more };
    },
    end(status = 'completed', error) {
      ending = error === undefined ? { status } : { status, error };
      wake();
      return settle();
    },
    cancelled: () => cause,
  };
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
