import { execFileSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy, get as forward, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createHttpDriver } from '../../../src/drivers/http/index.js';
import { collect, failureOf, makeCall, rowsOf } from '../../support/driver-call.js';
import { eventually } from '../../support/processes.js';
import { sendJson, serve } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-http-'));
afterAll(() => rmSync(folder, { recursive: true }));
const OPENSSL = 'openssl';
execFileSync(
  OPENSSL,
  `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=tls.example
   -addext subjectAltName=DNS:tls.example -keyout key.pem -out ca.pem`.split(/\s+/),
  { cwd: folder, stdio: 'ignore' },
);
const secure = createServer(
  { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'ca.pem')) },
  (_, response) => sendJson(response, { secure: true }),
);
await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  secure.closeAllConnections();
  secure.close();
});
const securePort = (secure.address() as AddressInfo).port;

const plain = await serve((_, response) => sendJson(response, { plain: true }));
const plainPort = new URL(plain.origin).port;

/** A proxy that knows only this machine, whatever it is asked for; it keeps what it was asked for. */
const asked: string[] = [];
const isAllowed = (request: IncomingMessage): boolean =>
  request.headers['proxy-authorization'] === `Basic ${Buffer.from('me:pw').toString('base64')}`;
const proxy = createProxy((request, response) => {
  asked.push(String(request.url));
  const { port, pathname } = new URL(request.url ?? '');
  if (!isAllowed(request)) {
    response.writeHead(407).end();
    return;
  }
  forward({ host: '127.0.0.1', port, path: pathname }, (answer) => answer.pipe(response)).end();
});
proxy.on('connect', (request, socket) => {
  asked.push(String(request.url));
  if (!isAllowed(request)) {
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    return;
  }
  const target = connect(Number(String(request.url).split(':')[1]), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    target.pipe(socket).pipe(target);
  });
  target.on('error', () => socket.destroy());
  socket.on('error', () => target.destroy());
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
afterAll(() => proxy.close());
const proxyAt = (login: string) => `http://${login}127.0.0.1:${(proxy.address() as AddressInfo).port}`;

interface How {
  readonly env?: Record<string, string>;
  readonly addresses?: readonly string[] | undefined;
  readonly options?: Record<string, unknown>;
}

async function get(url: string, { env = {}, addresses = ['127.0.0.1'], options = {} }: How) {
  const driver = createHttpDriver({
    env,
    cwd: '/',
    configDir: folder,
    resolveHost: async () => {
      if (addresses.length === 0) {
        throw Object.assign(new Error('not known here'), { code: 'ENOTFOUND' });
      }
      return addresses.map((address) => ({ address, family: 4 }));
    },
  });
  const binding = {
    driver_id: 'http',
    operation: 'request',
    options: { url, retries: { attempts: 0 }, ...options },
  };
  try {
    return rowsOf(await collect(driver.executeStream(makeCall({ binding }))));
  } finally {
    await driver.close?.();
  }
}

const SECURE = `https://tls.example:${securePort}/`;
const UNTRUSTED = { code: 'DRIVER_FAILED', message: 'the certificate of the server is not to be trusted' };
const LIFTED = { allow_private: true };

test('a certificate of nobody is refused, also when the environment asks for less', async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  const error = await failureOf(() => get(SECURE, { options: LIFTED }));
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  expect(error).toMatchObject(UNTRUSTED);
});

test('ca_file adds an authority, for the name in its certificates only', async () => {
  const options = { ...LIFTED, ca_file: 'ca.pem' };
  expect(await get(SECURE, { options })).toEqual([{ secure: true }]);
  const error = await failureOf(() => get(`https://other.example:${securePort}/`, { options }));
  expect(error).toMatchObject(UNTRUSTED);
  const missing = await failureOf(() => get(SECURE, { options: { ...LIFTED, ca_file: 'none.pem' } }));
  expect(missing).toMatchObject({ code: 'CONFIG_INVALID' });
});

test('the proxy of the environment is used, for both kinds of addresses', async () => {
  const env = { HTTPS_PROXY: proxyAt('me:pw@'), http_proxy: proxyAt('me:pw@') };
  const options = { ca_file: 'ca.pem' };
  expect(await get(SECURE, { env, addresses: [], options })).toEqual([{ secure: true }]);
  expect(await get(`http://far.example:${plainPort}/`, { env, addresses: [], options })).toEqual([{ plain: true }]);
  expect(asked.slice(-2)).toEqual([`tls.example:${securePort}`, `http://far.example:${plainPort}/`]);
});

test('a proxy is asked for nothing that is known here to be private', async () => {
  const before = asked.length;
  const env = { HTTP_PROXY: proxyAt('me:pw@') };
  for (const url of [`http://inner.example:${plainPort}/`, `http://127.0.0.1:${plainPort}/`]) {
    expect(await failureOf(() => get(url, { env, addresses: ['10.0.0.1'] }))).toMatchObject({ code: 'POLICY_DENIED' });
  }
  expect(asked).toHaveLength(before);
});

test('an abort does not wait for the look-up that stands before a proxy', async () => {
  const controller = new AbortController();
  const driver = createHttpDriver({
    env: { HTTP_PROXY: proxyAt('me:pw@') },
    cwd: '/',
    resolveHost: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  });
  const binding = { driver_id: 'http', operation: 'request', options: { url: 'http://slow.example/' } };
  const call = makeCall({ binding, signal: controller.signal });
  expect(await failureOf(() => collect(driver.executeStream(call)))).toMatchObject({ code: 'CANCELLED' });
  await driver.close?.();
});

test('NO_PROXY leads past the proxy, and the guard stands there', async () => {
  const before = asked.length;
  const env = { HTTP_PROXY: proxyAt('me:pw@'), NO_PROXY: 'other.example, .near.example' };
  const url = `http://a.near.example:${plainPort}/`;
  expect(await get(url, { env, options: LIFTED })).toEqual([{ plain: true }]);
  expect(await failureOf(() => get(url, { env }))).toMatchObject({ code: 'POLICY_DENIED' });
  expect(asked).toHaveLength(before);
});

test('a proxy that refuses', async () => {
  const wrong = proxyAt('me:wrong@');
  const env = { HTTP_PROXY: wrong, HTTPS_PROXY: wrong };
  for (const url of [`http://far.example:${plainPort}/`, SECURE]) {
    const error = await failureOf(() => get(url, { env, addresses: [] }));
    expect(error).toMatchObject({ code: 'DRIVER_UNAVAILABLE', message: 'the proxy does not connect to the server' });
    expect(JSON.stringify(error)).not.toContain('wrong');
  }
});

test('connections are kept between calls and closed with the driver', async () => {
  const sockets = new Set<unknown>();
  const server = await serve((request, response) => {
    sockets.add(request.socket);
    sendJson(response, {});
  });
  const driver = createHttpDriver({ env: {}, cwd: '/' });
  const binding = { driver_id: 'http', operation: 'request', options: { url: `${server.origin}/`, ...LIFTED } };
  for (let count = 0; count < 20; count += 1) {
    await collect(driver.executeStream(makeCall({ binding })));
  }
  expect(sockets.size).toBeLessThanOrEqual(2);
  await driver.close?.();
  await eventually(() => [...sockets].every((socket) => (socket as { destroyed: boolean }).destroyed), 'it is closed');
  await driver.close?.();
});

test('two hundred calls, half of them left early, leave nothing open', async () => {
  const descriptors = (): number => readdirSync('/proc/self/fd').length;
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(`{"a":"${'x'.repeat(8000)}"}\n`.repeat(40));
  });
  const driver = createHttpDriver({ env: {}, cwd: '/' });
  const binding = { driver_id: 'http', operation: 'request', options: { url: `${server.origin}/`, ...LIFTED } };
  const { signal } = new AbortController();
  const before = descriptors();
  for (let count = 0; count < 200; count += 1) {
    for await (const _ of driver.executeStream(makeCall({ binding, signal }))) {
      if (count % 2 === 0) {
        break;
      }
    }
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await driver.close?.();
  await eventually(() => server.open() === 0 && descriptors() <= before + 2, 'all connections are closed');
});
