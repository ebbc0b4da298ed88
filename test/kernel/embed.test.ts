import { afterAll, beforeAll, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { EmbeddingRequest, Embeddings, ModelClient } from '../../src/contract/model.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { scriptedModel } from '../support/scripted-model.js';
import { ANN } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const never = new AbortController().signal;

let kernel: Kernel;
let traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

const GIVEN: Embeddings = {
  embeddings: [
    [1, 0],
    [0, 1],
  ],
  usage: { input_tokens: 5 },
  usage_status: 'reported',
};

async function embedWith(embed: NonNullable<ModelClient['embed']>, signal = never) {
  traces = [];
  const requests: EmbeddingRequest[] = [];
  const client: ModelClient = {
    ...scriptedModel([]),
    embed: (request, options) => {
      requests.push(request);
      return embed(request, options);
    },
  };
  const request = { model: 'e-1', input: [`key ${SECRET}`, 'two'] };
  const [settled] = await Promise.allSettled([kernel.embed({ client, request, principal: ANN, signal })]);
  expect(traces).toHaveLength(1);
  return { settled, requests, trace: traces[0] };
}

test('texts are redacted first, and one trace tells of it', async () => {
  const { settled, requests, trace } = await embedWith(async () => GIVEN);
  expect(settled).toMatchObject({
    status: 'fulfilled',
    value: { embeddings: GIVEN.embeddings, usage: { input_tokens: 5, output_tokens: 0 }, usage_status: 'reported' },
  });
  expect(requests).toEqual([{ model: 'e-1', input: ['key [REDACTED:github_token]', 'two'] }]);
  expect(trace).toMatchObject({
    event: 'model',
    outcome: 'completed',
    streamed: false,
    model: { name: 'e-1', usage: { input_tokens: 5 }, redactions: { github_token: 1 } },
  });
  expect(JSON.stringify(trace)).not.toContain(SECRET.slice(4, 10));
});

test.each([
  ['too few', [[1]]],
  ['texts', [['a'], [SECRET]]],
  ['no numbers', [[Number.NaN], [1]]],
  ['nothing', undefined],
])('vectors of somebody else that are %s are a failure', async (_, embeddings) => {
  const { settled, trace } = await embedWith(async () => ({ ...GIVEN, embeddings }) as unknown as Embeddings);
  expect(settled).toMatchObject({ reason: { code: 'MODEL_FAILED' } });
  expect(trace?.outcome).toBe('failed');
});

test('errors keep their code and are redacted', async () => {
  const limited = await embedWith(() => Promise.reject(new KernelError('LIMIT_REACHED', `too much of ${SECRET}`)));
  expect(limited.settled).toMatchObject({
    reason: { code: 'LIMIT_REACHED', message: 'too much of [REDACTED:github_token]' },
  });
  const other = await embedWith(() => {
    throw new Error(SECRET);
  });
  expect(other.settled).toMatchObject({ reason: { code: 'MODEL_FAILED', message: 'the model failed' } });
});

test('a client that ignores the signal is not waited for', async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 20);
  const { settled, trace } = await embedWith(() => new Promise(() => undefined), leaving.signal);
  expect(settled).toMatchObject({ reason: { code: 'CANCELLED' } });
  expect(trace?.outcome).toBe('cancelled');
  const asked = await embedWith(async () => GIVEN, leaving.signal);
  expect([asked.settled.status, asked.requests.length]).toEqual(['rejected', 0]);
});

test('a client without embeddings, and texts that are none, are mistakes with their place', async () => {
  const client = scriptedModel([]);
  const call = { client, request: { model: 'e', input: ['x'] }, principal: ANN, signal: never };
  await expect(kernel.embed(call)).rejects.toMatchObject({
    code: 'USAGE',
    message: 'this client of a model has no embeddings',
  });
  for (const [input, place] of [
    [[], 'embed.request.input'],
    [[''], 'embed.request.input[0]'],
    ['x', 'embed.request.input'],
  ] as const) {
    const request = { model: 'e', input } as unknown as EmbeddingRequest;
    await expect(kernel.embed({ ...call, request })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`${place}:`),
    });
  }
});
