import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolNameOf } from '../../src/agents/tool-names.js';
import type { ActorState } from '../../src/contract/actor.js';
import type { Capability } from '../../src/contract/capability.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelPart, RejectedToolCall } from '../../src/contract/model.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { actor, chain, llm, played, single } from '../support/actor-runs.js';
import { call, calls, end, says, type Turn, text } from '../support/scripted-model.js';
import { TEST_CAPABILITY } from '../support/test-kernel.js';

const ran: string[] = [];
const traces: Trace[] = [];
let kernel: Kernel;
beforeAll(async () => {
  const make = (id: string, more: Partial<Capability> = {}): Capability => ({
    ...TEST_CAPABILITY,
    capability_id: id,
    params: { type: 'object', properties: { note: { type: 'string' } }, additionalProperties: false },
    driver: { driver_id: 'test', operation: id },
    ...more,
  });
  kernel = await createKernel({
    observer: (trace) => traces.push(trace),
    drivers: [
      {
        driver_id: 'test',
        async execute({ binding: { operation }, args }) {
          ran.push(`${operation} ${JSON.stringify(args)}`);
          if (operation === 'test.broken') {
            throw new Error('at zelda@vexmoor.org');
          }
          return operation === 'test.say' ? `said ${String(args['note'])}` : [{ ok: true }];
        },
      },
    ],
    capabilities: [
      make('test.run'),
      make('test.say'),
      make('test.broken'),
      make('test.destroy', { safety_class: 'DESTRUCTIVE' }),
    ],
  });
});
afterAll(() => kernel.close());

const TOOLS = ['test.run', 'test.say', 'test.broken', 'test.destroy'];

async function withTools(...turns: readonly Turn[]) {
  ran.length = 0;
  traces.length = 0;
  const made = actor({ kernel, models: { main: turns }, graph: single({ tools: TOOLS }) });
  const outcome = await played(made.executor.executeStream('hi'));
  const answers = made
    .client()
    .requests.at(-1)
    ?.messages.filter(({ role }) => role === 'tool');
  return { ...outcome, client: made.client(), answers: answers ?? [] };
}

describe('calls of tools', () => {
  test('run one after the other, under grants of the principal; each is answered, in order', async () => {
    const both = calls(call('c1', 'test__run', { note: 'a' }), call('c2', 'test__run', { note: 'b' }));
    const { answers, result, parts } = await withTools([both], says('Done.'));
    expect(ran).toEqual(['test.run {"note":"a"}', 'test.run {"note":"b"}']);
    expect(answers.map((message) => message.role === 'tool' && message.tool_call_id)).toEqual(['c1', 'c2']);
    expect(answers.map(({ content }) => JSON.parse(String(content)))).toMatchObject([
      { rows: [{ ok: true }], status: 'completed', is_final: true },
      { rows: [{ ok: true }], status: 'completed', is_final: true },
    ]);
    expect(result).toMatchObject({ tool_calls: 2, model_calls: 2 });
    expect(parts.filter(({ type }) => type === 'tool-result')).toMatchObject([
      { tool_call_id: 'call_1_1', output: { status: 'completed' } },
      { tool_call_id: 'call_1_2', output: { status: 'completed' } },
    ]);
    expect(traces.filter(({ event }) => event === 'invoke').map(({ principal_id }) => principal_id)).toEqual([
      'ann',
      'ann',
    ]);
  });

  test('get what the model wrote; what is shown of it is redacted', async () => {
    const mail = ['zelda', 'vexmoor.org'].join('@');
    const { parts, client } = await withTools([calls(call('c1', 'test__run', { note: mail }))], says('Done.'));
    expect(ran).toEqual([`test.run {"note":"${mail}"}`]);
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({ input: { note: '[REDACTED:email]' } });
    expect(JSON.stringify([parts, client.requests, traces])).not.toContain('vexmoor');
  });

  test('have ids of the provider, which it gets back as they are, and nobody else sees', async () => {
    const ids = [
      'call_98915770',
      'function-call-493203508325454',
      ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_'),
    ];
    const written = ids.map((id) => call(id, 'test__run', {}));
    const { parts, client } = await withTools([calls(...written)], says('Done.'));
    const [, told] = client.requests;
    const [, assistant, ...answers] = told?.messages ?? [];
    expect(assistant?.role === 'assistant' && assistant.tool_calls?.map(({ id }) => id)).toEqual(ids);
    expect(answers.map((message) => message.role === 'tool' && message.tool_call_id)).toEqual(ids);
    for (const id of ids) {
      expect(JSON.stringify([parts, traces])).not.toContain(id);
    }
  });

  test('what policy denies is an answer that says so; the run goes on', async () => {
    const { answers, parts, result } = await withTools([calls(call('c1', 'test__destroy', {}))], says('I may not.'));
    expect(ran).toEqual([]);
    expect(JSON.parse(String(answers[0]?.content))).toMatchObject({ error: { code: 'POLICY_DENIED' } });
    expect(parts.find(({ type }) => type === 'tool-result')).toMatchObject({
      is_error: true,
      output: { error: { code: 'POLICY_DENIED' } },
    });
    expect(result).toMatchObject({ status: 'completed', text: 'I may not.', tool_calls: 1 });
    expect(traces.find(({ event }) => event === 'grant')?.outcome).toBe('denied');
  });

  test('so is what fails, without what the driver said of it', async () => {
    const { answers, parts, result } = await withTools([calls(call('c1', 'test__broken', {}))], says('It broke.'));
    expect(answers[0]?.content).toContain('DRIVER_FAILED');
    expect(JSON.stringify([answers, parts])).not.toContain('vexmoor');
    expect(parts.find(({ type }) => type === 'tool-result')).toMatchObject({ is_error: true });
    expect(result.status).toBe('completed');
  });

  test.each<[RejectedToolCall['reason'], string, string?]>([
    ['truncated', 'the call was cut off; nothing was run', '{'],
    ['invalid_arguments', 'the arguments are no JSON object; nothing was run'],
    ['unknown_tool', 'there is no tool of this name; nothing was run'],
    ['missing_name', 'the call names no tool; nothing was run'],
  ])('a rejected call is answered with its reason: %s', async (reason, message, shown = '{"no') => {
    const rejected = [{ id: 'c1', name: reason === 'missing_name' ? '' : 'test__run', reason, arguments: '{"no' }];
    const { answers, client, result } = await withTools(
      [end({ finish_reason: 'tool_calls', rejected })],
      says('Well.'),
    );
    expect(ran).toEqual([]);
    expect(answers).toMatchObject([{ tool_call_id: 'c1' }]);
    expect(JSON.parse(String(answers[0]?.content))).toEqual({ error: { code: reason, message } });
    expect(client.requests[1]?.messages[1]).toMatchObject({
      role: 'assistant',
      tool_calls: [{ id: 'c1', function: { arguments: shown } }],
    });
    expect(result).toMatchObject({
      status: 'completed',
      tool_calls: 0,
      warnings: [`node answer: a tool call was not run: ${reason}`],
    });
  });

  test.each<[string, Turn]>([
    ['the stream ends without its end', [text('I call.')]],
    [
      'the stream fails',
      () => {
        throw new Error('gone');
      },
    ],
  ])('nothing is run when %s', async (_, turn) => {
    const { result } = await withTools(turn);
    expect(ran).toEqual([]);
    expect(result).toMatchObject({ status: 'failed', tool_calls: 0 });
  });

  test.each(['length', 'content_filter', 'refusal'] as const)(
    'nothing is run of a turn that ended with %s',
    async (reason) => {
      const cut = end({ finish_reason: reason, tool_calls: [call('c1', 'test__run', {})] });
      const { answers } = await withTools([cut], says('Well.'));
      expect(ran).toEqual([]);
      expect(JSON.parse(String(answers[0]?.content))).toMatchObject({ error: { code: 'truncated' } });
    },
  );

  test.each([
    ['is not among its tools', call('c1', 'demo__customers', {}), 'unknown_tool'],
    ['has a list for arguments', call('c1', 'test__run', []), 'invalid_arguments'],
  ])('nothing is run of a call that %s, whatever the client says', async (_, wrong, reason) => {
    const { answers } = await withTools([calls(wrong)], says('Well.'));
    expect(ran).toEqual([]);
    expect(JSON.parse(String(answers[0]?.content))).toMatchObject({ error: { code: reason } });
  });

  test('are told while they form, under the ids that they will have, of tools that the node has', async () => {
    const forming: readonly ModelPart[] = [
      { type: 'tool-call-start', index: 0, name: 'other__tool' },
      { type: 'tool-call-delta', index: 0, argument_bytes: 2 },
      { type: 'tool-call-start', index: 1, name: 'test__run' },
      { type: 'tool-call-delta', index: 1, argument_bytes: 12 },
    ];
    const made = end({
      finish_reason: 'tool_calls',
      tool_calls: [call('c2', 'test__run', { note: 'a' }), call('c3', 'test__say', { note: 'b' })],
      call_indexes: [1, 4],
      rejected: [{ id: 'c1', name: 'other__tool', reason: 'unknown_tool', arguments: '{}' }],
    });
    const { parts } = await withTools([...forming, made], says('Done.'));
    const told = parts.filter(({ type }) => type.startsWith('tool-call'));
    expect(told).toMatchObject([
      { type: 'tool-call-start', tool_call_id: 'call_1_2', tool_name: 'test.run', step: 1 },
      { type: 'tool-call-delta', tool_call_id: 'call_1_2', argument_bytes: 12 },
      { type: 'tool-call', tool_call_id: 'call_1_2', tool_name: 'test.run' },
      { type: 'tool-call', tool_call_id: 'call_1_5', tool_name: 'test.say' },
    ]);
    const models = { a: [[...forming, made], says('x')], b: [says('ok')] };
    const graph = chain({ plan: llm('a', { tools: TOOLS }), answer: llm('b') });
    const hidden = await played(actor({ kernel, models, graph }).executor.executeStream('hi'));
    expect(hidden.parts.some(({ type }) => type === 'tool-call-start' || type === 'tool-call-delta')).toBe(false);
  });

  test('a node before the last one shows that it calls, not with what, nor what came', async () => {
    const models = { a: [[calls(call('c1', 'test__run', { note: 'private' }))], says('x')], b: [says('ok')] };
    const graph = chain({ plan: llm('a', { tools: TOOLS }), answer: llm('b') });
    const { parts } = await played(actor({ kernel, models, graph }).executor.executeStream('hi'));
    const shown = parts.filter(({ type }) => type.startsWith('tool-'));
    expect(shown.map(({ run_id: _, at: __, seq: ___, ...rest }) => rest)).toEqual([
      { type: 'tool-call', tool_call_id: 'call_1_1', tool_name: 'test.run', node_id: 'plan', step: 1 },
      { type: 'tool-result', tool_call_id: 'call_1_1', node_id: 'plan', step: 1 },
    ]);
  });
});

describe('nodes that are tools', () => {
  test('give their text, or their frame', async () => {
    const say = { type: 'tool', capability_id: 'test.say', args: ({ text: note }: ActorState) => ({ note }) } as const;
    const graph = chain({ say, answer: llm('main') });
    const { executor, client } = actor({ kernel, models: { main: [says('ok')] }, graph });
    expect((await executor.execute('hi')).status).toBe('completed');
    expect(client().requests[0]?.messages[0]?.content).toBe('said hi');
  });

  test.each([
    ['test.destroy', 'POLICY_DENIED'],
    ['test.broken', 'DRIVER_FAILED'],
    ['test.nothing', 'CAPABILITY_NOT_FOUND'],
  ])('fail with what they call: %s', async (capabilityId, code) => {
    const graph = chain({ look: { type: 'tool', capability_id: capabilityId } });
    const { parts, error, result, deltas } = await played(actor({ kernel, graph }).executor.executeStream('hi'));
    expect(error).toMatchObject({ code });
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(deltas).toEqual([]);
    expect(parts.map(({ type }) => type)).toEqual(['start', 'start-step', 'tool-call', 'tool-result', 'error']);
    expect(String(error)).not.toContain('vexmoor');
  });
});

describe('names of tools', () => {
  const long = `test.${'run_'.repeat(30)}now`;
  test.each([
    ['demo.customers', 'demo__customers'],
    ['mcp.my-server.list_files', 'mcp__my-server__list_files'],
  ])('%s is %s', (id, name) => {
    expect(toolNameOf(id)).toBe(name);
  });

  test('are as providers want them, and all different', () => {
    const ids = [
      'a.b_c',
      'a_b.c',
      'a.b__c',
      'a__b.c',
      'a.b.c',
      'a_.b',
      'a._b',
      'a-.b',
      'a.b-c',
      'ä.b',
      'ö.b',
      long,
      `${long}2`,
    ];
    const names = ids.map(toolNameOf);
    expect(new Set(names).size).toBe(ids.length);
    for (const name of names) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }
  });
});
