import { randomBytes } from 'node:crypto';
import type {
  ActorGraph,
  ActorLimits,
  ActorModel,
  ActorPart,
  ActorProgress,
  ActorResult,
  ActorRun,
  ExecuteOptions,
  Executor,
  ModelPrice,
} from '../contract/actor.js';
import type { Clock } from '../contract/clock.js';
import type { KernelError } from '../contract/errors.js';
import { lineOf } from '../contract/frame.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { createStreamRun, type RunControl } from '../streams/stream-run.js';
import { act, brokenResult } from './act.js';
import { createEnding } from './ending.js';
import { checkGraph, nodesOf } from './graph.js';
import { createAllowance, settleLimits } from './limits.js';
import { checkPrices } from './prices.js';
import { createRun, type Run } from './run.js';
import { createUsageBook } from './usage-book.js';

export interface ExecutorOptions {
  readonly kernel: Kernel;
  /** The models that nodes can name. */
  readonly models: Readonly<Record<string, ActorModel>>;
  /** Neither changed nor kept from change; do not change it. */
  readonly graph: ActorGraph;
  /** Whose grants the tools run under, and whose traces the calls leave. */
  readonly principal: Principal;
  readonly limits?: ActorLimits;
  /** By the models' names at their providers. */
  readonly prices?: Readonly<Record<string, ModelPrice>>;
}

/** Parts count for their text, and the small ones so much that 64 of them are as far as a run may be ahead. */
const HIGH_WATER_CHARS = 256 * 1024;
const LEAST_WEIGHT = HIGH_WATER_CHARS / 64;

interface ExecutorPorts {
  readonly clock: Clock;
  /** What is wrong with the options of a run. */
  readonly mistakeIn?: (options: unknown) => KernelError | undefined;
}

/** Throws CONFIG_INVALID for a graph that cannot be walked; the types are for its caller to check. */
export function createExecutor(options: ExecutorOptions & ExecutorPorts): Executor {
  const { kernel, models, principal, prices = {}, clock, mistakeIn } = options;
  const graph = checkGraph(options.graph, { models: Object.keys(models) });
  const nodes = nodesOf(options.graph);
  const limits = settleLimits(options.limits ?? {});
  let lastResult: ActorResult | undefined;

  const check = (mistake: KernelError | undefined): void => {
    if (mistake !== undefined) {
      throw mistake;
    }
    if (limits.max_cost_micro !== Number.POSITIVE_INFINITY) {
      checkPrices(nodes, models, prices);
    }
  };

  const executeStream = (message: string, given: ExecuteOptions = {}): ActorRun => {
    const mistake = mistakeIn?.(given);
    const { signal, sessionId, justification }: ExecuteOptions = mistake === undefined ? given : {};
    const runId = `run_${randomBytes(8).toString('hex')}`;
    const allowance = createAllowance(limits);
    const usage = createUsageBook();
    const settled = (result: ActorResult): ActorResult => {
      lastResult = result;
      return result;
    };
    let run: Run | undefined;

    async function* work(control: RunControl): AsyncGenerator<ActorPart, ActorResult> {
      const ending = createEnding(clock, limits, control);
      const who = { principal, ...(sessionId === undefined ? {} : { sessionId }) };
      const why = justification === undefined ? {} : { justification };
      run = createRun({ kernel, ...who, ...why, models, prices, ending, allowance, usage }, runId, clock);
      try {
        return settled(yield* act(run, { graph, message, check: () => check(mistake) }));
      } finally {
        ending.close();
      }
    }

    return createStreamRun<ActorPart, ActorResult, ActorProgress>({
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
  };

  return Object.freeze({
    executeStream,
    execute: (message, executeOptions) => executeStream(message, executeOptions).result,
    get lastResult() {
      return lastResult;
    },
  } satisfies Executor);
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
