import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActorGraph, ActorPart } from '../../src/contract/actor.js';
import type { Kernel } from '../../src/contract/kernel.js';
import type { ModelClientOptions } from '../../src/contract/model.js';
import type { Trace } from '../../src/contract/trace.js';
import { createExecutor, createKernel, type ExecutorOptions } from '../../src/library.js';
import { bodyOf, serve } from '../drivers/http/serve.js';
import { clientOf } from '../drivers/model/serve-model.js';
import { chain, llm, played, single } from '../support/actor-runs.js';
import { everyCut } from '../support/every-split.js';
import { createFakeClock } from '../support/fake-clock.js';
import { pour } from '../support/pour.js';
import { MOST_BYTES_IN_SOCKETS } from '../support/produced-bytes.js';
import { describeStreamRun } from '../support/stream-run-conformance.js';
import { ANN } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const KEY = ['sk', 'live', 'Qw7Er2Ty9Ui4Op1As6Df3Gh8'].join('-');

let kernel: Kernel;
const traces: Trace[] = [];
beforeAll(async () => {
  kernel = await createKernel({ observer: (trace) => traces.push(trace) });
});
afterAll(() => kernel.close());

/** Answers that a provider gives, in turn; the last one to all further requests. */
async function over(
  answers: readonly RequestListener[],
  more: Partial<ModelClientOptions> = {},
  options: Partial<ExecutorOptions> = {},
) {
  const bodies: string[] = [];
  let count = 0;
  const server = await serve(async (request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    bodies.push(await bodyOf(request));
    answer?.(request, response);
  });
  const client = clientOf(server.origin, { api_key: KEY, ...more });
  const graph: ActorGraph = single({ tools: ['demo.customers'] });
  const models = { main: { client, model: 'm-1' } };
  return { executor: createExecutor({ kernel, graph, principal: ANN, ...options, models }), bodies, server };
}

function sse(...events: readonly unknown[]): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      response.write(typeof event === 'string' ? `data: ${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  };
}

const delta = (content: unknown) => ({ choices: [{ index: 0, delta: { content } }] });
const FINISH = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
const PIECE = 'All is well, and nothing is left to say about it today.\n'.repeat(400);

function openai(...contents: readonly unknown[]): RequestListener {
  return sse(
    ...contents.map(delta),
    FINISH,
    { choices: [], usage: { prompt_tokens: 8, completion_tokens: 5 } },
    '[DONE]',
  );
}

let produced = 0;
const endless: RequestListener = (_, response: ServerResponse) => {
  produced = 0;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const piece = `data: ${JSON.stringify(delta(PIECE))}\n\n`;
  pour(response, piece, (length) => {
    produced += length;
  });
};

describeStreamRun<ActorPart>({
  name: 'executor over HTTP',
  seqOf: ({ seq }) => seq,
  isFirst: ({ type }) => type === 'start',
  isLast: ({ type }) => type === 'finish' || type === 'abort' || type === 'error',
  textOf: (part) => (part.type === 'text-delta' ? part.delta : ''),
  startShort: async () => (await over([openai('One. ', 'Two. ', 'Three.')])).executor.executeStream('hi'),
  startFailing: async () => (await over([sse(delta('Certainly!\n'))])).executor.executeStream('hi'),
  async startLong(signal) {
    const limits = { max_answer_chars: 1e9, max_response_bytes: 1e9 };
    const { executor, server } = await over([endless], { limits });
    return {
      run: executor.executeStream('hi', signal === undefined ? {} : { signal }),
      isWorking: () => server.open() > 0,
      producedBytes: () => Math.max(0, produced - MOST_BYTES_IN_SOCKETS),
    };
  },
});

describe('an executor over HTTP', () => {
  test('64: blocks of content: their text only', async () => {
    const blocks = [
      { type: 'text', text: 'One. ' },
      { type: 'image_url', image_url: { url: 'x' } },
      { type: 'text', text: 'Two.' },
    ];
    const { executor } = await over([openai(blocks)]);
    expect((await executor.execute('hi')).text).toBe('One. Two.');
  });

  test.each([
    ['no choices', { choices: [] }],
    ['choices that are null', { choices: null }],
    ['none at all', {}],
  ])('74: a last chunk with %s: its usage is read', async (_, chunk) => {
    const usage = { prompt_tokens: 8, completion_tokens: 5 };
    const { executor } = await over([sse(delta('One.'), FINISH, { ...chunk, usage }, '[DONE]')]);
    const result = await executor.execute('hi');
    expect(result).toMatchObject({ status: 'completed', text: 'One.' });
    expect(result.usage).toEqual({ input_tokens: 8, output_tokens: 5, total_tokens: 13, usage_status: 'reported' });
  });

  test.each<[string, RequestListener]>([
    ['after a refusal', (_, response) => response.writeHead(503, { 'retry-after': '0' }).end()],
    [
      'after calls that were announced and did not come',
      sse({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }, '[DONE]'),
    ],
  ])('a request that is repeated %s is a call of a model too', async (_, busy) => {
    const one = await over([busy, openai('One.')], { retries: { attempts: 2 } }, { limits: { max_model_calls: 1 } });
    expect(await one.executor.execute('hi')).toMatchObject({ status: 'failed', model_calls: 1 });
    expect(one.bodies).toHaveLength(1);
    const two = await over([busy, openai('One.')], { retries: { attempts: 2 } }, { limits: { max_model_calls: 2 } });
    const result = await two.executor.execute('hi');
    expect(result).toMatchObject({ status: 'completed', text: 'One.', model_calls: 2 });
    expect(result.usage_by_node).toMatchObject([{ model_calls: 2 }]);
  });

  test('a call that was written as text is told, and not run', async () => {
    const written = '<tool_call>{"name":"demo__customers","arguments":{"rows":1}}</tool_call>';
    const { executor } = await over([openai(written)]);
    expect(await executor.execute('hi')).toMatchObject({
      status: 'completed',
      text: written,
      tool_calls: 0,
      warnings: ['node answer: the model wrote a tool call as text; nothing was run'],
    });
  });

  test('88: a provider that does not stream is understood', async () => {
    const answer: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const choices = [{ index: 0, message: { role: 'assistant', content: 'All of it.' }, finish_reason: 'stop' }];
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1, completion_tokens: 2 } }));
    };
    const { executor } = await over([answer]);
    const { deltas, result } = await played(executor.executeStream('hi'));
    expect(deltas.join('')).toBe('All of it.');
    expect(result).toMatchObject({ status: 'completed', text: 'All of it.', usage: { total_tokens: 3 } });
  });

  test('70, 71, 67: Anthropic calls a tool, reads its frame and answers; its usage is not summed', async () => {
    const turn = (block: unknown, part: unknown, reason: string) =>
      sse(
        { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta: part },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: {}, usage: { output_tokens: 10 } },
        { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 20 } },
        { type: 'message_stop' },
      );
    const look = turn(
      { type: 'tool_use', id: 'toolu_1', name: 'demo__customers', input: {} },
      { type: 'input_json_delta', partial_json: '{"rows":2}' },
      'tool_use',
    );
    const say = turn({ type: 'text', text: '' }, { type: 'text_delta', text: 'Two rows.' }, 'end_turn');
    const { executor, bodies } = await over([look, say], { provider: 'anthropic' });
    const { result, error } = await played(executor.executeStream('hi'));
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ status: 'completed', text: 'Two rows.', model_calls: 2, tool_calls: 1 });
    expect(result.usage).toMatchObject({ input_tokens: 18, output_tokens: 40, usage_status: 'reported' });
    expect(bodies[0]).toContain('"name":"demo__customers"');
    expect(bodies[1]).toContain('[REDACTED:email]');
  });

  test('C6.94: a secret is hidden wherever the provider cuts it', async () => {
    const said = `key ${SECRET} end\n`;
    const cuts: (readonly string[])[] = [];
    everyCut(said, (pieces) => cuts.push(pieces));
    const { executor } = await over(cuts.map((pieces) => openai(...pieces)));
    for (const _ of cuts) {
      const { deltas, result } = await played(executor.executeStream('hi'));
      expect(deltas.join('')).toBe('key [REDACTED:github_token] end\n');
      expect(result.text).toBe(deltas.join(''));
    }
  });

  test('87, C6.94: neither keys nor what a provider says of its failure get out', async () => {
    traces.length = 0;
    const refused: RequestListener = (_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `wrong key ${KEY}, ${SECRET}` } }));
    };
    const broken: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(delta(`key ${SECRET.slice(0, 30)}`))}\n\n`);
      setTimeout(() => response.destroy(), 20);
    };
    const told = sse(delta(`key ${SECRET.slice(0, 30)}`), { error: { message: `no more: ${SECRET}` } });
    for (const answer of [refused, broken, told]) {
      const { executor } = await over([answer]);
      const { parts, error, result } = await played(executor.executeStream('hi'));
      expect(result).toMatchObject({ status: 'failed', error: { code: 'MODEL_FAILED' } });
      expect(result.error).toBe(error);
      const { code, message, hint, details } = result.error ?? {};
      const shown = JSON.stringify([parts, { code, message, hint, details }, { ...result, error: undefined }, traces]);
      expect(shown).not.toContain(SECRET.slice(4, 10));
      expect(shown).not.toContain(KEY.slice(8, 14));
    }
  });

  test('82: the time is up: the connection is closed', async () => {
    const slow: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(delta('Certainly!\n'))}\n\n`);
    };
    const graph = chain({ answer: llm('main') });
    const clock = createFakeClock();
    const { executor, server } = await over([slow], {}, { graph, clock, limits: { timeout_ms: 1000 } });
    const run = executor.executeStream('hi');
    run.observe(({ type }) => type === 'text-delta' && clock.pass(1000));
    expect(await run.result).toMatchObject({ status: 'timeout', text: 'Certainly!\n' });
    await expect.poll(() => server.open()).toBe(0);
  });
});
