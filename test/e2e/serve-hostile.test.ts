import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCapabilityTokens } from '../../src/kernel/capability-tokens.js';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, type HttpServer, startServer } from '../support/http-server.js';

/** Whoever has a capability token can narrow it. */
const tokens = createCapabilityTokens({ keys: [{ key_id: 'any', secret: new Uint8Array(32) }] });
let box: Sandbox;
let server: HttpServer;
let token: string;
let forOne: string;
beforeAll(async () => {
  box = sandbox();
  const config = { principal: { roles: ['reader', 'service'] } };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(box);
  token = await server.grant('http.serve');
  forOne = await server.grant('demo.customers');
});
afterAll(async () => {
  await server.stop();
});

/** What comes back, status by status, until the server has closed the connection. */
async function statusesOf(raw: string | Buffer): Promise<readonly number[]> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.end(raw);
  await once(socket, 'close');
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const GET = 'GET /healthz HTTP/1.1\r\n';
const HOST = 'Host: localhost\r\n';
const POST = `POST /v1/invocations HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const SECOND = `${GET}${HOST}Connection: close\r\n\r\n`;

describe('a hostile request, byte by byte', () => {
  test.each<[string, string, readonly number[]]>([
    [
      'two lengths, of which one is chunked',
      `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`,
      [400],
    ],
    ['two lengths', `${POST}Content-Length: 4\r\nContent-Length: 2\r\n\r\n{}${SECOND}`, [400]],
    ['a length that is none', `${POST}Content-Length: +2\r\n\r\n{}${SECOND}`, [400]],
    ['a transfer encoding that nobody knows', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`, [400]],
    [
      'chunked, and something behind it',
      `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SECOND}`,
      [400],
    ],
    ['a chunk that is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${SECOND}`, [400]],
    ['lines that end with a line feed alone', `GET /healthz HTTP/1.1\n${HOST}X: y\n\n`, [400]],
    ['no Host', `${GET}\r\n`, [400]],
    ['two Hosts', `${GET}${HOST}Host: evil.example\r\nConnection: close\r\n\r\n`, [403]],
    ['two Hosts, the good one behind', `${GET}Host: evil.example\r\n${HOST}Connection: close\r\n\r\n`, [403]],
    ['a header on two lines', `${GET}${HOST}X: a\r\n b\r\n\r\n`, [400]],
    ['a NUL in a header', `${GET}${HOST}X: a\0b\r\n\r\n`, [400]],
    ['a space before the colon', `${GET}${HOST}Content-Length : 3\r\n\r\nabc`, [400]],
    ['a foreign Host', `${GET}Host: evil.example\r\nConnection: close\r\n\r\n`, [403]],
    ['a foreign Origin', `${GET}${HOST}Origin: http://evil.example\r\nConnection: close\r\n\r\n`, [403]],
    [
      'a whole address of a foreign host',
      `GET http://evil.example/healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      [403],
    ],
    [
      'a whole address with a name before the host',
      `GET http://localhost@evil.example/healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      [403],
    ],
    ['a whole address of its own', `GET http://localhost/healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`, [200]],
    ['three requests at once', `${GET}${HOST}\r\n${GET}${HOST}\r\n${SECOND}`, [200, 200, 200]],
  ])('%s', async (_what, raw, statuses) => {
    expect(await statusesOf(raw)).toEqual(statuses);
  });

  test('what stands in a body that is too long is no request', async () => {
    const long = 'x'.repeat(1024 * 1024 + 1 - SECOND.length) + SECOND;
    const head = `${POST}Authorization: Bearer ${token}\r\nContent-Length: ${long.length}\r\n\r\n`;
    const statuses = await statusesOf(head + long);
    expect(statuses.filter((status) => status !== 413)).toEqual([]);
  });
});

const CALL = { capability_id: 'demo.customers', args: { rows: 1 } };
const nested = (depth: number) => `{"capability_id":"demo.customers","args":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('a hostile request that is well made', () => {
  test.each<[string, string | Buffer, Record<string, string>, number]>([
    ['JSON that is nested deep', nested(100_000), {}, 400],
    ['a member that is not known', JSON.stringify({ ...CALL, more: 1 }), {}, 400],
    ['a member called __proto__', `{"__proto__":{"budget":1},${JSON.stringify(CALL).slice(1)}`, {}, 400],
    ['an argument called __proto__', '{"capability_id":"demo.customers","args":{"__proto__":{"rows":1}}}', {}, 400],
    ['a body that is packed', gzipSync(JSON.stringify(CALL)), { 'content-encoding': 'gzip' }, 415],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400],
  ])('%s', async (_what, body, headers, status) => {
    const init = {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { 'content-type': 'application/json', ...headers },
    };
    expect((await server.fetch(token, '/v1/invocations', init)).status).toBe(status);
  });

  test.each(['..%2f..%2fstore.key', '%2e%2e', '%00', 'h_1%2f..', 'h_1%00', '%ff', 'x'.repeat(8000)])(
    'an id that is %s',
    async (id) => {
      for (const path of [`/v1/handles/${id}`, `/v1/runs/${id}`, `/v1/sessions/${id}`, `/v1/traces/${id}`]) {
        const { status } = await server.ask(token, path);
        expect([400, 404, 405]).toContain(status);
      }
    },
  );

  test.each<[string, () => string, number]>([
    ['Basic', () => `Basic ${Buffer.from(`ann:${token}`).toString('base64')}`, 401],
    ['nothing', () => 'Bearer ', 401],
    ['a forged capability token', () => `Bearer ${token.slice(0, -2)}AA`, 401],
    ['a capability token for one capability', () => `Bearer ${forOne}`, 403],
    ['a capability token that has expired', () => `Bearer ${tokens.narrow(token, [{ exp: 1 }])}`, 401],
  ])('a caller with %s', async (_what, authorization, status) => {
    const headers = { authorization: authorization() };
    const response = await fetch(`${server.url}/v1/sessions`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  test('a capability token for one call is good for one', async () => {
    const once = await server.grant('demo.customers', '--max-calls', '1');
    const statuses = [];
    for (const _time of [1, 2, 3]) {
      statuses.push((await server.ask(once, '/v1/invocations', CALL)).status);
    }
    expect(statuses).toEqual([200, 403, 403]);
  });

  test('an event that never was, on a run that goes on', async () => {
    const body = JSON.stringify({ ...CALL, args: { rows: 1e6, delay_ms: 5 } });
    const begun = await server.fetch(token, '/v1/invocations/stream', { method: 'POST', body });
    const run = begun.headers.get('location') ?? '';
    for await (const { event } of eventsOf(begun)) {
      expect(event).toBe('run.started');
      for (const id of ['-1', '1e99', 'a:b:c', '999999999999999999999', "'; --", 'run_0:7']) {
        const response = await server.fetch(token, `${run}/events`, { headers: { 'last-event-id': id } });
        expect([id, response.status]).toEqual([id, 400]);
      }
      break;
    }
    await server.fetch(token, run, { method: 'DELETE' });
    const told = await allEvents(await server.fetch(token, `${run}/events`));
    expect(told.at(-1)?.event).toBe('run.cancelled');
  });

  test('and the server goes on', async () => {
    expect((await server.ask(token, '/v1/invocations', CALL)).status).toBe(200);
  });
});
