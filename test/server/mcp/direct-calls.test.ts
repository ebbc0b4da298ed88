import { expect, test } from 'vitest';
import { createDirectCalls } from '../../../src/server/mcp/direct-calls.js';
import type { CalledTool } from '../../../src/server/mcp/protocol-server.js';

/** What came of a call: each is ended by the test. */
function open() {
  const written: unknown[] = [];
  const calls: (CalledTool & { readonly end: (result: object) => void; readonly fail: (error: unknown) => void })[] =
    [];
  const direct = createDirectCalls({
    call: (called) =>
      new Promise((end, fail) => {
        calls.push({ ...called, end, fail });
      }),
    write: (line) => {
      expect(line.endsWith('\n')).toBe(true);
      written.push(JSON.parse(line));
    },
  });
  const take = (message: unknown): boolean =>
    direct.take(typeof message === 'string' ? message : JSON.stringify(message));
  return { direct, written, calls, take };
}

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a plain call is answered with its number', async () => {
  const { take, calls, written } = open();
  expect(take(CALL)).toBe(true);
  expect(take({ ...CALL, id: 'two', params: { name: 'none', _meta: { progressToken: 3, traceparent: '00' } } })).toBe(
    true,
  );
  expect(calls.map(({ name, args, meta }) => ({ name, args, meta }))).toEqual([
    { name: 'echo', args: { a: 1 }, meta: {} },
    { name: 'none', args: {}, meta: { progressToken: 3, traceparent: '00' } },
  ]);
  calls[1]?.end({ content: [] });
  calls[0]?.end({ content: ['first'] });
  await turn();
  expect(written).toEqual([
    { jsonrpc: '2.0', id: 'two', result: { content: [] } },
    { jsonrpc: '2.0', id: 1, result: { content: ['first'] } },
  ]);
});

test.each([
  ['no JSON', '{"jsonrpc"'],
  ['another method', { ...CALL, method: 'tools/list' }],
  ['another version', { ...CALL, jsonrpc: '1.0' }],
  ['no number', { jsonrpc: '2.0', method: 'tools/call', params: CALL.params }],
  ['a number that is none', { ...CALL, id: 1.5 }],
  ['several at once', [CALL]],
  ['more than a request', { ...CALL, result: {} }],
  ['no name', { ...CALL, params: { arguments: {} } }],
  ['arguments that are a list', { ...CALL, params: { name: 'echo', arguments: [] } }],
  ['a task', { ...CALL, params: { name: 'echo', task: { ttl: 1 } } }],
  [
    'an envelope of the newer protocol',
    { ...CALL, params: { name: 'echo', _meta: { 'io.modelcontextprotocol/x': 1 } } },
  ],
  ['a strange progress token', { ...CALL, params: { name: 'echo', _meta: { progressToken: {} } } }],
  [
    'the end of a call that is not here',
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  ],
])('%s is left to the library', (_, message) => {
  const { take, calls } = open();
  expect(take(message)).toBe(false);
  expect(calls).toEqual([]);
});

test('a call that the host cancels is ended, and not answered', async () => {
  const { take, calls, written } = open();
  take(CALL);
  expect(take({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'no' } })).toBe(
    true,
  );
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.end({ content: [] });
  await turn();
  expect(written).toEqual([]);
});

test('errors are those of the library: the code of an error of the protocol, else that of an internal one', async () => {
  const { take, calls, written } = open();
  take(CALL);
  take({ ...CALL, id: 2 });
  calls[0]?.fail(Object.assign(new Error('there is no tool of this name'), { code: -32602 }));
  calls[1]?.fail(Object.assign(new Error('broken'), { code: 'INTERNAL' }));
  await turn();
  expect(written).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'there is no tool of this name' } },
    { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'broken' } },
  ]);
});

test('progress goes out as it comes, and nothing once the host is gone', async () => {
  const { direct, take, calls, written } = open();
  take(CALL);
  const note = { method: 'notifications/progress', params: { progressToken: 1, progress: 1 } } as const;
  await calls[0]?.notify(note);
  direct.close();
  expect(calls[0]?.signal.aborted).toBe(true);
  await calls[0]?.notify(note);
  calls[0]?.end({ content: [] });
  await turn();
  expect(written).toEqual([{ jsonrpc: '2.0', ...note }]);
});
