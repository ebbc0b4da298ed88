import { expect, test } from 'vitest';
import { createDirectCalls } from '../../../src/drivers/mcp/direct-calls.js';
import * as library from '../../../src/drivers/mcp/mcp-library.js';

type Direct = ReturnType<typeof createDirectCalls>;
type Message = Parameters<Direct['take']>[0];

const TEXT = { type: 'text', text: 'hello' };

/** A call on its way; `byLibrary` tells that the library was given the answer. */
function open({ maxMs = 1000 } = {}) {
  const sent: Message[] = [];
  const told: unknown[] = [];
  const direct = createDirectCalls(async (message) => void sent.push(message));
  const control = new AbortController();
  const params = { name: 'echo', arguments: { message: 'hello' }, _meta: { traceparent: '00-1' } };
  const result = direct.call({
    params,
    signal: control.signal,
    timeoutMs: 60_000,
    maxMs,
    onProgress: (progress) => void told.push(progress),
    library,
    byLibrary: async () => ({
      content: [],
      _meta: { seen: direct.answerTo({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }) },
    }),
  });
  const id = Reflect.get(sent[0] ?? {}, 'id');
  const answer = (members: object): boolean =>
    direct.take(JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, ...members })));
  return { sent, told, direct, control, result, id, answer };
}

test('a call is sent as the library would send it, under a number of its own', async () => {
  const { sent, id, answer, result } = open();
  const params = { name: 'echo', arguments: { message: 'hello' }, _meta: { traceparent: '00-1', progressToken: id } };
  expect(sent).toEqual([{ jsonrpc: '2.0', id, method: 'tools/call', params }]);
  expect(id).toBeGreaterThan(1_000_000);
  expect(answer({ result: { content: [TEXT] } })).toBe(true);
  await result;
});

test.each([
  ['texts', { content: [TEXT, TEXT] }],
  ['a failure', { content: [TEXT], isError: true }],
  ['structured content', { content: [TEXT], structuredContent: { rows: [1, { a: null }] } }],
  ['nothing', { content: [] }],
])('an answer of %s is taken as the library takes it', async (_, told) => {
  const { answer, result } = open();
  answer({ result: told });
  const checked: unknown = await result;
  expect(checked).toEqual(told);
});

test.each([
  ['a picture', { result: { content: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] } }],
  ['a text that is none', { result: { content: [{ type: 'text', text: 1 }] } }],
  ['a text with more to it', { result: { content: [{ ...TEXT, annotations: { priority: 2 } }] } }],
  ['no content', { result: {} }],
  ['content that is no list', { result: { content: 'hello' } }],
  ['a strange failure', { result: { content: [], isError: 'yes' } }],
  ['structured content that is a list', { result: { content: [], structuredContent: [1] } }],
  ['meta data', { result: { content: [], _meta: { a: 1 } } }],
  ['a type of result', { result: { content: [], resultType: 'complete' } }],
  ['more than a result', { result: { content: [] }, more: 1 }],
  ['an error', { error: { code: -32000, message: 'no' } }],
  ['no result', { result: null }],
])('%s is left to the library, which is given the answer under its own number', async (_, members) => {
  const { answer, result, id } = open();
  expect(answer(members)).toBe(true);
  expect((await result)._meta).toEqual({ seen: { jsonrpc: '2.0', ...members, id: 7 } });
  expect(id).not.toBe(7);
});

test('progress is told while the call runs, and only what is well formed', async () => {
  const { direct, told, id, answer, result } = open();
  const tell = (params: Record<string, unknown>): boolean =>
    direct.take({ jsonrpc: '2.0', method: 'notifications/progress', params });
  expect(tell({ progressToken: id, progress: 1, total: 3, message: 'one' })).toBe(true);
  expect(tell({ progressToken: id, progress: 'two' })).toBe(true);
  expect(tell({ progressToken: 0, progress: 3 })).toBe(false);
  answer({ result: { content: [] } });
  await result;
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ progress: 1, total: 3, message: 'one' });
  expect(tell({ progressToken: id, progress: 4 })).toBe(false);
});

test('a call that is left is cancelled at the server', async () => {
  const { sent, control, result, id, answer } = open();
  control.abort('enough');
  await expect(result).rejects.toBe('enough');
  expect(sent[1]).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: id, reason: 'enough' },
  });
  expect(answer({ result: { content: [] } })).toBe(false);
});

test('a call that goes on and on is cancelled too', async () => {
  const { sent, direct, result, id } = open({ maxMs: 0 });
  direct.take({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id, progress: 1 } });
  await expect(result).rejects.toMatchObject({ code: library.SdkErrorCode.RequestTimeout });
  expect(sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
});

test('a call fails with its server', async () => {
  const { direct, result } = open();
  direct.end();
  await expect(result).rejects.toMatchObject({ code: library.SdkErrorCode.ConnectionClosed });
});
