import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { RejectedToolCall } from '../../src/contract/model.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { createFakeClock } from '../support/fake-clock.js';
import { partsOf } from '../support/parts-of.js';
import { call, calls, end, says, scriptedModel, type Turn, text } from '../support/scripted-model.js';
import { ANN, TEST_CAPABILITY } from '../support/test-kernel.js';

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

test('a secret in a call that is not run is hidden, also where the call is cut', async () => {
  const secret = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
  const rejected = Array.from({ length: 42 }, (_, index) => ({
    ...cutCall(`{"note":"${'w '.repeat(1970)}${'x '.repeat(Math.floor(index / 2))}${index % 2 ? ' ' : ''} ${secret}`),
    id: `c${index}`,
  }));
  const { executor, client } = actor({
    kernel,
    models: { main: [[end({ finish_reason: 'length', rejected })], says('ok')] },
    graph: TOOLS,
  });
  expect((await executor.execute('hi')).status).toBe('completed');
  expect(JSON.stringify(client().requests[1])).not.toContain(secret.slice(4, 10));
  const request = { model: 'm', messages: [] };
  const turn = scriptedModel([end({ finish_reason: 'length', rejected })]);
  const call1 = { client: turn, request, principal: ANN, signal: new AbortController().signal };
  const { parts } = await partsOf(kernel.callModel(call1));
  expect(JSON.stringify(parts)).not.toContain(secret.slice(4, 10));
});

test.each([
  ['the end of its turn', (word: never) => end({ finish_reason: word })],
  ['what is wrong with a call', (word: never) => end({ rejected: [{ ...cutCall('{'), reason: word }] })],
])('a client has only the known words for %s, which are shown as they are', async (_, part) => {
  const word = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
  const { executor } = actor({ kernel, models: { main: [[part(word as never)]] }, graph: TOOLS });
  const { parts, result } = await played(executor.executeStream('hi'));
  expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' } });
  expect(JSON.stringify([parts, { ...result, error: undefined }])).not.toContain(word.slice(4, 10));
});

describe('a tool that fails after its first rows', () => {
  let broken: Kernel;
  beforeAll(async () => {
    broken = await createKernel({
      drivers: [
        {
          driver_id: 'test',
          async *executeStream() {
            yield { type: 'text', channel: 'text', text: 'The first of two lines.\n' } as const;
            throw new Error('at zelda@vexmoor.org');
          },
        },
      ],
      capabilities: [
        { ...TEST_CAPABILITY, capability_id: 'test.half', driver: { driver_id: 'test', operation: 'run' } },
      ],
    });
  });
  afterAll(() => broken.close());

  test('gives the model what there was, and is told as an error', async () => {
    const { executor, client } = actor({
      kernel: broken,
      models: { main: [[calls(call('c1', 'test__half', {}))], says('Half of it.')] },
      graph: single({ tools: ['test.half'] }),
    });
    const { parts, result } = await played(executor.executeStream('hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Half of it.' });
    expect(parts.find(({ type }) => type === 'tool-result')).toMatchObject({
      is_error: true,
      output: { status: 'failed', error: { code: 'DRIVER_FAILED' } },
    });
    const told = client().requests[1]?.messages.at(-1)?.content ?? '';
    expect(told).toContain('"status":"failed"');
    expect(told + JSON.stringify(parts)).not.toContain('vexmoor');
  });

  test('fails the node that is this tool', async () => {
    const graph = chain({ look: { type: 'tool', capability_id: 'test.half' } });
    const { parts, error, result } = await played(actor({ kernel: broken, graph }).executor.executeStream('hi'));
    expect(error).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(parts.map(({ type }) => type)).toEqual(['start', 'start-step', 'tool-call', 'tool-result', 'error']);
    expect(result).toMatchObject({ status: 'failed', text: '', tool_calls: 1 });
    expect(String(error)).not.toContain('vexmoor');
  });
});

test('a tool that the end of the run has stopped gives no answer that the model could read', async () => {
  const controller = new AbortController();
  const waiting = await createKernel({
    drivers: [
      {
        driver_id: 'test',
        execute: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
            setImmediate(() => controller.abort());
          }),
      },
    ],
    capabilities: [{ ...TEST_CAPABILITY, capability_id: 'test.wait', driver: { driver_id: 'test', operation: 'run' } }],
  });
  const { executor, asked } = actor({
    kernel: waiting,
    models: { main: [[calls(call('c1', 'test__wait', {}))]] },
    graph: single({ tools: ['test.wait'] }),
  });
  const { parts } = await played(executor.executeStream('hi', { signal: controller.signal }));
  expect(parts.map(({ type }) => type).slice(-2)).toEqual(['tool-call', 'abort']);
  expect(asked()).toBe(1);
  await waiting.close();
});

test('a consumer who does not read on blocks a model of few words after few of them', async () => {
  let said = 0;
  const chatty: Turn = function* () {
    for (;;) {
      said += 1;
      yield text('Well.\n');
    }
  };
  const { executor } = actor({ kernel, models: { main: [chatty] } });
  const run = executor.executeStream('hi');
  await run[Symbol.asyncIterator]().next();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(said).toBeGreaterThan(10);
  expect(said).toBeLessThan(100);
  expect((await run.cancel()).status).toBe('cancelled');
});

test('a model that never waits, in a node before the last one, lets others have their turn', async () => {
  const controller = new AbortController();
  const busy: Turn = function* () {
    setImmediate(() => controller.abort());
    for (let count = 0; count < 20_000; count += 1) {
      yield text('Well.\n');
    }
    yield end();
  };
  const graph = chain({ plan: llm('a'), answer: llm('b') });
  const { executor, asked } = actor({ kernel, models: { a: [busy], b: [says('no')] }, graph });
  expect((await executor.execute('hi', { signal: controller.signal })).status).toBe('cancelled');
  expect(asked('b')).toBe(0);
});

test('why a run is wanted is said for each of its grants', async () => {
  const writing = await createKernel({
    drivers: [{ driver_id: 'test', execute: async () => [{ ok: true }] }],
    capabilities: [
      {
        ...TEST_CAPABILITY,
        capability_id: 'test.write',
        safety_class: 'WRITE',
        driver: { driver_id: 'test', operation: 'run' },
      },
    ],
  });
  const graph = chain({ look: { type: 'tool', capability_id: 'test.write' } });
  const principal = { ...ANN, roles: ['writer'] };
  const { executor } = actor({ kernel: writing, graph, principal });
  expect(await executor.execute('hi')).toMatchObject({ status: 'failed', error: { code: 'POLICY_DENIED' } });
  const told = await executor.execute('hi', { justification: 'the customer asked for this change' });
  expect(told).toMatchObject({ status: 'completed', tool_calls: 1 });
  await writing.close();
});

test('the time to the first part is that of the first one that tells something', async () => {
  const clock = createFakeClock();
  const graph = chain({ a: { type: 'router', route: () => 'b' }, b: llm('main') });
  const { executor } = actor({ kernel, clock, graph, models: { main: [says('ok')] } });
  const run = executor.executeStream('hi');
  run.observe(({ type }) => clock.pass(type === 'start' ? 70 : 5));
  expect((await run.result).first_part_ms).toBe(70);
});
