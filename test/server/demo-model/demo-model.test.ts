import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { ModelMessage, ModelPart, ModelTool, ModelTurn } from '../../../src/contract/model.js';
import { createModelClient } from '../../../src/drivers/model/model-client.js';
import { type DemoModel, startDemoModel } from '../../support/demo-model.js';

const TOOLS: readonly ModelTool[] = [
  {
    name: 'fs__read_file',
    description: 'Reads a file inside the root.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'demo__customers',
    description: 'Invented customers with personal data.',
    parameters: { type: 'object', properties: { rows: { type: 'integer', minimum: 0, default: 1000 } } },
  },
];
const PROVIDERS = ['openai', 'openai-responses', 'anthropic', 'ollama'] as const;
type Provider = (typeof PROVIDERS)[number];

async function ask(
  model: DemoModel,
  provider: Provider,
  messages: readonly ModelMessage[],
  tools: readonly ModelTool[] = TOOLS,
): Promise<{ readonly parts: readonly ModelPart[]; readonly turn: ModelTurn }> {
  const client = createModelClient({
    provider,
    base_url: provider.startsWith('openai') ? `${model.origin}/v1` : model.origin,
    allow_private: true,
    retries: { attempts: 0 },
  });
  const parts: ModelPart[] = [];
  try {
    const signal = new AbortController().signal;
    for await (const part of client.stream({ model: 'demo', messages, tools }, { signal })) {
      parts.push(part);
    }
  } finally {
    await client.close();
  }
  const last = parts.at(-1);
  if (last?.type !== 'turn') {
    throw new Error('no turn came');
  }
  return { parts, turn: last.turn };
}

const user = (content: string): ModelMessage => ({ role: 'user', content });

describe.each(PROVIDERS)('%s', (provider) => {
  test('calls the tool that fits, and says what came of it', async () => {
    const model = await startDemoModel();
    const question = user('Show me 3 customers');
    const { turn } = await ask(model, provider, [question]);
    expect(turn.finish_reason).toBe('tool_calls');
    expect(turn.flags).toEqual([]);
    expect(turn.tool_calls.map(({ function: { name, arguments: args } }) => [name, args])).toEqual([
      ['demo__customers', '{"rows":3}'],
    ]);
    const answer = JSON.stringify({ rows: [{ id: 1 }, { id: 2 }], seen: { rows: 3 }, handle_id: 'h_0123456789' });
    const [first] = turn.tool_calls;
    const next = await ask(model, provider, [
      question,
      { role: 'assistant', content: turn.text, tool_calls: turn.tool_calls },
      { role: 'tool', content: answer, tool_call_id: first?.id ?? '' },
    ]);
    expect(next.turn.text).toBe(
      'demo__customers gave 3 rows, of which I see 2. The first one: {"id":1}. All of it is behind h_0123456789.',
    );
    expect(next.turn).toMatchObject({ finish_reason: 'stop', usage_status: 'reported', tool_calls: [] });
    expect(next.parts.filter(({ type }) => type === 'text').length).toBeGreaterThan(10);
  });

  test('says why a tool gave nothing', async () => {
    const model = await startDemoModel();
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'fs__read_file', arguments: '{"path":"a"}' },
    } as const;
    const { turn } = await ask(model, provider, [
      user('read it'),
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: '{"error":{"code":"POLICY_DENIED","message":"no"}}', tool_call_id: 'c1' },
    ]);
    expect(turn.text).toBe('fs__read_file gave no result: no.');
  });

  test('repeats what it was asked where there is no tool', async () => {
    const model = await startDemoModel();
    const { turn } = await ask(model, provider, [user('Is it raining?')], []);
    expect(turn.text).toBe('You asked: Is it raining? I am a demo model and know no more.');
  });

  test('plays a script by conversation: failures come before the answer behind them', async () => {
    const model = await startDemoModel([
      { text: 'one' },
      { error: { status: 429, message: 'slow down' } },
      { text: 'two two two two', cut: true },
      { tool_calls: [{ name: 'fs__read_file', arguments: { path: 'a.txt' } }] },
      { text: 'three', finish_reason: 'length' },
    ]);
    for (const conversation of ['a', 'b', 'a']) {
      const start = [user(conversation)];
      expect((await ask(model, provider, start)).turn.text).toBe('one');
      const second: readonly ModelMessage[] = [...start, { role: 'assistant', content: 'one' }, user('go on')];
      await expect(ask(model, provider, second)).rejects.toMatchObject({ details: { kind: 'rate_limited' } });
      await expect(ask(model, provider, second)).rejects.toMatchObject({ details: { kind: 'stream_interrupted' } });
      const { turn } = await ask(model, provider, second);
      expect(turn.tool_calls[0]?.function).toEqual({ name: 'fs__read_file', arguments: '{"path":"a.txt"}' });
      const third: readonly ModelMessage[] = [...second, { role: 'assistant', content: 'x' }, user('and')];
      expect((await ask(model, provider, third)).turn).toMatchObject({ text: 'three', finish_reason: 'length' });
      const fourth: readonly ModelMessage[] = [...third, { role: 'assistant', content: 'three' }, user('Rain?')];
      expect((await ask(model, provider, fourth, [])).turn.text).toContain('You asked: Rain?');
    }
  });
});

async function post(model: DemoModel, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${model.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const value: unknown = await response.json();
  return { status: response.status, value };
}

const QUESTION = { model: 'demo', messages: [{ role: 'user', content: 'Hello' }], stream: false };

test('answers in one piece too', async () => {
  const model = await startDemoModel([{ text: 'hi', tool_calls: [{ name: 'f', arguments: { a: 1 } }] }]);
  const answers = await Promise.all(
    ['/v1/chat/completions', '/v1/messages', '/api/chat'].map((path) => post(model, path, QUESTION)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.value).toMatchObject({
    choices: [
      {
        message: { content: 'hi', tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 },
  });
  expect(answers[1]?.value).toMatchObject({
    content: [
      { type: 'text', text: 'hi' },
      { type: 'tool_use', name: 'f', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
  });
  const responses = await post(model, '/v1/responses', { model: 'demo', input: 'Hello' });
  expect(responses.value).toMatchObject({
    status: 'completed',
    output: [{ content: [{ text: 'hi' }] }, { type: 'function_call', name: 'f', arguments: '{"a":1}' }],
  });
  expect(answers[2]?.value).toMatchObject({
    message: { content: 'hi', tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] },
    done: true,
  });
});

test('gives equal texts equal vectors, and near ones to texts that share words', async () => {
  const model = await startDemoModel();
  const { value } = await post(model, '/v1/embeddings', { input: ['red apple', 'red apple', 'a red pear', 'steel'] });
  const { data } = value as { data: readonly { embedding: readonly number[] }[] };
  const [one = [], two = [], near = [], far = []] = data.map(({ embedding }) => embedding);
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, each, index) => sum + each * (b[index] ?? 0), 0);
  expect(two).toEqual(one);
  expect(product(one, one)).toBeCloseTo(1, 10);
  expect(product(one, near)).toBeGreaterThan(product(one, far));
  const packed = await post(model, '/v1/embeddings', { input: 'x', dimensions: 8, encoding_format: 'base64' });
  const [first] = (packed.value as { data: readonly { embedding: string }[] }).data;
  expect(Buffer.from(first?.embedding ?? '', 'base64').length).toBe(8 * 4);
  const ollama = await post(model, '/api/embed', { model: 'demo', input: 'red apple' });
  expect(ollama.value).toEqual({ model: 'demo', embeddings: [one] });
});

test('names its model', async () => {
  const model = await startDemoModel();
  expect(await (await fetch(`${model.origin}/v1/models`)).json()).toMatchObject({ data: [{ id: 'demo' }] });
});

test.each([
  ['/v1/chat/completions', '{', 400, 'the request is no JSON'],
  ['/v1/chat/completions', { model: 'demo' }, 400, 'messages: '],
  ['/v1/messages', { messages: [{ role: 'user', content: 5 }] }, 400, 'messages.0.content: '],
  ['/nowhere', {}, 404, 'there are /v1/chat/completions'],
  ['/v1/chat/completions', `"${'x'.repeat(33 * 1024 * 1024)}"`, 413, 'a request may have'],
])('refuses what it cannot read: %s, with %$2.12j', async (path, body, status, message) => {
  const model = await startDemoModel();
  const answered = await post(model, path, body).catch(() => undefined);
  // A server that reads no further may close before the client has written all.
  if (answered !== undefined || status !== 413) {
    expect(answered?.status).toBe(status);
    expect(JSON.stringify(answered?.value)).toContain(message);
  }
});

test('refuses pages of elsewhere', async () => {
  const model = await startDemoModel();
  const origin = await post(model, '/v1/chat/completions', QUESTION, { origin: 'https://evil.example' });
  expect(origin).toMatchObject({ status: 403 });
  const own = await post(model, '/v1/chat/completions', QUESTION, { origin: 'http://localhost:3000' });
  expect(own.status).toBe(200);
  const status = await new Promise((resolve) => {
    httpRequest(`${model.origin}/v1/models`, { headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).end();
  });
  expect(status).toBe(403);
});

test('a client that has gone ends its answer, and the server when it is told to', async () => {
  const model = await startDemoModel([{ text: 'word '.repeat(10_000) }], 1);
  const gone = new AbortController();
  const response = await fetch(`${model.origin}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...QUESTION, stream: true }),
    signal: gone.signal,
  });
  await response.body?.getReader().read();
  gone.abort();
  await model.stop();
});

test('a port that is taken is a mistake', async () => {
  const { serveDemoModel } = await import('../../../src/server/demo-model/serve-demo-model.js');
  const model = await startDemoModel();
  const port = Number(new URL(model.origin).port);
  const signal = new AbortController().signal;
  await expect(serveDemoModel({ port, delayMs: 0, signal, onListening: () => undefined })).rejects.toMatchObject({
    code: 'USAGE',
    message: `cannot listen on 127.0.0.1:${port}`,
  });
});
