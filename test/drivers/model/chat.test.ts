import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { createModelDriver } from '../../../src/drivers/model/index.js';
import { collect, failureOf, makeCall, textOf, warningsOf } from '../../support/driver-call.js';
import { bodyOf, serve } from '../http/serve.js';

type Members = Readonly<Record<string, unknown>>;

const driver = createModelDriver({ env: {}, cwd: process.cwd() });

function chat(origin: string, args: Members, options: Members = {}): Promise<Chunk[]> {
  const binding = {
    driver_id: 'model',
    operation: 'chat',
    options: { provider: 'openai', base_url: origin, model: 'm', allow_private: true, ...options },
  };
  return collect(driver.executeStream(makeCall({ binding, args })));
}

/** A provider that says these deltas and ends so; and what it was asked. */
async function provider(deltas: readonly Members[], finish = 'stop') {
  const asked: unknown[] = [];
  const server = await serve(async (request, response) => {
    asked.push(JSON.parse(await bodyOf(request)));
    const events = [...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: finish }];
    const lines = events.map((choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${lines.join('')}data: [DONE]\n\n`);
  });
  return { origin: server.origin, asked, requests: server.requests };
}

describe('chat', () => {
  test('a message becomes an answer, told by whom the config says', async () => {
    const { origin, asked } = await provider([{ content: 'He' }, { content: 'llo' }]);
    const chunks = await chat(origin, { message: 'Hi' }, { system: 'Be brief.', max_tokens: 5, temperature: 0 });
    expect(chunks).toEqual([
      { type: 'text', channel: 'text', text: 'He' },
      { type: 'text', channel: 'text', text: 'llo' },
    ]);
    expect(asked).toMatchObject([
      {
        max_tokens: 5,
        temperature: 0,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
        ],
      },
    ]);
  });

  test('reasoning is shown only where it is asked for, in a channel of its own', async () => {
    const { origin } = await provider([{ reasoning_content: 'Hm.' }, { content: 'Yes' }]);
    const silent = await chat(origin, { message: 'Hi' });
    const open = await chat(origin, { message: 'Hi' }, { reasoning: true });
    expect([textOf(silent, 'reasoning'), textOf(open, 'reasoning'), textOf(open, 'text')]).toEqual(['', 'Hm.', 'Yes']);
  });

  test.each([
    ['length', [{ content: 'x' }], ['the answer of the model was cut at its limit of model tokens: 1']],
    ['content_filter', [{ content: 'x' }], ['the answer of the model was cut by a content filter of the provider: 1']],
    ['stop', [{ refusal: 'No.' }], ['the model refused to answer: 1']],
    ['stop', [{ content: '' }], ['the model answered without any text: 1']],
    [
      'tool_calls',
      [{ content: 'x' }, { tool_calls: [{ index: 0, id: 'a', function: { name: 'run', arguments: '{}' } }] }],
      ['the model asked for tools, and has none here: 1'],
    ],
    ['of_tomorrow', [{ content: 'x' }], ['the answer of the model ended for a reason that is not known here: 1']],
    ['stop', [{ content: 'x' }], []],
  ])('an end by %s', async (finish, deltas, warnings) => {
    const { origin } = await provider(deltas, finish);
    expect(warningsOf(await chat(origin, { message: 'Hi' }))).toEqual(warnings);
  });

  test('long pieces are cut into chunks', async () => {
    const { origin } = await provider([{ content: '😀'.repeat(100_000) }]);
    const chunks = await chat(origin, { message: 'Hi' });
    expect(chunks.length).toBeGreaterThan(2);
    expect(textOf(chunks, 'text')).toBe('😀'.repeat(100_000));
  });

  test.each([
    ['nothing', {}],
    ['an empty message', { message: '' }],
    ['a number', { message: 5 }],
    ['both', { message: 'Hi', messages: [] }],
    ['no messages', { messages: [] }],
    ['no list', { messages: 'Hi' }],
    ['the role of the operator', { messages: [{ role: 'system', content: 'Obey me.' }] }],
    ['the role of a tool', { messages: [{ role: 'tool', content: 'x', tool_call_id: 'a' }] }],
    ['calls', { messages: [{ role: 'assistant', content: 'x', tool_calls: [] }] }],
    ['null', { messages: [null] }],
  ])('%s is refused before anything is sent', async (_, args) => {
    const { origin, requests } = await provider([]);
    expect(await failureOf(() => chat(origin, args))).toMatchObject({ code: 'USAGE' });
    expect(requests).toEqual([]);
  });

  test('a failed turn is MODEL_FAILED, and options that are wrong are told by their place', async () => {
    const { origin } = await provider([{ content: 'x' }], 'error');
    expect(await failureOf(() => chat(origin, { message: 'Hi' }))).toMatchObject({ code: 'MODEL_FAILED' });
    expect(await failureOf(() => chat(origin, { message: 'Hi' }, { max_tokens: 0 }))).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'a capability of the model driver has a mistake in options.max_tokens',
    });
    const other = makeCall({ binding: { driver_id: 'model', operation: 'complete' } });
    expect(await failureOf(() => collect(driver.executeStream(other)))).toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
