import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorEdge, ActorGraph, ActorNode, ActorState } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played } from '../support/actor-runs.js';
import { failureOf } from '../support/driver-call.js';
import { says } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

const MAIN = { main: [says('well')] };
const one = llm('main');

function graphOf(nodes: ActorGraph['nodes'], edges: readonly [string, string][], ends: readonly string[]): ActorGraph {
  return { nodes, edges: edges.map(([from, to]) => ({ from, to })), entry: 'a', exit_nodes: ends };
}

describe('a graph that cannot be walked', () => {
  const itself: { type: 'graph'; graph: ActorGraph } = { type: 'graph', graph: graphOf({}, [], []) };
  itself.graph = graphOf({ a: itself }, [], ['a']);

  test.each<[string, ActorGraph, string]>([
    ['an entry that is no node', graphOf({ b: one }, [], ['b']), 'entry: there is no node a'],
    ['an edge to nowhere', graphOf({ a: one, b: one }, [['a', 'c']], ['b']), 'edges[0].to: there is no node c'],
    ['an edge from nowhere', graphOf({ a: one }, [['c', 'a']], ['a']), 'edges[0].from: there is no node c'],
    ['no exit', graphOf({ a: one }, [], []), 'exit_nodes: the graph has no exit'],
    ['an exit that is no node', graphOf({ a: one }, [], ['z']), 'exit_nodes[0]: there is no node z'],
    [
      'an exit no way leads to',
      graphOf({ a: one, b: one }, [['a', 'a']], ['b']),
      'exit_nodes[0]: no way leads to the exit b',
    ],
    [
      'a dead end',
      graphOf(
        { a: one, b: one, c: one },
        [
          ['a', 'b'],
          ['a', 'c'],
        ],
        ['c'],
      ),
      'nodes.b: no way leads on from node b',
    ],
    [
      'a router at its end',
      graphOf({ a: { type: 'router', route: () => 'a' } }, [], ['a']),
      'exit_nodes[0]: the router a cannot be an exit',
    ],
    ['a model there is not', graphOf({ a: llm('mian') }, [], ['a']), 'nodes.a.model: there is no model mian'],
    ['an odd id', graphOf({ 'a b': one }, [], ['a b']), 'nodes: the id of a node is not valid'],
    ['itself', itself.graph, 'nodes.a.graph: a graph contains itself'],
    [
      'such a graph within',
      graphOf({ a: { type: 'graph', graph: graphOf({ a: one }, [], []) } }, [], ['a']),
      'nodes.a.graph.exit_nodes: the graph has no exit',
    ],
  ])('is refused when the executor is made: %s', async (_, graph, message) => {
    const error = await failureOf(async () => actor({ kernel, models: MAIN, graph }));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message });
  });

  test.each([
    ['a node of no type', { a: { type: 'llmm' } }, 'createExecutor.graph.nodes.a.type: '],
    [
      'in a graph within',
      { a: { type: 'graph', graph: graphOf({ b: { ...one, toools: [] } as unknown as ActorNode }, [], ['b']) } },
      'b.toools: ',
    ],
  ])('what is no graph at all is USAGE: %s', async (_, nodes, place) => {
    const graph = graphOf(nodes as unknown as Record<string, ActorNode>, [], ['a']);
    const error = await failureOf(async () => actor({ kernel, models: MAIN, graph }));
    expect(error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(place) });
  });

  test('the refusal helps', async () => {
    const error = await failureOf(async () => actor({ kernel, models: MAIN, graph: chain({ a: llm('mian') }) }));
    expect(error).toMatchObject({ hint: 'did you mean main?' });
  });
});

describe('a walk', () => {
  test('goes where the router says', async () => {
    const route = ({ message }: ActorState) => (message.includes('sum') ? 'count' : 'talk');
    const graph: ActorGraph = {
      nodes: { choose: { type: 'router', route }, count: llm('a'), talk: llm('b') },
      edges: [
        { from: 'choose', to: 'count' },
        { from: 'choose', to: 'talk' },
      ],
      entry: 'choose',
      exit_nodes: ['count', 'talk'],
    };
    const { executor, client } = actor({ kernel, models: { a: [says('four')], b: [says('well')] }, graph });
    expect((await executor.execute('the sum, please')).text).toBe('four');
    expect((await executor.execute('hello')).text).toBe('well');
    expect(client('b').requests[0]?.messages).toEqual([{ role: 'user', content: 'hello' }]);
  });

  test('shows the text of the last node of the last graph, as it comes', async () => {
    const inner = chain({ plan: llm('a'), say: llm('b') });
    const graph = chain({ first: { type: 'graph', graph: inner }, last: { type: 'graph', graph: inner } });
    const models = { a: [says('a plan')], b: [says('early '), says('One. ', 'Two. ', 'Three.')] };
    const { parts, deltas, result } = await played(actor({ kernel, models, graph }).executor.executeStream('hi'));
    expect(deltas.join('')).toBe('One. Two. Three.');
    expect(deltas.length).toBeGreaterThan(1);
    expect(result.text).toBe('One. Two. Three.');
    expect(parts.filter(({ type }) => type === 'text-delta').map(({ node_id }) => node_id)).toEqual(
      deltas.map(() => 'last/say'),
    );
    expect(result.usage_by_node.map(({ node_id }) => node_id)).toEqual([
      'first/plan',
      'first/say',
      'last/plan',
      'last/say',
    ]);
    expect(result.depth).toBe(6);
  });

  test('an exit in a loop is shown as a whole when it proves to be the last', async () => {
    const back: ActorEdge = { from: 'check', to: 'write', when: ({ text }) => text !== 'It is good.' };
    const graph: ActorGraph = {
      nodes: { write: llm('a'), check: llm('b') },
      edges: [{ from: 'write', to: 'check' }, back],
      entry: 'write',
      exit_nodes: ['check'],
    };
    const models = { a: [says('draft')], b: [says('It is bad.'), says('It ', 'is ', 'good.')] };
    const { deltas, result } = await played(actor({ kernel, models, graph }).executor.executeStream('hi'));
    expect(deltas).toEqual(['It is good.']);
    expect(result).toMatchObject({ text: 'It is good.', model_calls: 4, depth: 4 });
  });

  test('prompts see what came before', async () => {
    const prompt = ({ message, text, outputs }: ActorState) => `${message}|${text}|${[...outputs.keys()].join()}`;
    const graph = chain({
      a: llm('main', { system: 'be brief' }),
      b: llm('main', { prompt, max_tokens: 9, temperature: 0 }),
    });
    const { executor, client } = actor({ kernel, models: MAIN, graph });
    await executor.execute('hi');
    expect(client().requests).toEqual([
      {
        model: 'main',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'hi' },
        ],
      },
      { model: 'main', max_tokens: 9, temperature: 0, messages: [{ role: 'user', content: 'hi|well|a' }] },
    ]);
  });

  const fails = (): never => {
    throw new Error('at zelda@vexmoor.org');
  };
  const rejects = (): Promise<never> => Promise.reject(new Error('at zelda@vexmoor.org'));
  const throws = async (): Promise<never> => {
    throw 'at zelda@vexmoor.org';
  };
  test.each<[string, ActorGraph, string]>([
    ['a prompt', chain({ a: llm('main', { prompt: fails }) }), 'the prompt of node a failed'],
    [
      'a prompt that is rejected',
      chain({ a: llm('main', { prompt: async () => fails() }) }),
      'the prompt of node a failed',
    ],
    [
      'a route that is rejected',
      chain({ a: { type: 'router', route: rejects }, b: one }),
      'the route of node a failed',
    ],
    ['no error but a text', chain({ a: { type: 'router', route: throws }, b: one }), 'the route of node a failed'],
    [
      'arguments',
      chain({ a: { type: 'tool', capability_id: 'demo.customers', args: fails } }),
      'the args of node a failed',
    ],
    [
      'a condition',
      { nodes: { a: one, b: one }, edges: [{ from: 'a', to: 'b', when: fails }], entry: 'a', exit_nodes: ['b'] },
      'the condition of an edge of node a failed',
    ],
    [
      'a promise of something else',
      chain({ a: llm('main', { prompt: (async () => 7) as unknown as () => string }) }),
      'the prompt of node a gave a value of the wrong type',
    ],
    [
      'a way that is none',
      chain({ a: { type: 'router', route: () => 'c' }, b: one }),
      'the router a chose a node that none of its edges leads to',
    ],
    [
      'no way',
      { nodes: { a: one, b: one }, edges: [{ from: 'a', to: 'b', when: () => false }], entry: 'a', exit_nodes: ['b'] },
      'no edge leads on from node a now, and it is no exit',
    ],
  ])('fails where a function of the graph gives %s', async (_, graph, message) => {
    const { error, parts, result } = await played(actor({ kernel, models: MAIN, graph }).executor.executeStream('hi'));
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message });
    expect(JSON.stringify([parts, result])).not.toContain('vexmoor');
  });
});
