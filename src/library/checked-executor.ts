import { createExecutor } from '../agents/executor.js';
import type { ActorGraph, Executor } from '../contract/actor.js';
import { isKernelError, type KernelError } from '../contract/errors.js';
import { EXECUTE_SCHEMA, EXECUTOR_SCHEMA, GRAPH_SCHEMA } from '../contract/library-schemas/executor.js';
import { systemClock } from '../runtime/system.js';
import { checkGiven } from './check-given.js';
import type { ExecutorOptions } from './options.js';

/** An executor that checks what it is given. Mistakes of a message are its run's failure. */
export function checkedExecutor(options: ExecutorOptions): Executor {
  const { principal } = checkGiven(EXECUTOR_SCHEMA, options, 'createExecutor');
  checkGraphs(options.graph, 'createExecutor.graph');
  return createExecutor({ ...options, principal, clock: options.clock ?? systemClock, mistakeIn });
}

/** Graphs within it too, each once. */
export function checkGraphs(graph: ActorGraph, place: string, seen = new Set<ActorGraph>()): void {
  if (seen.has(graph)) {
    return;
  }
  seen.add(graph);
  checkGiven(GRAPH_SCHEMA, graph, place);
  for (const [id, node] of Object.entries(graph.nodes)) {
    if (node.type === 'graph') {
      checkGraphs(node.graph, `${place}.nodes.${id}.graph`, seen);
    }
  }
}

function mistakeIn(options: unknown): KernelError | undefined {
  try {
    checkGiven(EXECUTE_SCHEMA, options, 'executeStream');
    return undefined;
  } catch (error) {
    return isKernelError(error) ? error : undefined;
  }
}
