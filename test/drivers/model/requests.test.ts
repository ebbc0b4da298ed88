import { describe, expect, test } from 'vitest';
import type { ModelClientOptions, ModelMessage, ModelRequest, ToolCall } from '../../../src/contract/model.js';
import { createModelClient } from '../../../src/drivers/model/model-client.js';
import { PROVIDERS } from '../../../src/drivers/model/providers.js';
import { bodyOf, serve } from '../http/serve.js';

type Provider = keyof typeof PROVIDERS;

const call = (id: string, name: string, args: string, more: Partial<ToolCall> = {}): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...more,
});

const TOOL = { name: 'get_weather', description: 'Weather', parameters: { type: 'object', properties: {} } };

/** A conversation in which everything happens: two calls answered the other way round, one that was not run, a signature. */
const MESSAGES: readonly ModelMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      call('call00001', 'get_weather', '{"city":"Oslo"}', {
        wire_id: 'functions.get_weather:0',
        extra_content: { google: 1 },
      }),
      call('c:2', 'rm -rf /', '{"broken'),
    ],
  },
  { role: 'tool', tool_call_id: 'c:2', content: 'there is no such tool' },
  { role: 'tool', tool_call_id: 'call00001', content: '{"rows":[]}' },
  { role: 'user', content: 'And now?' },
  { role: 'assistant', content: 'Rain.' },
  { role: 'user', content: 'Thanks.' },
];

const REQUEST: ModelRequest = { model: 'm', messages: MESSAGES, tools: [TOOL], max_tokens: 50, temperature: 0.5 };

const bodyFor = (provider: Provider, request: ModelRequest, host = 'example.org') =>
  PROVIDERS[provider].body(request, host);

describe('what is sent', () => {
  test('openai', () => {
    expect(bodyFor('openai', REQUEST)).toEqual({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      temperature: 0.5,
      tools: [{ type: 'function', function: TOOL }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'functions.get_weather:0',
              type: 'function',
              function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
              extra_content: { google: 1 },
            },
            {
              id: 'c:2',
              type: 'function',
              function: { name: 'rm_-rf__', arguments: JSON.stringify({ invalid_arguments: '{"broken' }) },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'functions.get_weather:0', content: '{"rows":[]}' },
        { role: 'tool', tool_call_id: 'c:2', content: 'there is no such tool' },
        { role: 'user', content: 'And now?' },
        { role: 'assistant', content: 'Rain.' },
        { role: 'user', content: 'Thanks.' },
      ],
    });
  });

  test('anthropic', () => {
    expect(bodyFor('anthropic', REQUEST)).toEqual({
      model: 'm',
      stream: true,
      max_tokens: 50,
      temperature: 0.5,
      system: 'Be brief.',
      tools: [{ name: 'get_weather', description: 'Weather', input_schema: TOOL.parameters }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'call00001', name: 'get_weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'c_2', name: 'rm_-rf__', input: { invalid_arguments: '{"broken' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call00001', content: '{"rows":[]}' },
            { type: 'tool_result', tool_use_id: 'c_2', content: 'there is no such tool' },
            { type: 'text', text: 'And now?' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Rain.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
      ],
    });
  });

  test('ollama', () => {
    expect(bodyFor('ollama', REQUEST)).toEqual({
      model: 'm',
      stream: true,
      options: { num_predict: 50, temperature: 0.5 },
      tools: [{ type: 'function', function: TOOL }],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { name: 'get_weather', arguments: { city: 'Oslo' } } },
            { function: { name: 'rm_-rf__', arguments: { invalid_arguments: '{"broken' } } },
          ],
        },
        { role: 'tool', tool_name: 'get_weather', content: '{"rows":[]}' },
        { role: 'tool', tool_name: 'rm_-rf__', content: 'there is no such tool' },
        { role: 'user', content: 'And now?' },
        { role: 'assistant', content: 'Rain.' },
        { role: 'user', content: 'Thanks.' },
      ],
    });
  });

  test('openai-responses', () => {
    expect(bodyFor('openai-responses', REQUEST)).toEqual({
      model: 'm',
      stream: true,
      store: false,
      max_output_tokens: 50,
      temperature: 0.5,
      tools: [{ type: 'function', strict: false, ...TOOL }],
      input: [
        { type: 'message', role: 'system', content: 'Be brief.' },
        { type: 'message', role: 'user', content: 'Weather?' },
        {
          type: 'function_call',
          call_id: 'functions.get_weather:0',
          name: 'get_weather',
          arguments: '{"city":"Oslo"}',
        },
        {
          type: 'function_call',
          call_id: 'c:2',
          name: 'rm_-rf__',
          arguments: JSON.stringify({ invalid_arguments: '{"broken' }),
        },
        { type: 'function_call_output', call_id: 'functions.get_weather:0', output: '{"rows":[]}' },
        { type: 'function_call_output', call_id: 'c:2', output: 'there is no such tool' },
        { type: 'message', role: 'user', content: 'And now?' },
        { type: 'message', role: 'assistant', content: 'Rain.' },
        { type: 'message', role: 'user', content: 'Thanks.' },
      ],
    });
  });

  test('sealed reasoning of the Responses API goes back to it once, before its call, and to nobody else', () => {
    const item = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: `sealed-${id}` });
    const with_ = (...ids: string[]) => ({ extra_content: { openai_responses: { reasoning: ids.map(item) } } });
    const messages: readonly ModelMessage[] = [
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [
          call('a', 'get_weather', '', with_('r1')),
          call('b', 'get_weather', '', with_('r1')),
          call('c', 'get_weather', '', with_('r2')),
        ],
      },
      ...['a', 'b', 'c'].map((id): ModelMessage => ({ role: 'tool', tool_call_id: id, content: 'x' })),
    ];
    expect(bodyFor('openai-responses', { model: 'm', messages })).toMatchObject({
      input: [
        item('r1'),
        { role: 'assistant', content: 'Let me see.' },
        { call_id: 'a', arguments: '{}' },
        { call_id: 'b' },
        item('r2'),
        { call_id: 'c' },
        { type: 'function_call_output' },
        {},
        {},
      ],
    });
    for (const provider of ['openai', 'anthropic', 'ollama'] as const) {
      expect(JSON.stringify(bodyFor(provider, { model: 'm', messages }))).not.toContain('sealed');
    }
  });

  test.each(['openai', 'openai-responses', 'anthropic', 'ollama'] as const)('%s: nothing that is empty', (provider) => {
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello', tool_calls: [] },
    ];
    const text = JSON.stringify(bodyFor(provider, { model: 'm', messages, tools: [] }));
    expect(text).not.toMatch(/tool|null|temperature|\[\]|\{\}/);
    expect(text).toMatch(provider === 'anthropic' ? /"max_tokens":8192/ : /^(?!.*max_tokens)/);
  });

  test('thoughts of Anthropic go back to it, and to nobody else', () => {
    const thinking = [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }];
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [call('a', 'get_weather', '', { extra_content: { anthropic: { thinking } } })],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ];
    expect(bodyFor('anthropic', { model: 'm', messages })).toMatchObject({
      messages: [
        {},
        {
          content: [
            ...thinking,
            { type: 'text', text: 'Let me see.' },
            { type: 'tool_use', id: 'a', name: 'get_weather', input: {} },
          ],
        },
        {},
      ],
    });
    for (const provider of ['openai', 'openai-responses', 'ollama'] as const) {
      expect(JSON.stringify(bodyFor(provider, { model: 'm', messages }))).not.toContain('Hm.');
    }
  });

  test.each([
    ['api.openai.com', 'max_completion_tokens'],
    ['name.openai.azure.com', 'max_completion_tokens'],
    ['notopenai.com', 'max_tokens'],
    ['localhost', 'max_tokens'],
  ])('the limit of %s is called %s', (host, name) => {
    expect(bodyFor('openai', REQUEST, host)).toHaveProperty(name, 50);
  });
});

describe('a conversation that no provider would take is not sent', () => {
  const user: ModelMessage = { role: 'user', content: 'Hi' };
  const asks: ModelMessage = {
    role: 'assistant',
    content: '',
    tool_calls: [call('a', 'get_weather', '{}'), call('b', 'get_weather', '{}')],
  };
  const answer = (id: string): ModelMessage => ({ role: 'tool', tool_call_id: id, content: 'x' });

  test.each([
    ['no answer', [user, asks]],
    ['one answer of two', [user, asks, answer('a')]],
    ['an answer twice', [user, asks, answer('a'), answer('a')]],
    ['an answer too many', [user, asks, answer('a'), answer('b'), answer('b')]],
    ['an answer of nobody', [user, asks, answer('a'), answer('c')]],
    ['an answer first', [answer('a'), user]],
    ['something between', [user, asks, answer('a'), user, answer('b')]],
  ])('%s', (_, messages) => {
    for (const provider of ['openai', 'openai-responses', 'anthropic', 'ollama'] as const) {
      expect(() => bodyFor(provider, { model: 'm', messages })).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('the conversation cannot be sent') }),
      );
    }
  });

  test('calls whose ids were redacted to one are answered in their order', () => {
    const same: ModelMessage = {
      role: 'assistant',
      content: '',
      tool_calls: [call('x', 'get_weather', '{"n":1}'), call('x', 'get_weather', '{"n":2}')],
    };
    const answers = ['one', 'two'].map((content): ModelMessage => ({ role: 'tool', tool_call_id: 'x', content }));
    const { messages } = bodyFor('ollama', { model: 'm', messages: [user, same, ...answers] });
    expect(messages).toMatchObject([{}, {}, { content: 'one' }, { content: 'two' }]);
  });
});

describe('where it is sent', () => {
  const seen = async (options: Partial<ModelClientOptions> & { readonly provider: Provider }, path = '') => {
    let head: unknown;
    const server = await serve(async (request, response) => {
      const { authorization, 'x-api-key': key, 'anthropic-version': version, 'api-key': other } = request.headers;
      const body: unknown = JSON.parse(await bodyOf(request));
      head = { line: `${request.method} ${request.url}`, authorization, key, version, other, body };
      response.writeHead(400).end();
    });
    const client = createModelClient({ base_url: server.origin + path, allow_hosts: ['127.0.0.1'], ...options });
    const parts = client.stream({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] }, new AbortController());
    await expect(parts[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    await client.close();
    return head;
  };

  test.each([
    ['openai', '/v1', 'POST /v1/chat/completions'],
    ['openai', '/v1/', 'POST /v1/chat/completions'],
    ['openai', '/deployments/d?api-version=1', 'POST /deployments/d/chat/completions?api-version=1'],
    ['openai-responses', '/v1', 'POST /v1/responses'],
    ['openai-responses', '/gateway/', 'POST /gateway/responses'],
    ['anthropic', '', 'POST /v1/messages'],
    ['anthropic', '/v1/', 'POST /v1/messages'],
    ['anthropic', '/gateway', 'POST /gateway/v1/messages'],
    ['ollama', '', 'POST /api/chat'],
    ['ollama', '/api', 'POST /api/chat'],
  ] as const)('%s at %s', async (provider, path, line) => {
    expect(await seen({ provider }, path)).toMatchObject({ line, authorization: undefined, key: undefined });
  });

  test('the key goes where the provider looks for it, and own headers and members are added', async () => {
    expect(await seen({ provider: 'openai', api_key: 'k1' })).toMatchObject({ authorization: 'Bearer k1' });
    expect(await seen({ provider: 'openai-responses', api_key: 'k1' })).toMatchObject({ authorization: 'Bearer k1' });
    expect(await seen({ provider: 'ollama', api_key: 'k1' })).toMatchObject({ authorization: 'Bearer k1' });
    expect(await seen({ provider: 'anthropic', api_key: 'k1' })).toMatchObject({
      key: 'k1',
      version: '2023-06-01',
      authorization: undefined,
    });
    const extra = { reasoning_effort: 'low', stream: false, stream_options: null };
    expect(await seen({ provider: 'openai', headers: { 'Api-Key': 'k2' }, extra_body: extra })).toMatchObject({
      other: 'k2',
      body: { reasoning_effort: 'low', stream: true, stream_options: null, messages: [{ content: 'Hi' }] },
    });
  });
});
