import type { ActorEdge, ActorGraph, ActorNode } from '../contract/actor.js';
import { KernelError } from '../contract/errors.js';
import { graphMistakes } from '../contract/graph-mistakes.js';

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
interface GraphNames {
  readonly models: readonly string[];
}

/** A graph that can be walked, graphs within it included. Throws CONFIG_INVALID for one that cannot. */
export function checkGraph(graph: ActorGraph, { models }: GraphNames): CheckedGraph {
  const [mistake] = graphMistakes(graph, { model: models });
  if (mistake !== undefined) {
    const { path, message, hint } = mistake;
    throw new KernelError('CONFIG_INVALID', `${path}: ${message}`, { hint });
  }
  return placesOf(graph);
}

/** The nodes of a graph and of the graphs within it. */
export function nodesOf(graph: ActorGraph): readonly ActorNode[] {
  return Object.values(graph.nodes).flatMap((node) => (node.type === 'graph' ? nodesOf(node.graph) : [node]));
}

function placesOf({ nodes, edges = [], entry, exit_nodes: exits }: ActorGraph): CheckedGraph {
  const places = new Map(
    Object.entries(nodes).map(([id, node]): [string, Place] => {
      const inner = node.type === 'graph' ? { inner: placesOf(node.graph) } : {};
      return [id, { id, node, edges: edges.filter(({ from }) => from === id), isExit: exits.includes(id), ...inner }];
    }),
  );
  const place = (id: string): Place => {
    const found = places.get(id);
    if (found === undefined) {
      throw new KernelError('INTERNAL', 'a way of a graph was not checked');
    }
    return found;
  };
  return { entry: place(entry), place };
}
