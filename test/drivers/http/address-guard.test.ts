import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHttpDriver } from '../../../src/drivers/http/index.js';
import { isPublicAddress } from '../../../src/drivers/public-address.js';
import { collect, failureOf, makeCall, rowsOf } from '../../support/driver-call.js';
import { sendJson, serve } from './serve.js';

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '100::1',
  '5f00::1',
  'not an address',
])('%s is not a public address', async (address) => {
  expect(await isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '172.32.0.1'])(
  '%s is a public address',
  async (address) => {
    expect(await isPublicAddress(address)).toBe(true);
  },
);

const server = await serve((_, response) => sendJson(response, { hello: 1 }));
const { port } = new URL(server.origin);
let lookups: string[] = [];
let answers: string[] = [];

/** Looks up nothing: each look-up gives the next of the prepared addresses. */
const driver = createHttpDriver({
  env: {},
  cwd: '/',
  resolveHost: async (hostname) => {
    lookups.push(hostname);
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
    return addresses.split(' ').map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  },
});
afterAll(() => driver.close?.());

async function get(url: string, resolved: readonly string[], options: Record<string, unknown> = {}) {
  answers = [...resolved];
  lookups = [];
  const binding = {
    driver_id: 'http',
    operation: 'request',
    options: { url, retries: { attempts: 0 }, timeouts: { connect_ms: 2000 }, ...options },
  };
  return rowsOf(await collect(driver.executeStream(makeCall({ binding }))));
}

const DENIED = { code: 'POLICY_DENIED', message: 'the host of the URL has a private or local address' };

test.each([
  `http://127.0.0.1:${port}/`,
  `http://[::1]:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://017700000001:${port}/`,
  `http://127.1:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://①②⑦.0.0.1:${port}/`,
])('%s is refused without a look-up', async (url) => {
  const before = server.requests.length;
  expect(await failureOf(() => get(url, ['1.1.1.1']))).toMatchObject(DENIED);
  expect(lookups).toEqual([]);
  expect(server.requests).toHaveLength(before);
});

test.each(['127.0.0.1', '::1', '169.254.169.254', '1.1.1.1 127.0.0.1', '127.0.0.1 1.1.1.1'])(
  'a name with the addresses %s is refused',
  async (addresses) => {
    const error = await failureOf(() => get(`http://internal.example:${port}/`, [addresses]));
    expect(error).toMatchObject(DENIED);
    expect(String(error)).not.toContain('127');
  },
);

test('what was checked is what is connected to: a second look-up never happens', async () => {
  const url = `http://rebind.example:${port}/`;
  expect(await get(url, ['127.0.0.1', '10.255.255.1'], { allow_hosts: ['rebind.example'] })).toEqual([{ hello: 1 }]);
  expect(lookups).toEqual(['rebind.example']);
});

test('an operator can allow private addresses, for all hosts or by name', async () => {
  const row = [{ hello: 1 }];
  expect(await get(`http://a.example:${port}/`, ['127.0.0.1'], { allow_private: true })).toEqual(row);
  expect(await get(`http://b.example:${port}/`, ['127.0.0.1'], { allow_hosts: ['B.example'] })).toEqual(row);
  expect(await get(`http://b.example.:${port}/`, ['127.0.0.1'], { allow_hosts: ['b.example'] })).toEqual(row);
  expect(await get(server.origin, [], { allow_hosts: ['127.0.0.1'] })).toEqual(row);
  const other = { allow_hosts: ['b.example'] };
  expect(await failureOf(() => get(`http://xb.example:${port}/`, ['127.0.0.1'], other))).toMatchObject(DENIED);
});

test('a connection that one capability may use is not used by another that may not', async () => {
  const url = `http://shared.example:${port}/`;
  await get(url, ['127.0.0.1'], { allow_private: true });
  expect(await failureOf(() => get(url, ['127.0.0.1']))).toMatchObject(DENIED);
});

test('a look-up that never answers ends with the time to connect', async () => {
  const stuck = createHttpDriver({ env: {}, cwd: '/', resolveHost: () => new Promise(() => undefined) });
  const options = { url: 'http://stuck.example/', retries: { attempts: 0 }, timeouts: { connect_ms: 200 } };
  const binding = { driver_id: 'http', operation: 'request', options };
  expect(await failureOf(() => collect(stuck.executeStream(makeCall({ binding }))))).toMatchObject({
    code: 'DRIVER_UNAVAILABLE',
    message: 'no connection to the server came about in time',
  });
  await stuck.close?.();
});

test('nobody at the port, and a host without an address', async () => {
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const address = free.address();
  await new Promise((resolve) => free.close(resolve));
  const closed = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  expect(await failureOf(() => get(closed, [], { allow_private: true }))).toMatchObject({
    code: 'DRIVER_UNAVAILABLE',
    message: 'the server accepts no connections',
  });
});
