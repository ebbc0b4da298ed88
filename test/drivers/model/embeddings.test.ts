import { describe, expect, test } from 'vitest';
import type { ModelClientOptions } from '../../../src/contract/model.js';
import { bodyOf, serve } from '../http/serve.js';
import { clientOf, inTurn } from './serve-model.js';

const never = new AbortController().signal;
const REQUEST = { model: 'e-1', input: ['one', 'two'] };
type Provider = ModelClientOptions['provider'];

/** Embeds by a server that answers so. */
async function embedded(answer: unknown, options: Partial<ModelClientOptions> = {}, status = 200) {
  const bodies: unknown[] = [];
  const server = await serve(async (request, response) => {
    bodies.push(JSON.parse(await bodyOf(request)));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const client = clientOf(server.origin, options);
  const outcome = await client.embed(REQUEST, { signal: never }).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  );
  return { ...outcome, bodies, lines: server.requests };
}

const data = (...vectors: readonly unknown[]) => ({ data: vectors.map((embedding, index) => ({ index, embedding })) });

describe('embeddings', () => {
  test.each(['openai', 'openai-responses'] as const)('%s', async (provider) => {
    const answer = {
      data: [
        { index: 1, embedding: [0, 1] },
        { index: 0, embedding: [1, 0.5] },
      ],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    };
    const { result, bodies, lines } = await embedded(answer, { provider });
    expect(result).toEqual({
      embeddings: [
        [1, 0.5],
        [0, 1],
      ],
      usage: { input_tokens: 4 },
      usage_status: 'reported',
    });
    expect(bodies).toEqual([{ model: 'e-1', input: ['one', 'two'], encoding_format: 'float' }]);
    expect(lines).toEqual(['POST /v1/embeddings']);
  });

  test('ollama', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end('{"embeddings":[[1],[2]],"prompt_eval_count":3}');
    });
    const client = clientOf(server.origin, { provider: 'ollama', base_url: server.origin });
    expect(await client.embed(REQUEST, { signal: never })).toMatchObject({
      embeddings: [[1], [2]],
      usage: { input_tokens: 3 },
    });
    expect(server.requests).toEqual(['POST /api/embed']);
  });

  test('anthropic has none, and nothing is sent', async () => {
    const { error, lines } = await embedded({}, { provider: 'anthropic' });
    expect(error).toMatchObject({ code: 'USAGE', message: 'this model provider has no embeddings' });
    expect(lines).toEqual([]);
  });

  test('counts that nobody told are not known', async () => {
    expect((await embedded(data([1], [2]))).result).toMatchObject({ usage: {}, usage_status: 'missing' });
  });

  test.each<[string, unknown]>([
    ['one too few', data([1])],
    ['one too many', data([1], [2], [3])],
    ['of different lengths', data([1], [1, 2])],
    ['empty', data([], [])],
    ['texts', data(['1'], ['2'])],
    ['base64', data('AACAPw==', 'AACAPw==')],
    ['no numbers', '{"data":[{"embedding":[1e999]},{"embedding":[1]}]}'],
    ['null', data([null], [1])],
    ['no list', { data: { 0: [1], 1: [2] } }],
    ['nothing', {}],
    ['a list', []],
    ['cut', '{"data":[{"embedding":[1]},{"embed'],
    ['no JSON', '<html>'],
  ])('an answer that is %s is none', async (_, answer) => {
    expect((await embedded(answer)).error).toMatchObject({
      code: 'MODEL_FAILED',
      message: 'the model provider did not answer with one embedding for each of 2 texts',
      details: { kind: 'invalid_chunk' },
    });
  });

  test.each<[Provider, string, unknown, number, object]>([
    [
      'openai',
      'an error under 200',
      { error: { code: 'rate_limit_exceeded', message: 'x' } },
      200,
      { kind: 'provider_error' },
    ],
    ['openai', 'a key', {}, 401, { kind: 'key_refused', status: 401 }],
    ['openai-responses', 'a model', { error: { code: 'model_not_found' } }, 404, { kind: 'not_found' }],
    ['ollama', 'an error', { error: 'x' }, 200, { kind: 'provider_error' }],
  ])('%s: %s', async (provider, _, answer, status, details) => {
    expect((await embedded(answer, { provider }, status)).error).toMatchObject({ code: 'MODEL_FAILED', details });
  });

  test('asked again after a passing failure, within what is allowed', async () => {
    const answer = JSON.stringify(data([1], [2]));
    const server = await serve(
      inTurn(
        (_, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
        (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(answer.length) });
          response.write(answer.slice(0, 10));
          setTimeout(() => response.destroy(), 20);
        },
        (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
      ),
    );
    const retries = { attempts: 2, max_delay_ms: 50 };
    const client = clientOf(server.origin, { retries });
    expect(await client.embed(REQUEST, { signal: never })).toMatchObject({ embeddings: [[1], [2]] });
    expect(server.requests.length).toBe(3);
  });

  test('not asked again where it is not allowed', async () => {
    const server = await serve((_, response) => response.writeHead(503).end());
    const client = clientOf(server.origin, { retries: { attempts: 3, max_delay_ms: 50 } });
    await expect(client.embed(REQUEST, { signal: never, mayAskAgain: () => false })).rejects.toMatchObject({
      code: 'MODEL_FAILED',
    });
    expect(server.requests.length).toBe(1);
  });

  test('too long an answer, silence and an abort end it', async () => {
    const long = await embedded(data([1], [2]), { limits: { max_response_bytes: 20 } });
    expect(long.error).toMatchObject({ code: 'LIMIT_REACHED', details: { kind: 'answer_too_long' } });
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    const silent = clientOf(server.origin, { timeouts: { idle_ms: 100 } });
    await expect(silent.embed(REQUEST, { signal: never })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 50);
    await expect(clientOf(server.origin).embed(REQUEST, { signal: leaving.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
