import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readGraph } from '../../src/config/graph/read-graph.js';
import type { ActorState } from '../../src/contract/actor.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-graph-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string, name = 'graph.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const KNOWN = { agents: ['small', 'large'], capabilities: async () => ['demo.customers', 'fs.read_file'] };
const { signal: never } = new AbortController();
const state = (text: string): ActorState => ({ message: 'the message', text, outputs: new Map() });

const GRAPH = `
entry: find
exit_nodes: [answer, refund]
nodes:
  find: { type: agent, agent: small, system: Look it up., tools: [demo.customers] }
  count: { type: tool, capability_id: demo.customers, args: { rows: 3, note: 'about {text}', deep: ['{message}'] }, max_rows: 2 }
  choose: { type: router, routes: [{ when: { contains: refund }, to: refund }], otherwise: answer }
  answer: { type: agent, agent: small, prompt: '{message} {text} {other}' }
  refund: { type: graph, prompt: 'of {text}', graph: { entry: one, exit_nodes: [one], nodes: { one: { type: agent, agent: small } } } }
edges:
  - { from: find, to: count, when: { not_contains: enough } }
  - { from: find, to: choose }
  - { from: count, to: choose, when: { equals: 'yes' } }
  - { from: count, to: answer }
`;

test('a graph of a file is one of nodes, edges and functions', async () => {
  const { nodes, edges = [] } = await readGraph(written(GRAPH), KNOWN);
  expect(nodes['find']).toEqual({ type: 'llm', model: 'small', system: 'Look it up.', tools: ['demo.customers'] });
  const { count, choose, answer, refund } = nodes;
  expect(count?.type === 'tool' && typeof count.args === 'function' && count.args(state('X'), never)).toEqual({
    rows: 3,
    note: 'about X',
    deep: ['the message'],
  });
  expect(
    choose?.type === 'router' && [choose.route(state('a refund'), never), choose.route(state('none'), never)],
  ).toEqual(['refund', 'answer']);
  // What is filled in is a text like any other, and is not looked at again.
  expect(answer?.type === 'llm' && answer.prompt?.(state('{message}'), never)).toBe('the message {message} {other}');
  expect(refund).toMatchObject({ type: 'graph', graph: { entry: 'one' } });
  const open = edges.map(({ from, to, when }) => [
    from,
    to,
    when?.(state('enough'), never),
    when?.(state(' yes '), never),
  ]);
  expect(open).toEqual([
    ['find', 'count', false, true],
    ['find', 'choose', undefined, undefined],
    ['count', 'choose', false, true],
    ['count', 'answer', undefined, undefined],
    ['choose', 'refund', undefined, undefined],
    ['choose', 'answer', undefined, undefined],
  ]);
});

test.each([
  ['a node of no kind', 'entry: a\nexit_nodes: [a]\nnodes:\n  a: { type: agnet }', ':4: nodes.a.type: expected one of'],
  ['an agent without a name', 'entry: a\nexit_nodes: [a]\nnodes:\n  a: { type: agent }', 'nodes.a.agent: is missing'],
  ['an unknown member', 'entry: a\nexit_nodes: [a]\nnode: {}\nnodes: {}', ':3: node: is not a member of a graph'],
  [
    'two conditions',
    'entry: a\nexit_nodes: [a]\nnodes: {}\nedges:\n  - { from: a, to: b, when: { contains: x, equals: y } }',
    ':5: edges[0].when: expected one of',
  ],
  ['no exit', 'entry: a\nexit_nodes: []\nnodes: {}', 'exit_nodes: expected at least 1'],
  [
    'code in place of a rule',
    'entry: a\nexit_nodes: [a]\nnodes: {}\nedges:\n  - { from: a, to: b, when: "process.exit()" }',
    'edges[0].when: expected an object',
  ],
])('a mistake in a graph names its place: %s', async (_, text, told) => {
  await expect(readGraph(written(text), KNOWN)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(told),
  });
});

test('a graph that is not there, and one that is no YAML', async () => {
  await expect(readGraph(join(folder, 'none.yaml'), KNOWN)).rejects.toMatchObject({ code: 'USAGE' });
  await expect(readGraph(written('a: [', 'broken.yaml'), KNOWN)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

const NODES = 'nodes:\n  find: { type: agent, agent: small }\n  answer: { type: agent, agent: small }\n';
const WAYS = `${NODES}entry: find\nexit_nodes: [answer]\n`;

test.each([
  [
    'an edge to nowhere',
    `${WAYS}edges:\n  - { from: find, to: answr }`,
    ':7: edges[0].to: there is no node answr',
    'did you mean answer?',
  ],
  [
    'an exit that is no node',
    `${NODES}entry: find\nexit_nodes: [ghost]`,
    ':5: exit_nodes[0]: there is no node ghost',
    'known are find, answer',
  ],
  [
    'a dead end',
    WAYS,
    ':5: exit_nodes[0]: no way leads to the exit answer',
    'add an edge, or take it out of exit_nodes',
  ],
  [
    'an agent there is not',
    'entry: a\nexit_nodes: [a]\nnodes:\n  a:\n    type: agent\n    agent: smal',
    ':6: nodes.a.agent: there is no agent smal',
    'did you mean small?',
  ],
  [
    'a tool there is not',
    'entry: a\nexit_nodes: [a]\nnodes:\n  a: { type: agent, agent: small, tools: [fs.read_file, demo.custmers] }',
    ':4: nodes.a.tools[1]: there is no capability demo.custmers',
    'did you mean demo.customers?',
  ],
  [
    'a capability there is not',
    'entry: a\nexit_nodes: [a]\nnodes:\n  a: { type: tool, capability_id: nothing.like_it }',
    ':4: nodes.a.capability_id: there is no capability nothing.like_it',
    'akernel capabilities list shows them',
  ],
  [
    'a route to nowhere',
    'entry: a\nexit_nodes: [b]\nnodes:\n  b: { type: agent, agent: small }\n  a:\n    type: router\n    routes:\n' +
      "      - { when: { equals: 'yes' }, to: c }\n    otherwise: b",
    ':8: nodes.a.routes[0].to: there is no node c',
    'did you mean a or b?',
  ],
  [
    'a way of a graph within',
    'entry: a\nexit_nodes: [a]\nnodes:\n  a:\n    type: graph\n    graph:\n      nodes: { b: { type: agent, agent: small } }\n' +
      '      entry: bb\n      exit_nodes: [b]',
    ':8: nodes.a.graph.entry: there is no node bb',
    'did you mean b?',
  ],
])('what cannot be walked is told with its place: %s', async (_, text, told, hint) => {
  const failed = readGraph(written(text), KNOWN);
  const message = expect.stringContaining(`graph.yaml${told}`);
  await expect(failed).rejects.toMatchObject({ code: 'CONFIG_INVALID', message, hint: expect.stringContaining(hint) });
});

test('all mistakes are told at once', async () => {
  const text = `${WAYS}edges:\n  - { from: find, to: answr }\n  - { from: fnd, to: answer }`;
  const error: unknown = await readGraph(written(text), KNOWN).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ details: { mistakes: [{ line: 7 }, { line: 8, path: 'edges[1].from' }] } });
});

test.each([
  ['of an agent', '{ type: agent, agent: small, sytem: x }', 'nodes.a.sytem: is not', 'did you mean system?'],
  [
    'of the library',
    '{ type: agent, agent: small, model: x }',
    'nodes.a.model: is not',
    'known are type, agent, system',
  ],
  [
    'of a graph within',
    '{ type: graph, graph: { entry: b, exit_nodes: [b], nodes: { b: { type: tool, capability_id: demo.customers, arg: {} } } } }',
    'nodes.a.graph.nodes.b.arg: is not',
    'did you mean args?',
  ],
])('regression: the hint for an unknown member of a node said that there are none: %s', async (_, node, told, hint) => {
  const failed = readGraph(written(`entry: a\nexit_nodes: [a]\nnodes:\n  a: ${node}`), KNOWN);
  await expect(failed).rejects.toMatchObject({
    message: expect.stringContaining(told),
    hint: expect.stringContaining(hint),
  });
});
