import type { ActorGraph, ActorNode, ActorPart, ActorRun } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createExecutor, type ExecutorOptions } from '../../src/library.js';
import { partsOf } from './parts-of.js';
import { type ScriptedModel, scriptedModel, type Turn } from './scripted-model.js';
import { ANN } from './test-kernel.js';

type Settings = Partial<Omit<ExecutorOptions, 'models'>> & {
  readonly kernel: Kernel;
  /** One scripted model for each name; the provider's name of it is the same. */
  readonly models?: Readonly<Record<string, readonly Turn[]>>;
};

/** A graph with one model, `main`, in its one node, `answer`, unless more is said. */
export function actor({ kernel, models = {}, graph = single(), ...more }: Settings) {
  const clients = Object.fromEntries(
    Object.entries(models).map(([name, turns]): [string, ScriptedModel] => [name, scriptedModel(...turns)]),
  );
  const named = Object.entries(clients).map(([name, client]) => [name, { client, model: name }]);
  const executor = createExecutor({ kernel, graph, principal: ANN, ...more, models: Object.fromEntries(named) });
  const client = (name = 'main'): ScriptedModel => clients[name] ?? scriptedModel();
  return { executor, client, asked: (name?: string) => client(name).requests.length };
}

export function single(more: Partial<Extract<ActorNode, { type: 'llm' }>> = {}): ActorGraph {
  return { nodes: { answer: { type: 'llm', model: 'main', ...more } }, entry: 'answer', exit_nodes: ['answer'] };
}

/** One after the other, the last one is the exit. */
export function chain(nodes: Readonly<Record<string, ActorNode>>): ActorGraph {
  const ids = Object.keys(nodes);
  const edges = ids.slice(1).map((to, index) => ({ from: ids[index] ?? to, to }));
  return { nodes, edges, entry: ids[0] ?? '', exit_nodes: ids.slice(-1) };
}

export function llm(model: string, more: Partial<Extract<ActorNode, { type: 'llm' }>> = {}): ActorNode {
  return { type: 'llm', model, ...more };
}

export async function played(run: ActorRun) {
  const { parts, error } = await partsOf(run);
  return { parts, error, result: await run.result, deltas: deltasOf(parts) };
}

export function deltasOf(parts: readonly ActorPart[]): readonly string[] {
  return parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
}
