import type { RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHttpDriver } from '../../../src/drivers/http/index.js';
import { collect, failureOf, makeCall, rowsOf } from '../../support/driver-call.js';
import { eventually } from '../../support/processes.js';
import { bodyOf, request, sendJson, serve } from './serve.js';

const ROUTES = new Map<string, RequestListener>();
const server = await serve((incoming, response) => ROUTES.get(incoming.url ?? '')?.(incoming, response));
let routes = 0;

function at(...answers: readonly RequestListener[]): { readonly url: string; readonly asked: () => number } {
  routes += 1;
  const path = `/${routes}`;
  let asked = 0;
  ROUTES.set(path, (incoming, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    answer?.(incoming, response);
  });
  return { url: `${server.origin}${path}`, asked: () => asked };
}

const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(code, headers).end('secret-of-the-server');
const ok: RequestListener = (_, response) => sendJson(response, { ok: true });
const lost: RequestListener = (_, response) => response.destroy();

type Options = Record<string, unknown>;
const rows = async (options: Options, args = {}) => rowsOf(await collect(request(options, { args })));
const failure = (options: Options, signal?: AbortSignal) =>
  failureOf(() => collect(request(options, signal === undefined ? {} : { signal })));

test('a server that sends no head, and one that stops in its body', async () => {
  const timeouts = { idle_ms: 150 };
  const silent = { code: 'TIMEOUT', message: 'the server was silent for too long' };
  const slowBody = at((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('begun');
  });
  const urls = [at(() => undefined).url, slowBody.url];
  const failures = await Promise.all(urls.map((url) => failure({ url, timeouts })));
  expect(failures).toMatchObject([silent, silent]);
  await eventually(() => server.open() === 0, 'the connections are closed');
});

test('the time for everything ends an answer that drips', async () => {
  const drip = at((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(timer));
  });
  const error = await failure({ url: drip.url, timeouts: { total_ms: 200 } });
  expect(error).toMatchObject({ code: 'TIMEOUT', message: 'the HTTP request was not answered completely in its time' });
  await eventually(() => server.open() === 0, 'the connection is closed');
});

test('an abort closes the connection, before the head and in the body', async () => {
  for (const answer of [
    () => undefined,
    (_: unknown, response: { write: (text: string) => void }) => response.write('x'),
  ]) {
    const controller = new AbortController();
    const { url, asked } = at(answer as RequestListener);
    const ending = failure({ url }, controller.signal);
    await eventually(() => asked() === 1, 'the request has come');
    controller.abort();
    expect(await ending).toMatchObject({ code: 'CANCELLED' });
    await eventually(() => server.open() === 0, 'the connection is closed');
  }
});

test('what is not HTTP is said to be not HTTP', async () => {
  const strange = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'));
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve));
  afterAll(() => strange.close());
  const address = strange.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  expect(await failure({ url })).toMatchObject({ code: 'DRIVER_PROTOCOL' });
});

test('a server that announces its answer for ever', async () => {
  const announce = (response: Parameters<RequestListener>[1], count: number): void => {
    for (let index = 0; index < count; index += 1) {
      response.writeEarlyHints({ link: '</a>' });
    }
  };
  const some = at((incoming, response) => {
    announce(response, 20);
    ok(incoming, response);
  });
  expect(await rows({ url: some.url })).toEqual([{ ok: true }]);
  const many = at((_, response) => announce(response, 50));
  expect(await failure({ url: many.url, timeouts: { total_ms: 10_000 } })).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  await eventually(() => server.open() === 0, 'the connection is closed');
});

test('a head of the answer without end is a limit', async () => {
  const { url } = at(status(200, { 'x-long': 'x'.repeat(100_000) }));
  expect(await failure({ url })).toMatchObject({
    code: 'LIMIT_REACHED',
    message: 'the head of the answer is too long',
  });
});

test('redirects are refused unless allowed', async () => {
  const moved = at(status(302, { location: '/elsewhere' }));
  expect(await failure({ url: moved.url })).toMatchObject({
    code: 'DRIVER_FAILED',
    message: 'the server redirects (status 302)',
    details: { status: 302 },
  });
  expect(moved.asked()).toBe(1);
});

const show: RequestListener = async (incoming, response) => {
  const { authorization, 'content-type': type } = incoming.headers;
  sendJson(response, { method: incoming.method, authorization, type, body: await bodyOf(incoming) });
};

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [301, 'PUT', 'PUT'],
  [307, 'POST', 'POST'],
  [308, 'POST', 'POST'],
] as const)('a redirect %i of %s within the origin becomes %s', async (code, method, after) => {
  const target = at(show);
  const moved = at(status(code, { location: new URL(target.url).pathname }));
  const options = { redirects: 'same_origin', headers: { authorization: 'Bearer x' }, body: { json: { a: 1 } } };
  expect(await rows({ url: moved.url, method, ...options })).toEqual([
    after === 'GET'
      ? { method: 'GET', authorization: 'Bearer x', body: '' }
      : { method: after, authorization: 'Bearer x', type: 'application/json', body: '{"a":1}' },
  ]);
});

test('no redirect leads to another origin, and none goes on for ever', async () => {
  const other = await serve(ok);
  const withUser = server.origin.replace('//', '//me:pw@');
  for (const location of [
    other.origin,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '//x:y@z/',
    withUser,
  ]) {
    const error = await failure({ url: at(status(302, { location })).url, redirects: 'same_origin' });
    expect(error).toMatchObject({ code: 'POLICY_DENIED', message: 'the server leads to another origin' });
  }
  expect(other.requests).toEqual([]);
  const round = at((incoming, response) => response.writeHead(302, { location: String(incoming.url) }).end());
  const error = await failure({ url: round.url, redirects: 'same_origin' });
  expect(error).toMatchObject({ code: 'DRIVER_FAILED', message: 'the server redirects more than 5 times' });
  expect(round.asked()).toBe(6);
});

test.each([429, 502, 503, 504])('a GET is repeated after status %i', async (code) => {
  const { url, asked } = at(status(code, { 'retry-after': '0' }), ok);
  expect(await rows({ url })).toEqual([{ ok: true }]);
  expect(asked()).toBe(2);
});

test('a lost connection is tried again, but not for ever', async () => {
  const healed = at(lost, lost, ok);
  expect(await rows({ url: healed.url, retries: { max_delay_ms: 20 } })).toEqual([{ ok: true }]);
  const dead = at(lost);
  expect(await failure({ url: dead.url, retries: { max_delay_ms: 20 } })).toMatchObject({ code: 'DRIVER_FAILED' });
  expect(dead.asked()).toBe(3);
});

test('Retry-After is waited for: as seconds, as a date, and not when it is too long', async () => {
  const began = performance.now();
  const seconds = at(status(503, { 'retry-after': '1' }), ok);
  expect(await rows({ url: seconds.url })).toEqual([{ ok: true }]);
  expect(performance.now() - began).toBeGreaterThan(950);
  const past = at(status(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }), ok);
  expect(await rows({ url: past.url })).toEqual([{ ok: true }]);
  const long = at(status(429, { 'retry-after': '3600' }), ok);
  expect(await failure({ url: long.url })).toMatchObject({
    code: 'DRIVER_FAILED',
    message: 'the server answered with status 429',
    details: { status: 429, retry_after_s: 3600 },
  });
  expect(long.asked()).toBe(1);
});

test('what could happen twice is not repeated', async () => {
  const busy = at(status(503, { 'retry-after': '0' }));
  await failure({ url: busy.url, method: 'POST', body: { json: 1 } });
  await failure({ url: busy.url, method: 'PATCH', body: { json: 1 } });
  expect(busy.asked()).toBe(2);
  const begun = at((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"a":1}\n', () => response.destroy());
  });
  expect(await failure({ url: begun.url })).toMatchObject({ code: 'DRIVER_FAILED' });
  expect(begun.asked()).toBe(1);
  const notFound = at(status(404));
  await failure({ url: notFound.url });
  expect(notFound.asked()).toBe(1);
});

test('a POST is repeated where the capability says that it may be', async () => {
  const { url, asked } = at(status(503, { 'retry-after': '0' }), ok);
  const driver = createHttpDriver({ env: {}, cwd: '/' });
  const options = { url, method: 'POST', body: { json: 1 }, allow_private: true };
  const call = makeCall({ binding: { driver_id: 'http', operation: 'request', options } });
  const idempotent = { ...call, capability: { ...call.capability, idempotent: true } };
  expect(rowsOf(await collect(driver.executeStream(idempotent)))).toEqual([{ ok: true }]);
  expect(asked()).toBe(2);
  await driver.close?.();
});

test('an abort ends the wait before another attempt', async () => {
  const { url, asked } = at(status(503, { 'retry-after': '5' }));
  const controller = new AbortController();
  const ending = failure({ url }, controller.signal);
  await eventually(() => asked() === 1, 'the request has come');
  controller.abort();
  expect(await ending).toMatchObject({ code: 'CANCELLED' });
});

test('nothing of an answer is in an error', async () => {
  const error = await failure({ url: `${at(status(500)).url}`, retries: { attempts: 0 } });
  expect(JSON.stringify(error) + String(error)).not.toContain('secret-of-the-server');
});
