import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentKernel } from '../../src/contract/agent.js';
import { createKernel } from '../../src/library.js';
import { startDemoModel } from '../support/demo-model.js';
import { recordedModel } from '../support/recorded-model.js';
import { ANN } from '../support/test-kernel.js';

const TOOL = { name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } };
const SCRIPT = [
  { text: 'Wait. ', tool_calls: [{ name: 'weather', arguments: { city: 'Rome', key: 'password=hunter2hunter2' } }] },
];
let kernel: AgentKernel;
beforeAll(async () => {
  kernel = await createKernel();
});
afterAll(() => kernel.close());

async function agent(more = {}, script?: Parameters<typeof startDemoModel>[0]) {
  const model = await recordedModel(await startDemoModel(script));
  const usual = { provider: 'openai', allow_private: true, model: 'demo', base_url: `${model.origin}/v1` } as const;
  kernel.agents.replace('one', { ...usual, ...more });
  return { model, one: await kernel.agents.get('one') };
}

test('a chat is one turn, told with the settings of the agent under those of the call', async () => {
  const { model, one } = await agent({ system: 'You help.', max_tokens: 7, temperature: 0.5 });
  const run = one.chatStream([{ role: 'user', content: 'hello' }], { principal: ANN, maxTokens: 9 });
  const { status, text, calls, model_calls, usage } = await run.result;
  expect({ status, calls, model_calls }).toEqual({ status: 'completed', calls: [], model_calls: 1 });
  expect(text).toContain('hello');
  expect(usage.usage_status).toBe('reported');
  expect(JSON.parse(model.sent())).toMatchObject({
    max_tokens: 9,
    temperature: 0.5,
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'hello' },
    ],
  });
});

test('calls that form are told by name and size, and are nothing but told', async () => {
  const { one } = await agent({}, SCRIPT);
  const run = one.toolsStream([{ role: 'user', content: 'the weather?' }], { principal: ANN, tools: [TOOL] });
  const parts = [];
  for await (const part of run) {
    parts.push(part);
  }
  expect(parts.map(({ type }) => type).filter((type) => type.startsWith('tool-call'))).toEqual(
    expect.arrayContaining(['tool-call-start', 'tool-call-delta', 'tool-call']),
  );
  expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({
    tool_name: 'weather',
    input: { city: 'Rome' },
  });
  expect(JSON.stringify(parts)).not.toContain('hunter2');
  const { calls, finish_reason } = await run.result;
  expect(finish_reason).toBe('tool_calls');
  expect(calls.map(({ function: said }) => JSON.parse(said.arguments))).toEqual([SCRIPT[0]?.tool_calls[0]?.arguments]);
});

test('what an agent cannot do, and what cannot be meant, is the failure of its run', async () => {
  const { one } = await agent();
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
  const seeing = await one.visionStream([{ role: 'user', content: [image] }], { principal: ANN }).result;
  expect(seeing.error).toMatchObject({ code: 'USAGE', message: 'the agent one has not the capability vision' });
  const wrong: object = { role: 'usr', content: 'x' };
  const run = Reflect.apply(one.chatStream, one, [[{ role: 'user', content: 'x' }, wrong], { principal: ANN }]);
  expect((await run.result).error).toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('chatStream.messages[1].role'),
  });
  await expect(one.embed(['x'], { principal: ANN })).rejects.toMatchObject({ code: 'USAGE' });
});

test('an agent sees images, and embeds texts, which it reads redacted', async () => {
  const { model, one } = await agent({ vision: true, embedding_model: 'demo-vectors' });
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
  const { status } = await one.visionStream(
    [{ role: 'user', content: [{ type: 'text', text: 'what is it?' }, image] }],
    { principal: ANN },
  ).result;
  expect(status).toBe('completed');
  const { embeddings } = await one.embed(['a', 'password=hunter2hunter2'], { principal: ANN });
  expect(embeddings).toHaveLength(2);
  expect(model.sent()).toContain('data:image/png;base64,AAAA');
  expect(model.sent()).not.toContain('hunter2');
});

test('no messages, and tools that are none, are mistakes', async () => {
  const { model, one } = await agent();
  const empty = await one.chatStream([], { principal: ANN }).result;
  expect(empty.error).toMatchObject({ code: 'USAGE', message: 'chatStream.messages: expected at least one message' });
  const given: object = { principal: ANN };
  const toolless = await Reflect.apply(one.toolsStream, one, [[{ role: 'user', content: 'x' }], given]).result;
  expect(toolless.error).toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('toolsStream.options.tools'),
  });
  expect(model.sent()).toBe('');
});

test('an agent is one object, whoever asks for it', async () => {
  const { one } = await agent();
  expect(await kernel.agents.get('one')).toBe(one);
});

test('an agent that only embeds opens no session, and that is traced', async () => {
  const only = { model: undefined, embedding_model: 'demo-vectors' };
  kernel.agents.replace('vectors', {
    provider: 'openai',
    allow_private: true,
    base_url: 'http://127.0.0.1:9/v1',
    ...only,
  });
  const before = (await kernel.audit.list({ limit: 100 })).length;
  const error = { code: 'USAGE', message: 'the agent vectors has not the capability chat' };
  await expect(kernel.openSession({ principal: ANN, agent: 'vectors' })).rejects.toMatchObject(error);
  await expect(kernel.openSession({ principal: ANN, agent: 'vectorz' })).rejects.toMatchObject({
    code: 'AGENT_NOT_FOUND',
  });
  expect(await kernel.audit.list({ limit: 100 })).toHaveLength(before + 2);
  expect(await kernel.sessions.list(ANN)).toEqual([]);
});
