import type { ActorEdge, ActorGraph, ActorNode, ActorState } from '../../contract/actor.js';
import type { Condition, FileNode, GraphFile } from './graph-schema.js';

/** The graph that a file says, to be walked: its rules as functions. */
export function graphOf({ nodes, edges = [], entry, exit_nodes }: GraphFile): ActorGraph {
  const routed = Object.entries(nodes).flatMap(([from, node]) => routesOf(from, node));
  const said = edges.map(
    ({ from, to, when }): ActorEdge => ({ from, to, ...(when === undefined ? {} : { when: holds(when) }) }),
  );
  return {
    nodes: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, nodeOf(node)])),
    edges: [...said, ...routed],
    entry,
    exit_nodes,
  };
}

/** Where a router may lead is in its own routes; nobody writes it twice. */
function routesOf(from: string, node: FileNode): readonly ActorEdge[] {
  if (node.type !== 'router') {
    return [];
  }
  return [...new Set([...node.routes.map(({ to }) => to), node.otherwise])].map((to) => ({ from, to }));
}

function nodeOf(node: FileNode): ActorNode {
  switch (node.type) {
    case 'agent': {
      const { type: _, agent, prompt, ...settings } = node;
      return { type: 'llm', model: agent, ...given(settings), ...prompted(prompt) };
    }
    case 'tool': {
      const { type, capability_id, args = {}, ...settings } = node;
      return { type, capability_id, args: (state) => membersOf(args, state), ...given(settings) };
    }
    case 'router':
      return { type: 'router', route: (state) => routeOf(node, state) };
    case 'graph':
      return { type: 'graph', graph: graphOf(node.graph), ...prompted(node.prompt) };
  }
}

function prompted(prompt: string | undefined): { readonly prompt?: (state: ActorState) => string } {
  return prompt === undefined ? {} : { prompt: (state) => filled(prompt, state) };
}

type Given<Members> = { [Key in keyof Members]: Exclude<Members[Key], undefined> };

/** Without what is not said. */
function given<Members extends object>(members: Members): Given<Members>;
function given(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function routeOf({ routes, otherwise }: Extract<FileNode, { type: 'router' }>, state: ActorState): string {
  return routes.find(({ when }) => holds(when)(state))?.to ?? otherwise;
}

function holds({ contains, not_contains: without, equals }: Condition): (state: ActorState) => boolean {
  return ({ text }) =>
    contains !== undefined
      ? text.includes(contains)
      : without !== undefined
        ? !text.includes(without)
        : text.trim() === equals;
}

/** In one pass: what is filled in is not looked at again. */
function filled(template: string, { message, text }: ActorState): string {
  return template.replace(/\{(message|text)\}/g, (_, name) => (name === 'message' ? message : text));
}

function membersOf(members: object, state: ActorState): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, filledIn(value, state)]));
}

function filledIn(value: unknown, state: ActorState): unknown {
  if (typeof value === 'string') {
    return filled(value, state);
  }
  if (Array.isArray(value)) {
    return value.map((item) => filledIn(item, state));
  }
  return value !== null && typeof value === 'object' ? membersOf(value, state) : value;
}
