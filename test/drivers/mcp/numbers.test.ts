import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { collect, failureOf, rowsOf, textOf } from '../../support/driver-call.js';
import { type McpBench, misbehaving, openMcpBench } from '../../support/mcp-bench.js';

const CONTENT =
  '{"id":9007199254740993,"ids":[-12345678901234567890,7],"share":0.12345678901234567890,"plain":0.1,"said":"9007199254740993 \\"9007199254740995\\""}';
const ROW = {
  id: '9007199254740993',
  ids: ['-12345678901234567890', 7],
  share: '0.12345678901234567890',
  plain: 0.1,
  said: '9007199254740993 "9007199254740995"',
};
const SCHEMA = '{"type":"object","properties":{"id":{"type":"integer"},"share":{"type":"number"}},"required":["id"]}';

/** Answers by hand: a library would have lost the digits already. */
function answer(method: string, name: unknown): string {
  switch (method) {
    case 'initialize':
      return '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"numbers","version":"1"}}';
    case 'tools/list':
      return `{"tools":[{"name":"numbers","inputSchema":{"type":"object"},"outputSchema":${SCHEMA}},{"name":"list","inputSchema":{"type":"object"}}]}`;
    default:
      return name === 'list'
        ? `{"content":[],"structuredContent":{"result":[${CONTENT},${CONTENT}]}}`
        : `{"content":[{"type":"text","text":${JSON.stringify(CONTENT)}}],"structuredContent":${CONTENT}}`;
  }
}

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(Buffer.from(piece));
    }
    const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString() || '{}');
    if (request.method !== 'POST' || id === undefined) {
      response.writeHead(request.method === 'POST' ? 202 : 405).end();
      return;
    }
    const message = `{"jsonrpc":"2.0","id":${id},"result":${answer(method, params?.name)}}`;
    if (request.url === '/json') {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(message.replace(',"result"', ',\n\n"result"'));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = `event: message\r\nid: 1\r\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"9007199254740993"}}\r\n\r\nevent: message\ndata:${message}\n\n`;
    for (const piece of events.match(/[\s\S]{1,37}/g) ?? []) {
      response.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const open: McpBench[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.close()));
});

const remote = (path: string) =>
  ({ url: `${url}/${path}`, allow_private: true, trust: 'always', era: 'legacy' }) as const;

function linesOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'records' ? Buffer.from(chunk.lines).toString() : '')).join('');
}

for (const [where, config] of [
  ['a pipe', () => misbehaving('')],
  ['HTTP, as JSON', () => remote('json')],
  ['HTTP, as events', () => remote('events')],
] as const) {
  test(`numbers keep all their digits: ${where}`, async () => {
    const bench = openMcpBench({ it: config() });
    open.push(bench);
    const one = await collect(bench.call('it', 'numbers'));
    expect(rowsOf(one)).toEqual([ROW]);
    expect(textOf(one, 'text')).toBe('');
    expect(JSON.parse(linesOf(one))).toEqual(ROW);
    expect(rowsOf(await collect(bench.call('it', 'list')))).toEqual([ROW, ROW]);
  });
}

test('a server cannot put other content beside the one that was checked', async () => {
  const bench = openMcpBench({ it: misbehaving('') });
  open.push(bench);
  expect(rowsOf(await collect(bench.call('it', 'beside')))).toEqual([{ id: 1 }]);
  expect(await failureOf(() => collect(bench.call('it', 'wrong_number')))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});
