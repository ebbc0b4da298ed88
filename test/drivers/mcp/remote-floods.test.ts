import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { type McpBench, openMcpBench } from '../../support/mcp-bench.js';
import { eventually } from '../../support/processes.js';

const MB = 1024 * 1024;
const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
/** What came to the server: the answers to its own questions, and how much it could say to nobody. */
let answered: unknown[] = [];
let saidToNobody = 0;

const TOOLS: Readonly<Record<string, (id: number, response: ServerResponse) => Promise<void>>> = {
  echo: async (id, response) => void response.end(event({ id, result: text('hi') })),
  flood: async (id, response) => {
    const piece = [
      event({ method: 'notifications/message', params: { level: 'info', data: 'a line' } }),
      event({ method: 'notifications/progress', params: { progressToken: 'nobody', progress: 1 } }),
      event({ id: 'unknown', result: text('nobody asked') }),
    ].join('');
    for (let count = 0; count < 20_000; count += 30) {
      await write(response, piece.repeat(10));
    }
    response.end(event({ id, result: text('through') }));
  },
  ask: async (id, response) => {
    for (let count = 0; count < 500; count += 1) {
      await write(response, event({ id: `q${count}`, method: 'sampling/createMessage', params: {} }));
    }
    response.end(event({ id, result: text('through') }));
  },
  on_and_on: async (id, response) => {
    response.write(event({ id, result: text('through') }));
    await talk(response);
  },
  twice: async (id, response) =>
    void response.end(event({ id, result: text('first') }) + event({ id, result: text('second') })),
  half: async (id, response) => {
    await write(response, event({ id, result: text('half of it') }).slice(0, -20));
    response.end();
  },
};

const LOG = event({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } });

async function write(response: ServerResponse, piece: string): Promise<void> {
  if (!response.write(piece)) {
    const either = new AbortController();
    const ended = ['drain', 'close'].map((name) => once(response, name, { signal: either.signal }));
    await Promise.race(ended.map((each) => each.catch(() => undefined)));
    either.abort();
  }
}

interface Asked {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name: string };
  readonly error?: { readonly code: number };
}

async function answer({ id, method, params, error }: Asked, response: ServerResponse): Promise<void> {
  if (method === undefined || id === undefined) {
    answered.push(...(error === undefined ? [] : [error.code]));
    response.writeHead(202).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const call = method === 'tools/call' ? TOOLS[params?.name ?? ''] : undefined;
  if (call !== undefined) {
    await call(id, response);
    return;
  }
  const tools = Object.keys(TOOLS).map((name) => ({ name, inputSchema: { type: 'object' } }));
  const about = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'f', version: '1' } };
  response.end(event({ id, result: method === 'initialize' ? about : { tools } }));
}

async function talk(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    await write(response, LOG.repeat(60));
    saidToNobody += LOG.length * 60;
  }
}

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const talks = request.url === '/talks';
      response.writeHead(talks ? 200 : 405, { 'content-type': 'text/event-stream' });
      await (talks ? talk(response) : response.end());
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(Buffer.from(piece));
    }
    await answer(JSON.parse(Buffer.concat(pieces).toString() || '{}'), response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let bench: McpBench;
beforeEach(() => {
  answered = [];
  bench = open('/');
});
afterEach(() => bench.close());

function open(path: string): McpBench {
  return openMcpBench({ it: { url: `${url}${path}`, allow_private: true, trust: 'always', era: 'legacy' } });
}

async function said(tool: string): Promise<string> {
  return textOf(await collect(bench.call('it', tool)), 'text');
}

test('what nobody asked for, within an answer', async () => {
  expect(await said('echo')).toBe('hi');
  const before = process.memoryUsage.rss();
  expect(await said('flood')).toBe('through');
  expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MB);
  expect(await said('twice')).toBe('first');
  expect((await bench.servers.states())[0]?.stray_messages).toBeGreaterThan(20_000);
});

test('questions are refused, and no more at once than a few', async () => {
  expect(await said('ask')).toBe('through');
  await eventually(() => answered.length > 0, 'some were refused');
  expect(answered.every((code) => code === -32601)).toBe(true);
});

test('an answer that is cut off fails, and the next call is answered', async () => {
  expect(await failureOf(() => said('half'))).toMatchObject({ code: 'DRIVER_FAILED' });
  expect(await said('echo')).toBe('hi');
});

test('what a server says without end while nobody asks is read slowly', async () => {
  await bench.close();
  bench = open('/talks');
  expect(await said('echo')).toBe('hi');
  await eventually(() => saidToNobody > 0, 'it talks');
  saidToNobody = 0;
  for (let call = 0; call < 50; call += 1) {
    expect(await said('echo')).toBe('hi');
  }
  expect(saidToNobody).toBeLessThan(32 * MB);
});

test('what it goes on to say when it has answered is read slowly too', async () => {
  expect(await said('on_and_on')).toBe('through');
  saidToNobody = 0;
  for (let call = 0; call < 50; call += 1) {
    expect(await said('echo')).toBe('hi');
  }
  expect(saidToNobody).toBeLessThan(32 * MB);
});
