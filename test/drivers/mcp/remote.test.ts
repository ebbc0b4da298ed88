import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { freePort } from '../../support/free-port.js';
import { type McpBench, openMcpBench, wellBehaved } from '../../support/mcp-bench.js';
import { type McpHttpServer, serveMcp } from '../../support/mcp-http.js';
import { eventually } from '../../support/processes.js';

let http: McpHttpServer;
const open: McpBench[] = [];
beforeAll(async () => {
  http = await serveMcp();
});
afterAll(() => http.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.close()));
});

function bench(configs: Parameters<typeof openMcpBench>[0]): McpBench {
  const opened = openMcpBench(configs);
  open.push(opened);
  return opened;
}

function remote(more: Partial<McpServerConfig> = {}): McpServerConfig {
  return { url: http.url, allow_private: true, trust: 'always', ...more };
}

test('both protocols over both transports give equal results', async () => {
  const { call, servers } = bench({
    old_pipe: wellBehaved({ era: 'legacy' }),
    new_pipe: wellBehaved({ era: 'modern' }),
    old_http: remote({ era: 'legacy' }),
    new_http: remote({ era: 'modern' }),
    found_pipe: wellBehaved(),
    found_http: remote(),
  });
  const names = ['old_pipe', 'new_pipe', 'old_http', 'new_http', 'found_pipe', 'found_http'];
  const resultsOf = async (name: string) => {
    const tools = ['echo', 'rows', 'mixed', 'fail'];
    return Promise.all(tools.map((tool) => collect(call(name, tool, tool === 'echo' ? { text: 'hi' } : {}))));
  };
  const [first, ...others] = await Promise.all(names.map(resultsOf));
  expect(first?.flat().length).toBeGreaterThan(5);
  for (const result of others) {
    expect(result).toEqual(first);
  }
  const eras = (await servers.states()).map(({ server, era }) => [server, era]);
  expect(eras).toEqual([
    ['old_pipe', 'legacy'],
    ['new_pipe', 'modern'],
    ['old_http', 'legacy'],
    ['new_http', 'modern'],
    ['found_pipe', 'modern'],
    ['found_http', 'modern'],
  ]);
});

for (const era of ['legacy', 'modern'] as const) {
  test(`a cancelled call ends at a remote server (${era})`, async () => {
    const { call } = bench({ far: remote({ era }) });
    const controller = new AbortController();
    const count = () => http.notes().filter((line) => line === 'cancelled').length;
    const before = count();
    const calling = failureOf(() => collect(call('far', 'slow', { every_ms: 5 }, controller.signal)));
    await eventually(() => http.notes().filter((line) => line === 'working').length > before, 'the tool works');
    controller.abort();
    expect(await calling).toMatchObject({ code: 'CANCELLED' });
    await eventually(() => count() > before, 'the tool was cancelled');
  });

  test(`a message that is too long ends its answer and nothing else (${era})`, async () => {
    const { call } = bench({ far: remote({ era, max_result_bytes: 100_000 }) });
    expect(await failureOf(() => collect(call('far', 'big', { bytes: 400_000 })))).toMatchObject({
      code: 'DRIVER_PROTOCOL',
    });
    expect(textOf(await collect(call('far', 'big', { bytes: 50_000 })), 'text')).toHaveLength(50_000);
  });
}

test('headers are sent with each request', async () => {
  const { call } = bench({ far: remote({ headers: { 'X-Test': 'from the config' } }) });
  await collect(call('far', 'echo', { text: 'hi' }));
  expect(http.notes()).toContain('POST from the config');
});

test('a private address is refused unless it is allowed', async () => {
  const { servers } = bench({ far: remote({ allow_private: false }) });
  expect(await failureOf(() => servers.capabilities('far'))).toMatchObject({ code: 'POLICY_DENIED' });
});

test('a server that is not there, one that wants credentials and one that is no MCP server', async () => {
  let status = 401;
  const other = createServer((_, response) => response.writeHead(status).end('secret body'));
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const { servers } = bench({
    nowhere: remote({ url: `http://127.0.0.1:${await freePort()}/` }),
    locked: remote({ url }),
    locked_old: remote({ url, era: 'legacy' }),
    wrong: remote({ url }),
  });
  expect(await failureOf(() => servers.capabilities('nowhere'))).toMatchObject({
    code: 'DRIVER_UNAVAILABLE',
    message: 'cannot connect to the MCP server nowhere',
  });
  expect(await failureOf(() => servers.capabilities('locked'))).toMatchObject({ details: { status: 401 } });
  expect(await failureOf(() => servers.capabilities('locked_old'))).toMatchObject({ details: { status: 401 } });
  status = 200;
  const error = await failureOf(() => servers.capabilities('wrong'));
  expect(`${error} ${JSON.stringify(error)}`).not.toContain('secret body');
  expect(error).toMatchObject({ name: 'KernelError' });
  other.close();
});

test('a remote server that goes away in a call fails it at once', async () => {
  const own = await serveMcp();
  const { call } = bench({ far: { url: own.url, allow_private: true, trust: 'always', era: 'modern' } });
  const calling = failureOf(() => collect(call('far', 'slow', { every_ms: 20 })));
  await eventually(() => own.notes().includes('working'), 'the tool works');
  own.stop();
  expect(await calling).toMatchObject({ code: 'DRIVER_FAILED' });
});

test('a session that the server has forgotten is begun anew by the next call', async () => {
  const port = await freePort();
  const { call } = bench({ far: { url: `http://127.0.0.1:${port}/mcp`, allow_private: true, trust: 'always' } });
  const first = await startEverything(port);
  expect(textOf(await collect(call('far', 'echo', { message: 'hi' })), 'text')).toBe('Echo: hi');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = await startEverything(port);
  expect(await failureOf(() => collect(call('far', 'echo', { message: 'hi' })))).toMatchObject({ name: 'KernelError' });
  expect(textOf(await collect(call('far', 'echo', { message: 'again' })), 'text')).toBe('Echo: again');
  second.kill('SIGKILL');
});

/** The reference server with sessions, over HTTP. */
async function startEverything(port: number): Promise<ChildProcess> {
  const file = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  const child = spawn(process.execPath, [file, 'streamableHttp'], { env: { ...process.env, PORT: String(port) } });
  child.stdout.resume();
  for await (const line of child.stderr) {
    if (String(line).includes('listening')) {
      break;
    }
  }
  child.stderr.resume();
  return child;
}
