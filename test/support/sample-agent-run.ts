import type { ActorPart, ActorPartBody, ActorProgress, ActorResult } from '../../src/contract/actor.js';
import { createStreamRun } from '../../src/streams/stream-run.js';
import { settle } from './sample-run.js';

const USAGE = { input_tokens: 12, output_tokens: 3, total_tokens: 15, usage_status: 'reported' } as const;

export const NO_PROGRESS: ActorProgress = {
  ...USAGE,
  model_calls: 1,
  tool_calls: 0,
  depth: 1,
  cost_micro: 0,
  by_node: [],
};

export function resultOf(more: Partial<ActorResult> = {}): ActorResult {
  return {
    status: 'completed',
    text: '',
    text_cut: false,
    omitted_chars: 0,
    usage: USAGE,
    usage_by_node: [],
    model_calls: 1,
    tool_calls: 0,
    depth: 1,
    cost_micro: 0,
    duration_ms: 1500,
    warnings: [],
    partial: false,
    ...more,
  };
}

/** Makes parts of a run with their numbers. */
export function createParts(): (body: ActorPartBody, step?: number) => ActorPart {
  let seq = 0;
  return (body, step) => ({
    ...body,
    run_id: 'run_sample',
    seq: seq++,
    at: 0,
    ...(step === undefined ? {} : { step, node_id: 'answer' }),
  });
}

/** A real run whose work is done by the test. Cancelled, it ends as an agent's does. */
export function createSampleAgentRun() {
  const parts: ActorPart[] = [];
  const part = createParts();
  let ending: ActorResult | undefined;
  let cause: string | undefined;
  let wake = (): void => undefined;
  const run = createStreamRun<ActorPart, ActorResult, ActorProgress>({
    runId: 'run_sample',
    usage: () => NO_PROGRESS,
    async *start({ signal, cancelled }) {
      signal.addEventListener('abort', () => wake());
      for (;;) {
        yield* parts.splice(0);
        if (parts.length > 0) {
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
      return ending ?? resultOf({ status: 'cancelled', partial: true });
    },
    failed: () => resultOf({ status: 'failed', partial: true }),
    texts: () => (part) => (part.type === 'text-delta' ? part.delta : ''),
  });
  return {
    run,
    give(body: ActorPartBody, step = 1): Promise<void> {
      parts.push(part(body, step));
      wake();
      return settle();
    },
    end(more: Partial<ActorResult> = {}): Promise<void> {
      ending = resultOf(more);
      wake();
      return settle();
    },
    cancelled: () => cause,
  };
}
