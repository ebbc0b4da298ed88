import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isKernelError, KernelError } from '../../../src/contract/errors.js';
import { createModelClient } from '../../../src/drivers/model/model-client.js';
import { arrayOf } from '../../streams/collect.js';
import { failureOf } from '../../support/driver-call.js';
import { readCases } from '../../support/model-streams.js';
import { pour } from '../../support/pour.js';
import { eventually } from '../../support/processes.js';
import { MOST_BYTES_IN_SOCKETS, producedAtRest } from '../../support/produced-bytes.js';
import { serve } from '../http/serve.js';
import { type Asked, ask, CALL, clientOf, DONE, FINISH, inTurn, QUESTION, stream, TEXT } from './serve-model.js';

const KEY = ['key', 'that', 'nobody', 'may', 'see'].join('-');

function kindOf({ error }: Asked): unknown {
  return isKernelError(error) ? [error.code, error.details?.['kind']] : error;
}

function turnOf({ parts, error }: Asked): unknown {
  const last = parts.at(-1);
  return last?.type === 'turn' ? last.turn : error;
}

describe('an answer that comes', () => {
  test('is given in parts, and then as a turn', async () => {
    const server = await serve((_, response) => {
      stream(response, TEXT, CALL, FINISH, DONE);
      response.end();
    });
    const { parts } = await ask(clientOf(server.origin));
    expect(parts.map(({ type }) => type)).toEqual(['text', 'tool-call-start', 'tool-call-delta', 'turn']);
    expect(parts.at(-1)).toMatchObject({ turn: { finish_reason: 'tool_calls', tool_calls: [{ id: 'c1' }] } });
  });

  test('is given while it comes', async () => {
    const server = await serve((_, response) => stream(response, TEXT));
    const parts = clientOf(server.origin).stream(QUESTION, { signal: new AbortController().signal });
    for await (const part of parts) {
      expect([part, server.open()]).toEqual([{ type: 'text', text: 'Hi' }, 1]);
      break;
    }
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('ends with [DONE] although the server keeps the connection', async () => {
    const server = await serve((_, response) => stream(response, TEXT, FINISH, DONE));
    expect(turnOf(await ask(clientOf(server.origin)))).toMatchObject({ finish_reason: 'stop', text: 'Hi', flags: [] });
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('is understood when the server does not stream', async () => {
    const message = { role: 'assistant', content: 'Hi', tool_calls: null };
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.write(' \n');
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 3 } }));
    });
    expect(turnOf(await ask(clientOf(server.origin)))).toMatchObject({
      text: 'Hi',
      usage: { input_tokens: 3 },
      usage_status: 'partial',
      flags: ['message_instead_of_delta', 'not_streamed'],
    });
  });

  test.each([
    ['a blank line is missing', `${TEXT}${FINISH.trimEnd()}\n`],
    ['a line end is missing', `${TEXT}${FINISH.trimEnd()}`],
    ['the end is said without one', `${TEXT}data: [DONE]`],
  ])('counts when %s at the very end', async (_, body) => {
    const server = await serve((__, response) => {
      stream(response, body);
      response.end();
    });
    expect(turnOf(await ask(clientOf(server.origin)))).toMatchObject({
      text: 'Hi',
      flags: expect.arrayContaining(['unterminated_last_event']),
    });
  });

  test.each([
    ['openai-responses', '/responses'],
    ['anthropic', '/v1/messages'],
    ['ollama', '/api/chat'],
  ] as const)('of %s', async (provider, path) => {
    const [streamCase] = readCases(provider);
    const server = await serve((_, response) => {
      const type = provider === 'ollama' ? 'application/x-ndjson' : 'text/event-stream; charset=utf-8';
      response.writeHead(200, { 'content-type': type });
      response.write(streamCase?.body);
    });
    const client = clientOf(server.origin, { provider, base_url: server.origin });
    expect(turnOf(await ask(client))).toMatchObject({ text: streamCase?.expected.text, usage_status: 'reported' });
    expect(server.requests).toEqual([`POST ${path}`]);
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('counts although the server neither says that it is over nor closes the connection', async () => {
    const server = await serve((_, response) => stream(response, CALL, FINISH));
    expect(turnOf(await ask(clientOf(server.origin)))).toMatchObject({
      tool_calls: [{ id: 'c1' }],
      flags: ['unconfirmed_end'],
    });
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('counts although the connection breaks after its end', async () => {
    const server = await serve((_, response) => {
      stream(response, CALL, FINISH);
      setTimeout(() => response.destroy(), 20);
    });
    expect(turnOf(await ask(clientOf(server.origin)))).toMatchObject({
      tool_calls: [{ id: 'c1' }],
      usage_status: 'missing',
      flags: ['unconfirmed_end'],
    });
  });
});

describe('an answer that does not come, or not whole', () => {
  test('no head: the time for silence ends it', async () => {
    const server = await serve(() => undefined);
    const asked = await ask(clientOf(server.origin, { timeouts: { idle_ms: 150 } }));
    expect(kindOf(asked)).toEqual(['TIMEOUT', 'idle_timeout']);
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('a body that stops: the time for silence ends it, and no call is given', async () => {
    const server = await serve((_, response) => stream(response, TEXT, CALL));
    const asked = await ask(clientOf(server.origin, { timeouts: { idle_ms: 150 } }));
    expect([kindOf(asked), asked.parts]).toEqual([
      ['TIMEOUT', 'idle_timeout'],
      [
        { type: 'text', text: 'Hi' },
        { type: 'tool-call-start', index: 0, name: 'get_weather' },
      ],
    ]);
  });

  test('comments keep a silent answer alive', async () => {
    const server = await serve(async (_, response) => {
      stream(response, TEXT);
      for (let count = 0; count < 6; count += 1) {
        await sleep(100);
        response.write(': PROCESSING\n\n');
      }
      response.end(FINISH + DONE);
    });
    expect(turnOf(await ask(clientOf(server.origin, { timeouts: { idle_ms: 400 } })))).toMatchObject({ text: 'Hi' });
  });

  test('the caller aborts: not an end, and the provider sees it', async () => {
    const server = await serve((_, response) => stream(response, TEXT + TEXT + CALL + FINISH));
    const controller = new AbortController();
    const parts: unknown[] = [];
    const reading = (async () => {
      for await (const part of clientOf(server.origin).stream(QUESTION, controller)) {
        parts.push(part);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(parts).toHaveLength(1);
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('the reason of the caller is the error', async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const asking = ask(clientOf(server.origin), controller.signal);
    await eventually(() => server.open() === 1, 'the request is there');
    controller.abort(new KernelError('TIMEOUT', 'time is up'));
    expect(await asking).toMatchObject({ error: { code: 'TIMEOUT', message: 'time is up' } });
    expect(await ask(clientOf(server.origin), AbortSignal.abort())).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['a page', { 'content-type': 'text/html' }, '<html></html>', 'bad_content_type'],
    ['a picture', { 'content-type': 'image/png' }, 'x', 'bad_content_type'],
    ['a compressed answer', { 'content-type': 'text/event-stream', 'content-encoding': 'br' }, 'x', 'bad_content_type'],
    ['nothing', { 'content-type': 'text/event-stream' }, '', 'empty_stream'],
    ['only comments', { 'content-type': 'text/event-stream' }, ': a\n\n: b\n\n', 'empty_stream'],
    ['only the end', { 'content-type': 'text/event-stream' }, DONE, 'empty_stream'],
    ['another JSON', { 'content-type': 'application/json' }, '{"detail":"nothing"}', 'empty_stream'],
    ['a JSON error', { 'content-type': 'application/json' }, '[{"error":{"message":"x"}}]', 'provider_error'],
    [
      'an error event',
      { 'content-type': 'text/event-stream' },
      'event: error\ndata: {"message":"x"}\n\n',
      'provider_error',
    ],
    ['a JSON text', { 'content-type': 'application/json' }, '"Hi"', 'empty_stream'],
    ['text as an event', { 'content-type': 'text/event-stream' }, 'data: Hi\n\n', 'invalid_chunk'],
    ['an answer that just ends', {}, TEXT, 'stream_interrupted'],
    ['JSON that just ends', {}, '{"choices":[{"message":{"content":"Hi', 'stream_interrupted'],
  ])('200 with %s', async (_, headers, body, kind) => {
    const server = await serve((__, response) => {
      response.writeHead(200, headers);
      response.end(body);
    });
    expect(kindOf(await ask(clientOf(server.origin)))).toEqual(['MODEL_FAILED', kind]);
  });

  test('the connection breaks: nothing of it is called, and it is not asked again', async () => {
    const server = await serve((_, response) => {
      stream(response, TEXT, CALL);
      setTimeout(() => response.destroy(), 20);
    });
    const asked = await ask(clientOf(server.origin, { retries: { attempts: 2 } }));
    expect(kindOf(asked)).toEqual(['MODEL_FAILED', 'stream_interrupted']);
    expect([asked.parts.map(({ type }) => type), server.requests.length]).toEqual([['text', 'tool-call-start'], 1]);
  });

  test('no server, and one that is not allowed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.close();
    expect(kindOf(await ask(clientOf(origin)))).toEqual(['MODEL_FAILED', 'unreachable']);
    expect(kindOf(await ask(clientOf(origin, { allow_private: false })))).toEqual(['POLICY_DENIED', undefined]);
    expect(kindOf(await ask(clientOf(origin.replace('127.0.0.1', 'localhost'), { allow_private: false })))).toEqual([
      'POLICY_DENIED',
      undefined,
    ]);
  });
});

describe('asking again', () => {
  const retries = { attempts: 2, max_delay_ms: 1500 };
  const answer = (_: unknown, response: Parameters<typeof stream>[0]): void => {
    stream(response, TEXT, FINISH, DONE);
    response.end();
  };

  test.each([
    ['Retry-After', 429, { 'retry-after': '1' }],
    ['an overload', 529, {}],
    ['a gateway', 502, {}],
  ])('%s is waited for', async (_, status, headers) => {
    const server = await serve(inTurn((__, response) => response.writeHead(status, headers).end('{}'), answer));
    const started = performance.now();
    expect(turnOf(await ask(clientOf(server.origin, { retries })))).toMatchObject({ text: 'Hi' });
    expect(server.requests).toHaveLength(2);
    expect(performance.now() - started).toBeGreaterThan('retry-after' in headers ? 990 : 0);
  });

  test('a wait that is too long is left to the caller', async () => {
    const server = await serve((_, response) => response.writeHead(429, { 'retry-after': '60' }).end());
    expect(await ask(clientOf(server.origin, { retries }))).toMatchObject({
      error: { code: 'MODEL_FAILED', details: { kind: 'rate_limited', status: 429, retry_after_ms: 60_000 } },
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    [
      'a connection that breaks before anything came',
      (_: unknown, response: Parameters<typeof stream>[0]) => response.destroy(),
    ],
    ['an empty answer', (_: unknown, response: Parameters<typeof stream>[0]) => response.writeHead(200).end()],
  ])('%s is asked for again', async (_, fail) => {
    const server = await serve(inTurn(fail, answer));
    expect(turnOf(await ask(clientOf(server.origin, { retries })))).toMatchObject({ text: 'Hi' });
    expect(server.requests).toHaveLength(2);
  });

  test('calls that were announced and did not come are asked for once more, and both answers are paid for', async () => {
    const empty = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n';
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1}}\n\n';
    const fails: RequestListener = (_, response) => {
      stream(response, empty, usage, DONE);
      response.end();
    };
    const calls: RequestListener = (_, response) => {
      stream(response, CALL, FINISH, usage, DONE);
      response.end();
    };
    const server = await serve(inTurn(fails, calls));
    expect(turnOf(await ask(clientOf(server.origin, { retries })))).toMatchObject({
      tool_calls: [{ id: 'c1' }],
      usage: { input_tokens: 10, output_tokens: 2 },
    });
    const other = await serve(fails);
    expect(kindOf(await ask(clientOf(other.origin, { retries })))).toEqual(['MODEL_FAILED', 'empty_tool_calls']);
    const speaking = await serve((_, response) => {
      stream(response, TEXT, empty, DONE);
      response.end();
    });
    expect(kindOf(await ask(clientOf(speaking.origin, { retries })))).toEqual(['MODEL_FAILED', 'empty_tool_calls']);
    expect([server, other, speaking].map(({ requests }) => requests.length)).toEqual([2, 2, 1]);
  });

  test('whoever asks decides whether it is asked again', async () => {
    const fails: RequestListener = (_, response) => {
      response.writeHead(503).end();
    };
    const server = await serve(fails);
    let left = 1;
    const mayAskAgain = (): boolean => {
      left -= 1;
      return left >= 0;
    };
    const parts = clientOf(server.origin, { retries }).stream(QUESTION, {
      signal: new AbortController().signal,
      mayAskAgain,
    });
    expect(await failureOf(() => arrayOf(parts))).toMatchObject({ code: 'MODEL_FAILED' });
    expect(server.requests).toHaveLength(2);
  });

  test('an account without quota is not asked again, and what is known of a refusal is told', async () => {
    const server = await serve((_, response) => {
      response.writeHead(429).end('{"error":{"message":"words","type":"x","code":"insufficient_quota"}}');
    });
    expect(await ask(clientOf(server.origin, { retries }))).toMatchObject({
      error: {
        message: 'the model provider gets too many requests (status 429): the account has no quota left',
        details: { kind: 'rate_limited', status: 429, provider_code: 'insufficient_quota' },
      },
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['too long', `{"error":{"code":"context_length_exceeded"},"pad":"${'x'.repeat(20_000)}"}`, true],
    ['without end', '{"error":{"code":"context_length', false],
  ])('a refusal whose body is %s is not waited for', async (_, body, ends) => {
    const server = await serve((__, response) => {
      response.writeHead(400);
      response.write(body);
      if (ends) {
        response.end();
      }
    });
    expect(await ask(clientOf(server.origin))).toMatchObject({
      error: { message: 'the model provider does not accept the request (status 400)' },
    });
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('what the provider refuses is not asked for again', async () => {
    const server = await serve((_, response) => response.writeHead(400).end());
    expect(kindOf(await ask(clientOf(server.origin, { retries })))).toEqual(['MODEL_FAILED', 'request_refused']);
    expect(server.requests).toHaveLength(1);
  });
});

describe('what is not to get out', () => {
  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is refused: neither prompt nor key go elsewhere',
    async (status) => {
      const other = await serve((_, response) => response.end());
      const server = await serve((_, response) => response.writeHead(status, { location: `${other.origin}/v1` }).end());
      const asked = await ask(clientOf(server.origin, { api_key: KEY, headers: { 'api-key': KEY } }));
      expect(kindOf(asked)).toEqual(['MODEL_FAILED', 'redirect_refused']);
      expect(other.requests).toEqual([]);
    },
  );

  test.each([
    [400, 'request_refused'],
    [401, 'key_refused'],
    [403, 'key_refused'],
    [404, 'not_found'],
    [413, 'request_refused'],
    [418, 'request_refused'],
    [429, 'rate_limited'],
    [500, 'provider_error'],
    [503, 'provider_error'],
    [204, 'provider_error'],
  ])('status %i tells its status, and nothing of the key or the answer', async (status, kind) => {
    const server = await serve((request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-said': KEY });
      response.end(
        status === 204 ? '' : JSON.stringify({ error: { message: `bad key ${request.headers.authorization}` } }),
      );
    });
    const asked = await ask(clientOf(`${server.origin}/deploy-${KEY}`, { api_key: KEY }));
    expect(asked.error).toMatchObject({ code: 'MODEL_FAILED', details: { kind, status } });
    expectSilent(asked.error);
  });

  test('errors of a provider, bodies that are cut, and addresses are not repeated', async () => {
    const bodies = [
      `data: {"error":{"message":"${KEY}","type":"${KEY}","code":"${KEY}"}}\n\n`,
      `data: {"object":"error","message":"${KEY}","type":"x","code":401}\n\n`,
      `event: error\ndata: {"message":"${KEY}"}\n\n`,
      `data: ${KEY}\n\n`,
      `{"${KEY}`,
      `data: {"choices":[{"delta":{},"finish_reason":"error","${KEY}":1}]}\n\n`,
    ];
    for (const body of bodies) {
      const server = await serve((_, response) => response.writeHead(200).end(body));
      const { error } = await ask(clientOf(`${server.origin}/${KEY}`, { api_key: KEY }));
      expect(error).toMatchObject({ code: 'MODEL_FAILED' });
      expectSilent(error);
    }
    const nowhere = await ask(clientOf(`http://${KEY}.invalid:1/x?key=${KEY}`.replace('/v1', '')));
    expectSilent(nowhere.error);
  });

  test('options that are wrong are told without their values', () => {
    const make = (options: object) => () => createModelClient({ provider: 'openai', ...options });
    expect(make({ api_key: `${KEY}\n` })).toThrow(/options.api_key/);
    expect(make({ base_url: `https://user:${KEY}@example.org` })).toThrow(/options.base_url/);
    expect(make({ base_url: 'https://example.org/{model}' })).toThrow(/options.base_url/);
    expect(make({ headers: { host: 'example.org' } })).toThrow(/options.headers.host/);
    for (const options of [{ api_key: `${KEY}\n` }, { base_url: `https://user:${KEY}@example.org` }]) {
      expect(make(options)).not.toThrow(KEY);
    }
  });
});

function expectSilent(error: unknown): void {
  if (!isKernelError(error)) {
    throw new Error('not an error of the kernel');
  }
  const { message, hint = '', details } = error;
  expect(message).not.toContain('\n');
  expect([message, hint, JSON.stringify(details)].join(' ')).not.toContain(KEY);
  expect([message, hint, JSON.stringify(details)].join(' ')).not.toContain('127.0.0.1');
}

describe('limits', () => {
  const endless = async (piece: string) => {
    let produced = 0;
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pour(response, piece, (length) => {
        produced += length;
      });
    });
    return { ...server, origin: server.origin, open: server.open, produced: () => produced };
  };
  const long = 'x'.repeat(1000);
  const MANY_CALLS = Array.from({ length: 200 }, (_, index) => CALL.replace('"c1"', `"c${index}"`)).join('');

  test.each([
    ['an event without end', long, {}, 'answer_too_long'],
    ['an answer without end', TEXT.replace('Hi', long), {}, 'answer_too_long'],
    ['comments without end', `: ${long}\n`, { max_response_bytes: 1_000_000 }, 'answer_too_long'],
    ['arguments without end', CALL.replace('{}', long), {}, 'arguments_too_large'],
    ['calls without end', MANY_CALLS, {}, 'too_many_calls'],
  ])('%s', async (_, piece, limits, kind) => {
    const server = await endless(piece);
    const client = clientOf(server.origin, {
      limits: { max_answer_chars: 500_000, max_event_chars: 500_000, ...limits },
    });
    const asked = await ask(client);
    expect(kindOf(asked)).toEqual(['LIMIT_REACHED', kind]);
    expect(server.produced()).toBeLessThan(8_000_000);
    await eventually(() => server.open() === 0, 'the connection is closed');
  });

  test('a reader who waits makes the provider wait, with far more to come', async () => {
    const server = await endless(TEXT.replace('Hi', 'x'.repeat(10_000)));
    const parts = clientOf(server.origin).stream(QUESTION, { signal: new AbortController().signal });
    const iterator = parts[Symbol.asyncIterator]();
    await iterator.next();
    const before = process.memoryUsage.rss();
    expect(await producedAtRest(server.produced)).toBeLessThan(MOST_BYTES_IN_SOCKETS);
    expect(process.memoryUsage.rss() - before).toBeLessThan(32 * 1024 * 1024);
    await iterator.return?.();
    await eventually(() => server.open() === 0, 'the connection is closed');
  });
});
