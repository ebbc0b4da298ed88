import type {
  ActorGraph,
  ActorLimits,
  ActorModel,
  ActorResult,
  ActorRun,
  ExecuteOptions,
  Executor,
  ModelPrice,
} from '../contract/actor.js';
import type { Clock } from '../contract/clock.js';
import type { KernelError } from '../contract/errors.js';
import type { Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { messageOf } from './act.js';
import { startActorRun } from './actor-run.js';
import { checkGraph, nodesOf } from './graph.js';
import { settleLimits } from './limits.js';
import { checkPrices } from './prices.js';
import { walk } from './walk.js';

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
    checkPrices(nodes, models, { prices, limits });
  };

  const executeStream = (message: string, given: ExecuteOptions = {}): ActorRun => {
    const mistake = mistakeIn?.(given);
    const options = mistake === undefined ? given : {};
    return startActorRun(
      { kernel, principal, models, prices, limits, clock },
      {
        ...options,
        body: (run) => {
          check(mistake);
          return walk(run, graph, { message: messageOf(message), path: '', isShown: true });
        },
        settled: (result) => {
          lastResult = result;
          return result;
        },
      },
    );
  };

  return Object.freeze({
    executeStream,
    execute: (message, executeOptions) => executeStream(message, executeOptions).result,
    get lastResult() {
      return lastResult;
    },
  } satisfies Executor);
}
