import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorGraph, ActorLimits } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { failureOf } from '../support/driver-call.js';
import { call, calls, end, says } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

const THREE = chain({ plan: llm('a'), draft: llm('b'), answer: llm('c') });
const THREE_MODELS = { a: [says('one')], b: [says('two')], c: [says('three')] };
const LOOK = calls(call('c1', 'demo__customers', { rows: 1 }));
const TOOLS = single({ tools: ['demo.customers'] });

function exhausted(kind: string, limit: number) {
  return { code: 'LIMIT_REACHED', details: { kind, reason: 'budget_exhausted', limit } };
}

describe('counters', () => {
  test('79: two calls of models for a graph of three: the third is never made', async () => {
    const { executor, asked } = actor({ kernel, models: THREE_MODELS, graph: THREE, limits: { max_model_calls: 2 } });
    const { error, result, deltas } = await played(executor.executeStream('hi'));
    expect(asked('c')).toBe(0);
    expect(error).toMatchObject(exhausted('model_calls', 2));
    expect(result).toMatchObject({ status: 'limit', model_calls: 2, partial: true });
    expect(deltas).toEqual([]);
  });

  test('80: calls of tools are counted together, in all graphs', async () => {
    const inner = chain({
      look: { type: 'tool', capability_id: 'demo.customers', args: { rows: 1 } },
      say: llm('a', { tools: ['demo.customers'] }),
    });
    const graph = chain({ sub: { type: 'graph', graph: inner }, answer: llm('b', { tools: ['demo.customers'] }) });
    const models = { a: [[LOOK], says('looked')], b: [[LOOK], says('looked again')] };
    const within = actor({ kernel, models, graph, limits: { max_tool_calls: 3 } });
    expect(await within.executor.execute('hi')).toMatchObject({ status: 'completed', tool_calls: 3, model_calls: 4 });
    const beyond = actor({ kernel, models, graph, limits: { max_tool_calls: 2 } });
    const { error, result } = await played(beyond.executor.executeStream('hi'));
    expect(error).toMatchObject(exhausted('tool_calls', 2));
    expect(result).toMatchObject({ status: 'limit', tool_calls: 2 });
    expect(beyond.asked('b')).toBe(1);
  });

  test.each([
    [1, 'the run has used up its 1 call of models'],
    [2, 'the run has used up its 2 calls of models'],
  ])('regression: a run of one call was said to have used up "its 1 calls": %i', async (most, message) => {
    const { executor } = actor({ kernel, models: THREE_MODELS, graph: THREE, limits: { max_model_calls: most } });
    expect((await executor.execute('hi')).error?.message).toBe(message);
  });

  test('81: as much as is needed is enough; 0 allows none', async () => {
    const limits = { max_model_calls: 2, max_tool_calls: 1, max_depth: 1, max_cost_micro: 8 };
    const prices = { main: { input_micro: 1_000_000, output_micro: 500_000 } };
    const models = { main: [[LOOK], says('done')] };
    const enough = actor({ kernel, models, graph: TOOLS, limits, prices });
    expect(await enough.executor.execute('hi')).toMatchObject({ status: 'completed', cost_micro: 8 });
    const none: [keyof ActorLimits, string][] = [
      ['max_model_calls', 'model_calls'],
      ['max_depth', 'depth'],
      ['max_cost_micro', 'cost'],
    ];
    for (const [limit, kind] of none) {
      const { executor, asked } = actor({ kernel, models, graph: TOOLS, limits: { ...limits, [limit]: 0 }, prices });
      expect((await executor.execute('hi')).error).toMatchObject(exhausted(kind, 0));
      expect(asked()).toBe(0);
    }
    const noTools = actor({ kernel, models, graph: TOOLS, limits: { max_tool_calls: 0 } });
    expect(await noTools.executor.execute('hi')).toMatchObject({
      status: 'limit',
      error: exhausted('tool_calls', 0),
      tool_calls: 0,
    });
  });

  test.each(['timeout_ms', 'idle_timeout_ms'] as const)('81: %s of 0 allows none', async (name) => {
    const { executor, asked } = actor({ kernel, models: { main: [says('no')] }, limits: { [name]: 0 } });
    expect(await executor.execute('hi')).toMatchObject({ status: 'timeout', error: { code: 'TIMEOUT' } });
    expect(asked()).toBe(0);
  });

  test.each<[keyof ActorLimits, number]>([
    ['max_model_calls', -1],
    ['max_tool_calls', Number.NaN],
    ['max_depth', 1.5],
    ['timeout_ms', -5],
    ['idle_timeout_ms', Number.NEGATIVE_INFINITY],
    ['max_cost_micro', Number.NaN],
  ])('a limit that is no amount is refused: %s %d', async (name, limit) => {
    const error = await failureOf(async () =>
      actor({ kernel, models: { main: [says('no')] }, limits: { [name]: limit } }),
    );
    expect(error).toMatchObject({
      code: 'USAGE',
      message: `createExecutor.limits.${name}: expected a whole number of 0 or more`,
    });
  });

  test.each(['max_calls', 'constructor'])('so is one that there is not: %s', async (name) => {
    const limits = { [name]: 2 } as ActorLimits;
    const error = await failureOf(async () => actor({ kernel, models: { main: [says('no')] }, limits }));
    expect(error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`createExecutor.limits.${name}: unknown member`),
    });
  });

  test('85: a loop ends at the depth', async () => {
    const graph: ActorGraph = {
      nodes: { think: llm('main'), answer: llm('main') },
      edges: [
        { from: 'think', to: 'think' },
        { from: 'think', to: 'answer' },
      ],
      entry: 'think',
      exit_nodes: ['answer'],
    };
    const { executor, asked } = actor({ kernel, models: { main: [says('again')] }, graph, limits: { max_depth: 7 } });
    const { error, result, deltas } = await played(executor.executeStream('hi'));
    expect(error).toMatchObject(exhausted('depth', 7));
    expect([asked(), result.depth, result.status, deltas.length]).toEqual([7, 7, 'limit', 0]);
  });

  test('nodes of graphs within count, too', async () => {
    const graph = chain({ sub: { type: 'graph', graph: chain({ one: llm('a'), two: llm('b') }) } });
    const { executor } = actor({ kernel, models: THREE_MODELS, graph, limits: { max_depth: 2 } });
    expect((await executor.execute('hi')).error).toMatchObject(exhausted('depth', 2));
  });
});

describe('cost', () => {
  const prices = {
    a: { input_micro: 10, output_micro: 10 },
    b: { input_micro: 2_000_000, output_micro: 1_000_000 },
    c: { input_micro: 1, output_micro: 1 },
  };

  test('84: a model without a price is found before any call', async () => {
    const { c: _, ...some } = prices;
    const { executor, asked } = actor({
      kernel,
      models: THREE_MODELS,
      graph: THREE,
      limits: { max_cost_micro: 100 },
      prices: some,
    });
    const { error, result } = await played(executor.executeStream('hi'));
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      details: { kind: 'cost', reason: 'missing_pricing_entry', model: 'c' },
    });
    expect(result.status).toBe('failed');
    expect([asked('a'), asked('b'), asked('c')]).toEqual([0, 0, 0]);
  });

  test('84: also when it is in a graph within, and there are no prices', async () => {
    const graph = chain({ sub: { type: 'graph', graph: chain({ one: llm('a') }) } });
    const { executor, asked } = actor({
      kernel,
      models: THREE_MODELS,
      graph,
      limits: { max_cost_micro: 1 },
      prices: {},
    });
    expect((await executor.execute('hi')).error?.details).toMatchObject({ reason: 'missing_pricing_entry' });
    expect(asked('a')).toBe(0);
  });

  test('the call that goes over the limit is recorded in full, and the last', async () => {
    const { executor, asked } = actor({
      kernel,
      models: THREE_MODELS,
      graph: THREE,
      limits: { max_cost_micro: 5 },
      prices,
    });
    const result = await executor.execute('hi');
    expect(result).toMatchObject({ status: 'limit', error: exhausted('cost', 5), cost_micro: 9 });
    expect(asked('c')).toBe(0);
  });

  test('a call of which nobody knows the cost is the last; one that costs nothing is not', async () => {
    const models = { ...THREE_MODELS, a: [[end({ usage: {} })]] };
    const limits = { max_cost_micro: 1000 };
    const unknown = actor({ kernel, models, graph: THREE, limits, prices });
    expect(await unknown.executor.execute('hi')).toMatchObject({
      status: 'limit',
      error: { code: 'LIMIT_REACHED', details: { kind: 'cost', reason: 'usage_missing' } },
      model_calls: 1,
    });
    const free = { ...prices, a: { input_micro: 0, output_micro: 0 } };
    const known = actor({ kernel, models, graph: THREE, limits, prices: free });
    expect(await known.executor.execute('hi')).toMatchObject({ status: 'completed', cost_micro: 9 });
    expect(await actor({ kernel, models, graph: THREE, prices }).executor.execute('hi')).toMatchObject({
      status: 'completed',
    });
  });

  test('is told without a limit, too', async () => {
    const { executor } = actor({ kernel, models: THREE_MODELS, graph: THREE, prices });
    const run = executor.executeStream('hi');
    expect(await run.result).toMatchObject({ status: 'completed', cost_micro: 10 });
    expect(run.usage).toMatchObject({ cost_micro: 10, model_calls: 3, depth: 3, total_tokens: 15 });
  });
});
