import { afterAll, describe, expect, test } from 'vitest';
import type { ModelClientOptions, ModelRequest } from '../../src/contract/model.js';
import { createKernel, createModelClient } from '../../src/library.js';
import { partsOf } from '../support/parts-of.js';
import { says, scriptedModel } from '../support/scripted-model.js';
import { ANN } from '../support/test-kernel.js';

const never = new AbortController().signal;
const client = createModelClient({ provider: 'openai', base_url: 'http://127.0.0.1:1/v1' });
const kernel = await createKernel();
afterAll(() => Promise.all([client.close(), kernel.close()]));

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const DATA = 'data:image/png;base64,iVBORw0KGgo=';
const image = (url: unknown, more: object = {}) => ({ type: 'image_url', image_url: { url, ...more } });
const user = (content: unknown) => ({ role: 'user', content });

const WRONG: readonly (readonly [what: string, message: unknown, said: string])[] = [
  ['another role', { role: 'developer', content: 'x' }, '.role: expected'],
  ['no role', { content: 'x' }, '.role: expected'],
  ['no message', 'Hi', ': expected'],
  ['content that is a number', user(7), '.content: expected a text, or a list of 1 to 256 parts'],
  ['no content', { role: 'user' }, '.content: expected a text, or a list'],
  ['parts of a system message', { role: 'system', content: [{ type: 'text', text: 'x' }] }, '.content: expected'],
  ['no parts', user([]), '.content: expected a text, or a list'],
  ['a part that is a text', user(['x']), '.content[0]: expected a part'],
  ['an unknown part', user([{ type: 'audio' }]), '.content[0].type: expected "text" or "image_url"'],
  ['a part without its text', user([{ type: 'text' }]), '.content[0].text: expected a text'],
  [
    'another member of a part',
    user([{ type: 'text', text: 'x', txt: 1 }]),
    '.content[0].txt: unknown member, did you mean text?',
  ],
  [
    'an image that is a text',
    user([{ type: 'image_url', image_url: DATA }]),
    '.content[0].image_url: expected an object',
  ],
  ['an image by http', user([image('http://example.org/x.png')]), '.content[0].image_url.url: expected an https URL'],
  ['an image on this machine', user([image('file:///etc/passwd')]), '.content[0].image_url.url: expected an https URL'],
  [
    'data that is no image',
    user([image('data:text/plain;base64,aGk=')]),
    '.content[0].image_url.url: expected an https',
  ],
  [
    'data that is no base64',
    user([image('data:image/png;base64,a b!')]),
    '.content[0].image_url.url: expected an https',
  ],
  ['a detail of tomorrow', user([image(DATA, { detail: 'best' })]), '.content[0].image_url.detail: expected "auto"'],
  ['an unknown member', { role: 'user', content: 'x', nmae: 'Ann' }, '.nmae: unknown member'],
  ['an answer that is a list', { role: 'tool', tool_call_id: 'a', content: [] }, '.content: expected'],
  ['an answer to nothing', { role: 'tool', content: 'x' }, '.tool_call_id: is missing'],
  [
    'a call without its function',
    { role: 'assistant', content: '', tool_calls: [{ id: 'a', type: 'function' }] },
    '.tool_calls[0].function: is missing',
  ],
];

describe('messages that are none are refused with their place', () => {
  test.each(WRONG)('%s', async (_, message, said) => {
    const request = { model: 'm', messages: [user('Hi'), message] } as unknown as ModelRequest;
    const { error } = await partsOf(client.stream(request, { signal: never }));
    expect(error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`stream.request.messages[1]${said}`),
    });
    const scripted = scriptedModel(says('x'));
    const called = await partsOf(kernel.callModel({ client: scripted, request, principal: ANN, signal: never }));
    expect(called.error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`request.messages[1]${said}`),
    });
    expect(scripted.requests).toEqual([]);
  });

  test('an answer without its call', async () => {
    const request: ModelRequest = {
      model: 'm',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ],
    };
    const { error } = await partsOf(client.stream(request, { signal: never }));
    expect(error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('messages[1]: an answer of a tool belongs to no call'),
    });
  });

  test('an image that is too large', async () => {
    const request = { model: 'm', messages: [user([image(`data:image/png;base64,${'A'.repeat(20 * 1024 ** 2)}`)])] };
    const { error } = await partsOf(client.stream(request as unknown as ModelRequest, { signal: never }));
    expect(error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('the image is longer than 20971520'),
    });
  });

  test('a provider that is not known, with the one that may be meant', () => {
    const make = (provider: string) => () => createModelClient({ provider } as unknown as ModelClientOptions);
    expect(make('opnai')).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message: expect.stringContaining('createModelClient.provider'),
        hint: expect.stringContaining('did you mean openai?'),
      }),
    );
  });
});

describe('what a user says in parts, through the kernel', () => {
  const tell = async (content: unknown) => {
    const scripted = scriptedModel(says('x'));
    const request = { model: 'm', messages: [user(content)] } as unknown as ModelRequest;
    const { error } = await partsOf(kernel.callModel({ client: scripted, request, principal: ANN, signal: never }));
    expect(error).toBeUndefined();
    return scripted.requests[0]?.messages[0]?.content;
  };

  test('texts are redacted, images are passed on', async () => {
    const parts = [{ type: 'text', text: `key ${SECRET}` }, image(DATA), image('https://example.org/cat.png')];
    expect(await tell(parts)).toEqual([{ type: 'text', text: 'key [REDACTED:github_token]' }, ...parts.slice(1)]);
  });

  test.each([`https://example.org/x.png?key=${SECRET}`, `https://ann:${SECRET}@example.org/x.png`])(
    'a secret in the address of an image does not leave, and the image is left out',
    async (url) => {
      const [part] = (await tell([image(url)])) as readonly { readonly type: string; readonly text: string }[];
      expect(part?.type).toBe('text');
      expect(part?.text).toMatch(/^an image was left out: https:.*\[REDACTED/);
      expect(JSON.stringify(part)).not.toContain(SECRET.slice(4, 10));
    },
  );
});
