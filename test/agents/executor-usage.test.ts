import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { call, calls, end, says, text, usage } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

async function usageOf(parts: readonly ModelPart[]) {
  const { executor } = actor({ kernel, models: { main: [parts] } });
  return (await executor.execute('hi')).usage;
}

describe('usage of a call', () => {
  test('70: on the last chunk, or on the first and on the last', async () => {
    expect(await usageOf([text('a'), end({ usage: { input_tokens: 8, output_tokens: 5 } })])).toEqual({
      input_tokens: 8,
      output_tokens: 5,
      total_tokens: 13,
      usage_status: 'reported',
    });
    expect(await usageOf([usage(8, 1), text('a'), end({ usage: { output_tokens: 5 } })])).toMatchObject({
      input_tokens: 8,
      output_tokens: 5,
      usage_status: 'reported',
    });
  });

  test('71: sums so far are not summed', async () => {
    const parts = [usage(3, 10), usage(3, 20), end({ usage: { input_tokens: 3, output_tokens: 30 } })];
    expect(await usageOf(parts)).toMatchObject({ input_tokens: 3, output_tokens: 30 });
  });

  test('72: a gateway that says 0 first, or last', async () => {
    expect(await usageOf([usage(0, 1), end({ usage: { input_tokens: 9, output_tokens: 2 } })])).toMatchObject({
      input_tokens: 9,
    });
    expect(await usageOf([usage(9, 1), end({ usage: { input_tokens: 0, output_tokens: 2 } })])).toMatchObject({
      input_tokens: 9,
    });
  });

  test('73: none: 0 as a number, missing as a status, one warning with the name of the node', async () => {
    const none = end({ usage: {}, usage_status: 'missing' });
    const again = end({ usage: {}, tool_calls: [call('c1', 'demo__customers', {})], finish_reason: 'tool_calls' });
    const { executor } = actor({
      kernel,
      models: { main: [[again], [none]] },
      graph: single({ tools: ['demo.customers'] }),
    });
    const result = await executor.execute('hi');
    expect(result.usage).toEqual({ input_tokens: 0, output_tokens: 0, total_tokens: 0, usage_status: 'missing' });
    expect(result.warnings).toEqual(['node answer: the model did not report its usage, which counts as 0']);
  });

  test('calls are summed, by node and in all; what one of them did not tell makes it partial', async () => {
    const models = { a: [says('x')], b: [[calls(call('c1', 'demo__customers', {}))], [end({ usage: {} })]] };
    const graph = chain({ plan: llm('a'), answer: llm('b', { tools: ['demo.customers'] }) });
    const result = await actor({ kernel, models, graph }).executor.execute('hi');
    expect(result.usage_by_node).toEqual([
      { node_id: 'plan', model_calls: 1, input_tokens: 3, output_tokens: 2, total_tokens: 5, usage_status: 'reported' },
      {
        node_id: 'answer',
        model_calls: 2,
        input_tokens: 3,
        output_tokens: 2,
        total_tokens: 5,
        usage_status: 'partial',
      },
    ]);
    expect(result.usage).toEqual({ input_tokens: 6, output_tokens: 4, total_tokens: 10, usage_status: 'partial' });
  });

  test('a run without models has used nothing, which is known', async () => {
    const graph = chain({ look: { type: 'tool', capability_id: 'demo.customers' } });
    const result = await actor({ kernel, graph }).executor.execute('hi');
    expect(result.usage).toEqual({ input_tokens: 0, output_tokens: 0, total_tokens: 0, usage_status: 'reported' });
  });

  test('75: an abort after five pieces: cancelled, with what was last seen, as partial', async () => {
    const { executor } = actor({
      kernel,
      models: {
        main: [
          async function* () {
            for (let count = 1; count <= 5; count += 1) {
              yield* [usage(7, count), text(`Line.\n`)];
            }
            await new Promise(() => undefined);
          },
        ],
      },
    });
    const controller = new AbortController();
    const run = executor.executeStream('hi', { signal: controller.signal });
    let seen = 0;
    for await (const part of run) {
      seen += part.type === 'text-delta' ? 1 : 0;
      if (seen === 5) {
        controller.abort();
      }
    }
    const result = await run.result;
    expect(result).toMatchObject({ status: 'cancelled', partial: true, text: 'Line.\n'.repeat(5) });
    expect(result.usage).toEqual({ input_tokens: 7, output_tokens: 5, total_tokens: 12, usage_status: 'partial' });
    expect(result.error).toBeUndefined();
  });

  test('is told live', async () => {
    const { executor } = actor({
      kernel,
      models: { main: [[usage(7, 1), text('Line.\n'), usage(7, 2), text('Line.\n'), end({ usage: {} })]] },
    });
    const run = executor.executeStream('hi');
    const seen: number[] = [];
    for await (const part of run) {
      if (part.type === 'text-delta') {
        seen.push(run.usage.output_tokens);
      }
    }
    expect(seen[0]).toBeGreaterThan(0);
    expect(run.usage).toMatchObject({
      output_tokens: 2,
      usage_status: 'reported',
      model_calls: 1,
      by_node: [{ node_id: 'answer' }],
    });
    expect((await played(executor.executeStream('hi'))).parts.filter(({ type }) => type === 'usage')).toMatchObject([
      { usage: { input_tokens: 7, output_tokens: 2 }, node_id: 'answer' },
    ]);
  });
});
