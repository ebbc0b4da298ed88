import { randomBytes } from 'node:crypto';
import type { ActorModel, ActorPart, ActorProgress, ActorResult, ModelPrice } from '../contract/actor.js';
import type { ApproveCall } from '../contract/approval.js';
import type { Clock } from '../contract/clock.js';
import { lineOf } from '../contract/frame.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import type { StreamRun } from '../contract/stream-run.js';
import { createStreamRun, type RunControl } from '../streams/stream-run.js';
import { type Act, act, brokenResult } from './act.js';
import { createEnding } from './ending.js';
import { type Allowance, createAllowance, type SettledLimits } from './limits.js';
import { createRun, type Run } from './run.js';
import { createUsageBook } from './usage-book.js';

/** Who acts, with what, and how far. */
export interface ActorRunPorts {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly models: Readonly<Record<string, ActorModel>>;
  readonly prices: Readonly<Record<string, ModelPrice>>;
  readonly limits: SettledLimits;
  readonly clock: Clock;
  /** Shared with the run that this one is a part of. */
  readonly allowance?: Allowance;
}

export interface ActorRunOptions<Result extends ActorResult> {
  readonly signal?: AbortSignal | undefined;
  /** Aborted: the run ends before its next step. */
  readonly stopSignal?: AbortSignal | undefined;
  readonly sessionId?: string | undefined;
  readonly justification?: string | undefined;
  readonly approve?: ApproveCall | undefined;
  /** What happens between the first part and the last. */
  readonly body: Act['body'];
  /** The result as it is told, once it is settled. */
  readonly settled: (result: ActorResult) => Result;
}

/** Parts count for their text, and the small ones so much that 64 of them are as far as a run may be ahead. */
const HIGH_WATER_CHARS = 256 * 1024;
const LEAST_WEIGHT = HIGH_WATER_CHARS / 64;

/** Starts a run of models and tools in the next microtask. Whatever happens is in its parts and its result. */
export function startActorRun<Result extends ActorResult>(
  ports: ActorRunPorts,
  options: ActorRunOptions<Result>,
): StreamRun<ActorPart, Result, ActorProgress> {
  const { clock, limits, kernel, principal, models, prices } = ports;
  const { signal, stopSignal, settled, body } = options;
  const runId = newRunId();
  const allowance = ports.allowance ?? createAllowance(limits);
  const usage = createUsageBook();
  let run: Run | undefined;

  async function* work(control: RunControl): AsyncGenerator<ActorPart, Result> {
    const ending = createEnding(clock, limits, { control, stopSignal });
    const given = { kernel, principal, models, prices, ending, allowance, usage, ...ofOptions(options) };
    run = createRun(given, runId, clock);
    try {
      return settled(yield* act(run, { body }));
    } finally {
      ending.close();
    }
  }

  return createStreamRun<ActorPart, Result, ActorProgress>({
    runId,
    ...(signal === undefined ? {} : { signal }),
    usage: () => {
      const { model_calls, tool_calls, depth, cost } = allowance.spent();
      return { ...usage.total(), model_calls, tool_calls, depth, cost_micro: cost, by_node: usage.byNode() };
    },
    texts: () => textOf,
    highWaterMark: HIGH_WATER_CHARS,
    weigh: weightOf,
    start: work,
    failed: (error) => settled(brokenResult(run, error)),
  });
}

/** A run that was wrong before it began. */
export function failedRun<Result extends ActorResult>(
  error: unknown,
  settled: (result: ActorResult) => Result,
): StreamRun<ActorPart, Result, ActorProgress> {
  const runId = newRunId();
  const usage = createUsageBook().total();
  return createStreamRun<ActorPart, Result, ActorProgress>({
    runId,
    usage: () => ({ ...usage, model_calls: 0, tool_calls: 0, depth: 0, cost_micro: 0, by_node: [] }),
    texts: () => textOf,
    highWaterMark: HIGH_WATER_CHARS,
    weigh: weightOf,
    async *start() {
      const result = brokenResult(undefined, error);
      const { code = 'INTERNAL', message = '' } = result.error ?? {};
      const at = Date.now();
      yield { type: 'start', run_id: runId, seq: 0, at };
      yield { type: 'error', error: { code, message }, run_id: runId, seq: 1, at };
      return settled(result);
    },
    failed: (cause) => settled(brokenResult(undefined, cause)),
  });
}

function newRunId(): string {
  return `run_${randomBytes(8).toString('hex')}`;
}

function ofOptions(options: ActorRunOptions<ActorResult>): Pick<Run, 'sessionId' | 'justification' | 'approve'> {
  const { sessionId, justification, approve } = options;
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(justification === undefined ? {} : { justification }),
    ...(approve === undefined ? {} : { approve }),
  };
}

function textOf(part: ActorPart): string {
  return part.type === 'text-delta' ? part.delta : '';
}

function weightOf(part: ActorPart): number {
  if (part.type === 'text-delta') {
    return Math.max(LEAST_WEIGHT, part.delta.length);
  }
  const output = part.type === 'tool-result' ? part.output : undefined;
  return output !== undefined && 'seq' in output ? Math.max(LEAST_WEIGHT, lineOf(output).length) : LEAST_WEIGHT;
}
