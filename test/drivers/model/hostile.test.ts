import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import type { ModelMessage } from '../../../src/contract/model.js';
import { partsOf } from '../../support/parts-of.js';
import { eventually } from '../../support/processes.js';
import { serve } from '../http/serve.js';
import { ask, CALL, clientOf, DONE, FINISH, QUESTION, stream } from './serve-model.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
  }
});

describe.concurrent('a provider that has said why its turn ended, and goes on with nothing', () => {
  test.each([
    ['comments', ': still here\n\n'],
    ['events that say nothing', 'data: {"choices":[]}\n\n'],
    ['blank lines', '\n'],
  ])('is not waited for: %s', async (_, nothing) => {
    const server = await serve((__, response) => {
      stream(response, CALL, FINISH);
      const timer = setInterval(() => response.write(nothing), 100);
      response.once('close', () => clearInterval(timer));
    });
    const { parts } = await ask(clientOf(server.origin));
    expect(parts.at(-1)).toMatchObject({ turn: { tool_calls: [{ id: 'c1' }], flags: ['unconfirmed_end'] } });
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('is waited for while it still says something', async () => {
    const server = await serve((_, response) => {
      stream(response, CALL, FINISH);
      let count = 0;
      const timer = setInterval(() => {
        count += 1;
        response.write(`data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":${count}}}\n\n`);
        if (count === 4) {
          response.end('data: [DONE]\n\n');
        }
      }, 700);
      response.once('close', () => clearInterval(timer));
    });
    const { parts } = await ask(clientOf(server.origin));
    expect(parts.at(-1)).toMatchObject({ turn: { usage: { input_tokens: 5, output_tokens: 4 }, flags: [] } });
  });
});

test.each([
  ['heads without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)],
  ['something that is not HTTP', 'SSH-2.0-dropbear\r\n'],
])('%s are a failure of the model like any other', async (_, bytes) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { error } = await ask(clientOf(`http://127.0.0.1:${port}`));
  expect(error).toMatchObject({ code: 'MODEL_FAILED', details: { kind: 'stream_interrupted' } });
});

test.each([
  [
    'openai',
    [
      '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","extra_content":DEEP,"function":{"name":"get_weather","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}',
      '[DONE]',
    ],
  ],
  [
    'anthropic',
    [
      '{"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":DEEP}}',
      '{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"get_weather","input":{}}}',
      '{"type":"message_delta","delta":{"stop_reason":"tool_use"}}',
      '{"type":"message_stop"}',
    ],
  ],
  [
    'openai-responses',
    [
      '{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","encrypted_content":"x","content":[DEEP]}}',
      '{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"c1","name":"get_weather","arguments":"{}"}}',
      '{"type":"response.completed","response":{"status":"completed"}}',
    ],
  ],
] as const)(
  '%s: what is to go back and is nested too deep to be sent is left out, and the call is a call',
  async (provider, events) => {
    const deep = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
    const server = await serve((_, response) => {
      stream(response, ...events.map((event) => `data: ${event.replace('DEEP', deep)}\n\n`));
      response.end();
    });
    const { parts } = await ask(clientOf(server.origin, { provider }));
    const last = parts.at(-1);
    expect(last).toMatchObject({ turn: { tool_calls: [{ id: 'c1' }] } });
    expect(last?.type === 'turn' && last.turn.tool_calls[0]).not.toHaveProperty('extra_content');
  },
);

test.each([
  ['of another content type', 200, { 'content-type': 'text/html' }],
  ['that is a redirect', 302, { location: '/' }],
])('an answer %s that never ends is not kept open', async (_, status, headers) => {
  const server = await serve((__, response) => response.writeHead(status, headers).write('x'));
  expect((await ask(clientOf(server.origin))).error).toMatchObject({ code: 'MODEL_FAILED' });
  await eventually(() => server.open() === 0, 'the connection is closed');
});

test.each([
  ['openai', 'one JSON text', '{'],
  ['ollama', 'one line', ''],
] as const)('%s: %s that grows without end is given up at its limit', async (provider, _, start) => {
  const server = await serve((__, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(start + 'x'.repeat(300_000));
  });
  const { error } = await ask(clientOf(server.origin, { provider, limits: { max_event_chars: 100_000 } }));
  expect(error).toMatchObject({ code: 'LIMIT_REACHED', details: { kind: 'answer_too_long' } });
});

test('an id that the conversation has already is no second time the id of a call', async () => {
  const server = await serve((_, response) => {
    stream(response, CALL, FINISH, DONE);
    response.end();
  });
  const before: ModelMessage[] = [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'x', arguments: '{}' } }],
    },
    { role: 'tool', content: 'ok', tool_call_id: 'c1' },
  ];
  const request = { ...QUESTION, messages: [...QUESTION.messages, ...before] };
  const { parts } = await partsOf(clientOf(server.origin).stream(request, { signal: new AbortController().signal }));
  const last = parts.at(-1);
  const [call] = last?.type === 'turn' ? last.turn.tool_calls : [];
  expect(call).toMatchObject({ wire_id: 'c1' });
  expect(call?.id).not.toBe('c1');
});
