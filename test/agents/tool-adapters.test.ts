import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ToolAdapterOptions } from '../../src/contract/tool-adapters.js';
import { createKernel, toAiSdkTools, toOpenAiTools } from '../../src/library.js';
import { startDemoModel } from '../support/demo-model.js';
import { recordedModel } from '../support/recorded-model.js';
import { ANN, TEST_CAPABILITY } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const NAME = 'test__look_up';

const capability = (verb: string, more: Partial<Capability>): Capability => ({
  ...TEST_CAPABILITY,
  capability_id: `test.${verb}`,
  driver: { driver_id: 'test', operation: verb },
  ...more,
});

let kernel: Kernel;
const called: unknown[] = [];
beforeAll(async () => {
  kernel = await createKernel({
    drivers: [
      {
        driver_id: 'test',
        async execute({ args, signal }) {
          called.push(args);
          signal.throwIfAborted();
          return [{ id: 7, note: `the key is ${SECRET}`, mail: 'zelda@vexmoor.org' }];
        },
      },
    ],
    capabilities: [
      capability('look_up', {
        params: { type: 'object', properties: { id: { type: 'integer' }, any: { type: 'object' } } },
      }),
      capability('remove', { safety_class: 'DESTRUCTIVE' }),
    ],
  });
});
afterAll(() => kernel.close());

const only = (...capabilities: readonly string[]): ToolAdapterOptions => ({ principal: ANN, capabilities });
const LOOK_UP = only('test.look_up');

/** A model that looks up, and then speaks. */
async function model() {
  const demo = await startDemoModel([{ tool_calls: [{ name: NAME, arguments: { id: 7 } }] }, { text: 'It is 7.' }]);
  return recordedModel(demo);
}

/** Nothing of the secret: no stretch of 6 characters of it. */
function expectNothingSecret(sent: string): void {
  expect(sent).toContain('[REDACTED:github_token]');
  expect(sent).toContain('[REDACTED:email]');
  for (let at = 4; at + 6 <= SECRET.length; at += 1) {
    expect(sent).not.toContain(SECRET.slice(at, at + 6));
  }
}

async function traced(): Promise<number> {
  return (await kernel.audit.list({ event: 'invoke', limit: 100 })).length;
}

describe('the AI SDK', () => {
  test('generateText: the model reads a frame, and never the secret', async () => {
    const before = await traced();
    const { origin, sent } = await model();
    const provider = createOpenAICompatible({ name: 'local', baseURL: `${origin}/v1` });
    const tools = await toAiSdkTools(kernel, LOOK_UP);
    const { text, steps } = await generateText({
      model: provider('m-1'),
      tools,
      prompt: 'hi',
      stopWhen: stepCountIs(3),
    });
    expect(text).toBe('It is 7.');
    expect(steps[0]?.toolResults[0]).toMatchObject({ toolName: NAME, output: { status: 'completed', is_final: true } });
    expect(JSON.stringify(steps[0]?.toolResults)).toContain('"handle_id":"h_');
    expectNothingSecret(sent());
    expect(await traced()).toBe(before + 1);
  });

  test('streamText does the same', async () => {
    const { origin, sent } = await model();
    const provider = createOpenAICompatible({ name: 'local', baseURL: `${origin}/v1` });
    const tools = await toAiSdkTools(kernel, LOOK_UP);
    const { textStream } = streamText({ model: provider('m-1'), tools, prompt: 'hi', stopWhen: stepCountIs(3) });
    let text = '';
    for await (const piece of textStream) {
      text += piece;
    }
    expect(text).toBe('It is 7.');
    expectNothingSecret(sent());
  });

  test('sends the schema of the arguments as it is', async () => {
    const { origin, sent } = await model();
    const provider = createOpenAICompatible({ name: 'local', baseURL: `${origin}/v1` });
    await generateText({ model: provider('m-1'), tools: await toAiSdkTools(kernel, LOOK_UP), prompt: 'hi' });
    const { params } = await kernel.capabilities.get('test.look_up');
    expect(JSON.parse(sent()).tools[0].function).toMatchObject({ name: NAME, parameters: params });
    expect(sent()).not.toContain('additionalProperties');
  });

  test('an abort reaches the call', async () => {
    const tools = await toAiSdkTools(kernel, LOOK_UP);
    const output = await tools[NAME]?.execute({}, { abortSignal: AbortSignal.abort() });
    expect(JSON.stringify(output)).toContain('CANCELLED');
  });
});

describe('Chat Completions', () => {
  test('calls of the openai client are answered, and the secret is not among the answers', async () => {
    const { origin, sent } = await model();
    const client = new OpenAI({ apiKey: 'none', baseURL: `${origin}/v1` });
    const { tools, call } = await toOpenAiTools(kernel, LOOK_UP);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'hi' }];
    const ask = async () =>
      (await client.chat.completions.create({ model: 'm-1', messages, tools })).choices[0]?.message;
    const first = await ask();
    expect(first?.tool_calls).toHaveLength(1);
    messages.push({ role: 'assistant', tool_calls: first?.tool_calls ?? [] });
    messages.push(...(await Promise.all((first?.tool_calls ?? []).map((each) => call(each)))));
    expect((await ask())?.content).toBe('It is 7.');
    expectNothingSecret(sent());
  });

  test.each<[string, string, string, string]>([
    ['an unknown name', 'test__nothing', '{}', 'CAPABILITY_NOT_FOUND'],
    ['a name of the prototype', 'constructor', '{}', 'CAPABILITY_NOT_FOUND'],
    ['what may not be called', 'test__remove', '{}', 'POLICY_DENIED'],
    ['broken arguments', NAME, '{"id":', 'USAGE'],
    ['arguments that are no object', NAME, '[7]', 'USAGE'],
    ['arguments against the schema', NAME, '{"id":"seven"}', 'USAGE'],
  ])('%s: an answer, and nothing is run', async (_, name, args, code) => {
    const before = called.length;
    const { call } = await toOpenAiTools(kernel, only('test.look_up', 'test.remove'));
    const answer = await call({ id: 'c_1', type: 'function', function: { name, arguments: args } });
    expect(answer).toMatchObject({ role: 'tool', tool_call_id: 'c_1' });
    expect(JSON.parse(answer.content).error).toMatchObject({ code, message: expect.stringMatching(/./) });
    expect(called).toHaveLength(before);
  });

  test('a call of another kind is answered; one without arguments is run', async () => {
    const { call } = await toOpenAiTools(kernel, LOOK_UP);
    expect((await call({ id: 'c_1', type: 'custom' })).content).toContain('CAPABILITY_NOT_FOUND');
    expect((await Reflect.apply(call, undefined, [null])).content).toContain('CAPABILITY_NOT_FOUND');
    const { content } = await call({ id: 'c_2', type: 'function', function: { name: NAME, arguments: '' } });
    expect(JSON.parse(content)).toMatchObject({ status: 'completed', rows: [{ id: 7 }] });
  });

  test('a call has its budget, its session and its signal', async () => {
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 5000);
    const { call } = await toOpenAiTools(kernel, { ...LOOK_UP, budget: 700, sessionId });
    const ask = { id: 'c_1', type: 'function', function: { name: NAME, arguments: '{}' } };
    const { used, remaining } = JSON.parse((await call(ask)).content).budget;
    expect(used + remaining).toBe(700);
    expect((await kernel.sessions.get(sessionId, ANN)).used).toBeGreaterThan(0);
    expect((await call(ask, { signal: AbortSignal.abort() })).content).toContain('CANCELLED');
  });
});

describe('which capabilities', () => {
  const namesOf = async (more: Partial<ToolAdapterOptions>): Promise<readonly string[]> =>
    (await toOpenAiTools(kernel, { principal: ANN, ...more })).tools.map(({ function: { name } }) => name);

  test('all that the policy allows the principal, in the order of their names', async () => {
    const names = await namesOf({});
    expect(names).toContain(NAME);
    expect(names).not.toContain('test__remove');
    expect(names.filter((name) => /^(stdin|mcp)/.test(name))).toEqual([]);
    expect(names).toEqual([...names].sort());
    expect(Object.keys(await toAiSdkTools(kernel, { principal: ANN }))).toEqual(names);
  });

  test('a choice among them, or ids, also of what is denied', async () => {
    expect(await namesOf({ capabilities: ({ capability_id: id }) => id.startsWith('test.') })).toEqual([NAME]);
    expect(await namesOf({ capabilities: ['test.remove', 'test.remove'] })).toEqual(['test__remove']);
  });

  test.each<[Partial<Record<keyof ToolAdapterOptions, unknown>>, object]>([
    [{ capabilities: ['test.nothing'] }, { code: 'CAPABILITY_NOT_FOUND' }],
    [
      { capabilities: 'test.look_up' },
      { code: 'USAGE', message: 'toOpenAiTools.capabilities: expected a list of ids or a function' },
    ],
    [{ principal: undefined }, { code: 'USAGE' }],
    [{ budget: 0 }, { code: 'USAGE' }],
    [{ mode: 'best' }, { code: 'USAGE' }],
  ])('%j is a mistake', async (more, error) => {
    await expect(toOpenAiTools(kernel, { principal: ANN, ...more } as ToolAdapterOptions)).rejects.toMatchObject(error);
  });
});
