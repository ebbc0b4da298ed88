import type { ActorEdge, ActorPart, ActorState, GraphNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import type { CheckedGraph, Place } from './graph.js';
import { runLlmNode } from './llm-node.js';
import type { NodeOutput, Visit } from './node.js';
import { isOpen, promptOf, routeOf } from './own-functions.js';
import type { Run } from './run.js';
import { runToolNode } from './tool-node.js';

interface Within {
  readonly message: string;
  /** The path to the graph, with a slash at its end; empty for the root. */
  readonly path: string;
  /** Whether what comes out of the graph is the text of the run. */
  readonly isShown: boolean;
}

/** From the entry, node by node, to where no edge leads on. Only the last node's text is shown. */
export async function* walk(run: Run, graph: CheckedGraph, within: Within): AsyncGenerator<ActorPart, NodeOutput> {
  const { message, path, isShown } = within;
  const outputs = new Map<string, string>();
  let state: ActorState = { message, text: message, outputs };
  let place = graph.entry;
  for (;;) {
    run.ending.checkStep();
    run.allowance.step();
    const visit = { nodeId: `${path}${place.id}`, state, isShown: isShown && isLastForSure(place) };
    const output = yield* runNode(run, place, visit);
    outputs.set(place.id, output.text);
    state = { message, text: output.text, outputs };
    const next = await nextPlace(run, { graph, place }, { nodeId: visit.nodeId, state });
    if (next === undefined) {
      return isShown && !output.isShown ? yield* shownWhole(run, output, visit.nodeId) : output;
    }
    place = next;
  }
}

/** Conditions may depend on what the node says: where there are any, it must have spoken before it can be the last. */
function isLastForSure({ isExit, edges }: Place): boolean {
  return isExit && edges.length === 0;
}

async function* runNode(run: Run, place: Place, visit: Visit): AsyncGenerator<ActorPart, NodeOutput> {
  const { node, inner } = place;
  switch (node.type) {
    case 'llm':
      return yield* runLlmNode(run, node, visit);
    case 'tool':
      return yield* runToolNode(run, node, visit);
    case 'router':
      return yield* runRouter(run, visit);
    case 'graph':
      return yield* runGraphNode(run, { node, inner }, visit);
  }
}

async function* runGraphNode(
  run: Run,
  { node, inner }: { readonly node: GraphNode; readonly inner: CheckedGraph | undefined },
  visit: Visit,
): AsyncGenerator<ActorPart, NodeOutput> {
  if (inner === undefined) {
    throw new KernelError('INTERNAL', 'a graph within a graph was not checked');
  }
  const { nodeId, isShown } = visit;
  const message = await promptOf(run, node, visit);
  const spot = { node_id: nodeId, step: run.nextStep() };
  yield run.part({ type: 'start-step' }, spot);
  const output = yield* walk(run, inner, { message, path: `${nodeId}/`, isShown });
  yield run.part({ type: 'finish-step' }, spot);
  return output;
}

async function* runRouter(run: Run, { nodeId, state }: Visit): AsyncGenerator<ActorPart, NodeOutput> {
  const spot = { node_id: nodeId, step: run.nextStep() };
  yield run.part({ type: 'start-step' }, spot);
  yield run.part({ type: 'finish-step' }, spot);
  return { text: state.text, finishReason: 'stop', isShown: false };
}

async function nextPlace(
  run: Run,
  { graph, place }: { readonly graph: CheckedGraph; readonly place: Place },
  at: Pick<Visit, 'nodeId' | 'state'>,
): Promise<Place | undefined> {
  const { node, edges, isExit } = place;
  const { nodeId } = at;
  if (node.type === 'router') {
    const chosen = await routeOf(run, node, at);
    if (!edges.some(({ to }) => to === chosen)) {
      throw new KernelError('CONFIG_INVALID', `the router ${nodeId} chose a node that none of its edges leads to`);
    }
    return graph.place(chosen);
  }
  const edge = await firstOpen(run, edges, at);
  if (edge === undefined && !isExit) {
    throw new KernelError('CONFIG_INVALID', `no edge leads on from node ${nodeId} now, and it is no exit`, {
      hint: 'give it an edge without a condition, or name it in exit_nodes',
    });
  }
  return edge === undefined ? undefined : graph.place(edge.to);
}

/** In their order: a condition is not asked when one before it holds. */
async function firstOpen(
  run: Run,
  edges: readonly ActorEdge[],
  at: Pick<Visit, 'nodeId' | 'state'>,
): Promise<ActorEdge | undefined> {
  for (const edge of edges) {
    if (await isOpen(run, edge, at)) {
      return edge;
    }
  }
  return undefined;
}

async function* shownWhole(run: Run, output: NodeOutput, nodeId: string): AsyncGenerator<ActorPart, NodeOutput> {
  run.said.begin();
  if (output.text !== '') {
    run.said.add(output.text);
    yield run.part({ type: 'text-delta', delta: output.text }, { node_id: nodeId, step: run.nextStep() });
  }
  return { ...output, isShown: true };
}
