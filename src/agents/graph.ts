import type { ActorEdge, ActorGraph, ActorNode } from '../contract/actor.js';
import { didYouMean, nearestNames } from '../contract/did-you-mean.js';
import { KernelError } from '../contract/errors.js';

/** A node in its graph. */
export interface Place {
  readonly id: string;
  readonly node: ActorNode;
  /** The ways on, in the order in which they are looked at. */
  readonly edges: readonly ActorEdge[];
  readonly isExit: boolean;
  /** The graph of a graph node. */
  readonly inner?: CheckedGraph;
}

export interface CheckedGraph {
  readonly entry: Place;
  readonly place: (id: string) => Place;
}

/** Names that the nodes of a graph may use. */
export interface GraphNames {
  readonly models: readonly string[];
}

const NODE_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** A graph that can be walked, graphs within it included. Throws CONFIG_INVALID for one that cannot. */
export function checkGraph(graph: ActorGraph, names: GraphNames): CheckedGraph {
  return checkWithin(graph, names, []);
}

/** The nodes of a graph and of the graphs within it. */
export function nodesOf(graph: ActorGraph): readonly ActorNode[] {
  return Object.values(graph.nodes).flatMap((node) => (node.type === 'graph' ? nodesOf(node.graph) : [node]));
}

function checkWithin(graph: ActorGraph, names: GraphNames, outer: readonly ActorGraph[]): CheckedGraph {
  if (outer.includes(graph)) {
    throw invalid('a graph contains itself', 'to go round, give it an edge that leads back');
  }
  const places = placesOf(graph, names, [...outer, graph]);
  const place = (id: string): Place => {
    const found = places.get(id);
    if (found === undefined) {
      throw invalid(`there is no node ${printable(id)}`, didYouMean(nearestNames(id, [...places.keys()])));
    }
    return found;
  };
  const checked = { entry: place(graph.entry), place };
  checkExits(graph, checked);
  checkWays(places);
  return checked;
}

function placesOf(graph: ActorGraph, names: GraphNames, within: readonly ActorGraph[]): ReadonlyMap<string, Place> {
  const places = Object.entries(graph.nodes).map(([id, node]): [string, Place] => {
    if (!NODE_ID.test(id)) {
      throw invalid('the id of a node is not valid', 'up to 64 letters, digits, dots, underscores and hyphens');
    }
    checkNode(id, node, names);
    const edges = (graph.edges ?? []).filter(({ from }) => from === id);
    const inner = node.type === 'graph' ? { inner: checkWithin(node.graph, names, within) } : {};
    return [id, { id, node, edges, isExit: graph.exit_nodes.includes(id), ...inner }];
  });
  return new Map(places);
}

function checkNode(id: string, node: ActorNode, { models }: GraphNames): void {
  if (node.type === 'llm' && !models.includes(node.model)) {
    throw invalid(
      `node ${id} names the model ${printable(node.model)}, which there is not`,
      didYouMean(nearestNames(node.model, models)) ?? 'give it in the models of the executor',
    );
  }
}

function checkExits({ exit_nodes: exits, edges = [] }: ActorGraph, { entry, place }: CheckedGraph): void {
  if (exits.length === 0) {
    throw invalid('the graph has no exit', 'name its last node in exit_nodes');
  }
  for (const { from, to } of edges) {
    place(from);
    place(to);
  }
  const reached = new Set([entry.id]);
  for (const id of reached) {
    for (const { to } of place(id).edges) {
      reached.add(to);
    }
  }
  for (const exit of exits) {
    if (!reached.has(place(exit).id)) {
      throw invalid(`no way leads to the exit ${exit}`, 'add an edge, or take it out of exit_nodes');
    }
  }
}

function checkWays(places: ReadonlyMap<string, Place>): void {
  for (const { id, node, edges, isExit } of places.values()) {
    if (!isExit && edges.length === 0) {
      throw invalid(`no way leads on from node ${id}`, 'add an edge, or name it in exit_nodes');
    }
    if (isExit && node.type === 'router') {
      throw invalid(`the router ${id} cannot be an exit`, 'let it route to a node that gives the text');
    }
  }
}

function invalid(message: string, hint: string | undefined): KernelError {
  return new KernelError('CONFIG_INVALID', message, hint === undefined ? {} : { hint });
}

function printable(name: string): string {
  return NODE_ID.test(name) ? name : 'of this name';
}
