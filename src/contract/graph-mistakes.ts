import { didYouMean, nearestNames } from './did-you-mean.js';
import { pathText } from './path-text.js';

/** What is looked at of a graph, of a program and of a file: where its ways lead, and whom its nodes name. */
export interface GraphOutline {
  readonly nodes: Readonly<Record<string, NodeOutline>>;
  readonly edges?: readonly { readonly from: string; readonly to: string }[] | undefined;
  readonly entry: string;
  readonly exit_nodes: readonly string[];
}

type NodeOutline =
  | { readonly type: 'llm'; readonly model: string }
  | { readonly type: 'agent'; readonly agent: string; readonly tools?: readonly string[] | undefined }
  | { readonly type: 'tool'; readonly capability_id: string }
  | RouterOutline
  | { readonly type: 'graph'; readonly graph: GraphOutline };

/** A router of a file has its ways in itself. */
interface RouterOutline {
  readonly type: 'router';
  readonly routes?: readonly { readonly to: string }[];
  readonly otherwise?: string;
}

type Named = 'model' | 'agent' | 'capability';

/** The names that nodes may use; those of a kind that is not given are not looked at. */
export type GraphNames = Readonly<Partial<Record<Named, readonly string[]>>>;

export interface GraphMistake {
  /** From the graph to what is wrong. */
  readonly steps: readonly PropertyKey[];
  readonly path: string;
  /** Safe for a model to read. */
  readonly message: string;
  readonly hint: string;
}

const NODE_ID = /^[A-Za-z0-9_.-]{1,64}$/;

/** What keeps a graph, or one within it, from being walked. */
export function graphMistakes(graph: GraphOutline, names: GraphNames): readonly GraphMistake[] {
  return mistakesWithin(graph, names, { steps: [], outer: [] });
}

/** What the nodes of a graph, and of those within it, name; each once. */
export function namesIn(graph: GraphOutline, kind: Named): readonly string[] {
  const named = Object.values(graph.nodes).flatMap((node) =>
    node.type === 'graph'
      ? namesIn(node.graph, kind)
      : usesOf(node).flatMap((use) => (use.kind === kind ? [use.name] : [])),
  );
  return [...new Set(named)];
}

interface Within {
  /** To the graph. */
  readonly steps: readonly PropertyKey[];
  readonly outer: readonly GraphOutline[];
}

function mistakesWithin(graph: GraphOutline, names: GraphNames, { steps, outer }: Within): readonly GraphMistake[] {
  if (outer.includes(graph)) {
    return [mistake(steps, 'a graph contains itself', 'to go round, give it an edge that leads back')];
  }
  const ofNodes = Object.entries(graph.nodes).flatMap(([id, node]) => {
    if (!NODE_ID.test(id)) {
      const hint = 'up to 64 letters, digits, dots, underscores and hyphens';
      return [
        { ...mistake([...steps, 'nodes'], 'the id of a node is not valid', hint), steps: [...steps, 'nodes', id] },
      ];
    }
    const at = [...steps, 'nodes', id];
    return node.type === 'graph'
      ? mistakesWithin(node.graph, names, { steps: [...at, 'graph'], outer: [...outer, graph] })
      : nameMistakes(node, names, at);
  });
  const unknown = nowhereMistakes(graph, steps);
  return [...ofNodes, ...(unknown.length > 0 ? unknown : wayMistakes(graph, steps))];
}

interface Use {
  readonly kind: Named;
  readonly name: string;
  readonly steps: readonly PropertyKey[];
}

function usesOf(node: NodeOutline): readonly Use[] {
  switch (node.type) {
    case 'llm':
      return [{ kind: 'model', name: node.model, steps: ['model'] }];
    case 'agent': {
      const tools = (node.tools ?? []).map(
        (name, index): Use => ({ kind: 'capability', name, steps: ['tools', index] }),
      );
      return [{ kind: 'agent', name: node.agent, steps: ['agent'] }, ...tools];
    }
    case 'tool':
      return [{ kind: 'capability', name: node.capability_id, steps: ['capability_id'] }];
    default:
      return [];
  }
}

function nameMistakes(node: NodeOutline, names: GraphNames, at: readonly PropertyKey[]): readonly GraphMistake[] {
  return usesOf(node).flatMap(({ kind, name, steps }) => {
    const known = names[kind];
    return known === undefined || known.includes(name)
      ? []
      : [mistake([...at, ...steps], `there is no ${kind} ${printable(name)}`, likely(kind, name, known))];
  });
}

interface NamedNode {
  readonly id: string;
  readonly steps: readonly PropertyKey[];
}

interface Way {
  readonly from: NamedNode;
  readonly to: NamedNode;
}

function waysOf({ nodes, edges = [] }: GraphOutline): readonly Way[] {
  const said = edges.map(({ from, to }, index) => ({
    from: { id: from, steps: ['edges', index, 'from'] },
    to: { id: to, steps: ['edges', index, 'to'] },
  }));
  const routed = Object.entries(nodes).flatMap(([id, node]) => {
    const from = { id, steps: ['nodes', id] };
    return node.type === 'router'
      ? routesOf(node).map((to) => ({ from, to: { ...to, steps: [...from.steps, ...to.steps] } }))
      : [];
  });
  return [...said, ...routed];
}

function routesOf({ routes = [], otherwise }: RouterOutline): readonly NamedNode[] {
  return [
    ...routes.map(({ to }, index) => ({ id: to, steps: ['routes', index, 'to'] })),
    ...(otherwise === undefined ? [] : [{ id: otherwise, steps: ['otherwise'] }]),
  ];
}

/** Names of nodes that there are not. */
function nowhereMistakes(graph: GraphOutline, steps: readonly PropertyKey[]): readonly GraphMistake[] {
  const named = [
    { id: graph.entry, steps: ['entry'] },
    ...waysOf(graph).flatMap(({ from, to }) => [from, to]),
    ...graph.exit_nodes.map((id, index) => ({ id, steps: ['exit_nodes', index] })),
  ];
  const ids = Object.keys(graph.nodes);
  const known = new Set(ids);
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ id, steps: own }) =>
      mistake([...steps, ...own], `there is no node ${printable(id)}`, likely('node', id, ids)),
    );
}

function wayMistakes(graph: GraphOutline, steps: readonly PropertyKey[]): readonly GraphMistake[] {
  const { nodes, entry, exit_nodes: exits } = graph;
  const ways = waysOf(graph);
  const leadOn = new Set(ways.map(({ from }) => from.id));
  const reached = reachedFrom(entry, ways);
  const none = mistake([...steps, 'exit_nodes'], 'the graph has no exit', 'name its last node in exit_nodes');
  const ofExits = exits.flatMap((id, index) => {
    const at = [...steps, 'exit_nodes', index];
    if (nodes[id]?.type === 'router') {
      return [mistake(at, `the router ${id} cannot be an exit`, 'let it route to a node that gives the text')];
    }
    return reached.has(id)
      ? []
      : [mistake(at, `no way leads to the exit ${id}`, 'add an edge, or take it out of exit_nodes')];
  });
  const ends = Object.keys(nodes).filter((id) => !exits.includes(id) && !leadOn.has(id));
  const ofEnds = ends.map((id) =>
    mistake([...steps, 'nodes', id], `no way leads on from node ${id}`, 'add an edge, or name it in exit_nodes'),
  );
  return [...(exits.length === 0 ? [none] : []), ...ofExits, ...ofEnds];
}

function reachedFrom(entry: string, ways: readonly Way[]): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from, to } of ways) {
    const ids = next.get(from.id) ?? [];
    ids.push(to.id);
    next.set(from.id, ids);
  }
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const to of next.get(id) ?? []) {
      reached.add(to);
    }
  }
  return reached;
}

const MOST_LISTED = 10;

function likely(kind: Named | 'node', name: string, known: readonly string[]): string {
  const list = known.slice(0, MOST_LISTED).join(', ');
  const all = known.length === 0 ? 'none are known' : `known are ${list}${known.length > MOST_LISTED ? ' …' : ''}`;
  const near = didYouMean(nearestNames(name, known));
  return near ?? (kind === 'capability' ? 'akernel capabilities list shows them' : all);
}

function mistake(steps: readonly PropertyKey[], message: string, hint: string): GraphMistake {
  return { steps, path: pathText(steps), message, hint };
}

function printable(name: string): string {
  return NODE_ID.test(name) ? name : 'of this name';
}
