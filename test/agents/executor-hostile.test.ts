import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { RejectedToolCall } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, single } from '../support/actor-runs.js';
import { call, calls, end, says } from '../support/scripted-model.js';

let kernel: Kernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

const TOOLS = single({ tools: ['demo.customers'] });

function cutCall(text: string): RejectedToolCall {
  return { id: 'c1', name: 'demo__customers', reason: 'truncated', arguments: text };
}

describe('a model that wants the conversation to grow', () => {
  test('calls that are not run are told back in their beginning only, not all of it with each further request', async () => {
    const rejected = [cutCall(`{"note":"${'word '.repeat(50_000)}`)];
    const { executor, client } = actor({
      kernel,
      models: { main: [[end({ finish_reason: 'length', rejected })], says('ok')] },
      graph: TOOLS,
    });
    expect((await executor.execute('hi')).status).toBe('completed');
    const [, assistant] = client().requests[1]?.messages ?? [];
    expect(assistant).toMatchObject({
      tool_calls: [{ function: { arguments: rejected[0]?.arguments.slice(0, 4000) } }],
    });
  });

  test.each([
    ['ids', () => calls(call('i'.repeat(3_000_000), 'demo__customers', {}))],
    [
      'what it wants back',
      () => calls({ ...call('c1', 'demo__customers', {}), extra_content: { sign: 'x'.repeat(3_000_000) } }),
    ],
    ['rejected calls', () => end({ rejected: Array.from({ length: 1000 }, () => cutCall('x'.repeat(4000))) })],
    ['text', () => end({ text: 'All is well.\n'.repeat(90_000), rejected: [cutCall('{')] })],
  ])('is stopped before the requests fill the memory, and redacting them takes for ever: %s', async (_, part) => {
    const { executor, client, asked } = actor({ kernel, models: { main: [[part()]] }, graph: TOOLS });
    const result = await executor.execute('hi');
    expect(result).toMatchObject({
      status: 'failed',
      error: { code: 'LIMIT_REACHED', details: { kind: 'conversation', limit: 8_388_608 } },
    });
    expect(asked()).toBeLessThan(10);
    expect(JSON.stringify(client().requests.at(-1)).length).toBeLessThan(8_400_000);
  });
});

test('a text that is too long to be passed on is not cut inside a surrogate pair', async () => {
  const { executor, client } = actor({
    kernel,
    models: { a: [says(`a${'😀'.repeat(524_287)}`, '😀 and more\n')], b: [says('ok')] },
    graph: chain({ plan: llm('a'), answer: llm('b') }),
  });
  await executor.execute('hi');
  const passed = client('b').requests[0]?.messages[0]?.content ?? '';
  expect(passed.length).toBe(1024 * 1024 - 1);
  expect(passed).not.toMatch(/\p{Surrogate}/u);
});
