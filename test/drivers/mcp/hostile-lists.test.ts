import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/config/config.js';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import { createRuntime, type Runtime } from '../../../src/runtime.js';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { openMcpBench } from '../../support/mcp-bench.js';

const READ = { safety_class: 'READ' } as const;

const open: Runtime[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((runtime) => runtime.close()));
});

function hostile(list: string, more: Partial<McpServerConfig> = {}): McpServerConfig {
  const file = resolve('fixtures/programs/mcp-hostile-lists.mjs');
  return {
    command: process.execPath,
    args: [file],
    env: { MCP_LIST: list },
    trust: 'always',
    era: 'legacy',
    ...more,
  };
}

/** The server with this list, beside one that is as it should be. */
async function start(list: string, more: Partial<McpServerConfig> = {}) {
  const folder = resolve('.');
  const config = {
    ...defaultConfig({ stateDirectory: join(folder, 'state'), userName: 'ada', cwd: folder }),
    mcp_servers: { it: hostile(list, more), other: hostile('plain') },
  };
  const runtime = await createRuntime({ config, env: process.env, cwd: folder, isStdinTty: true, store: 'memory' });
  open.push(runtime);
  const { kernel, principal } = runtime;
  const failures = await kernel.capabilities.load();
  const call = async (id: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId: id });
    const result = await kernel.invokeStream({ capabilityId: id, args, principal, capabilityToken }).result;
    return result.error?.code ?? result.status;
  };
  const listed = kernel.capabilities.list().filter(({ capability_id: id }) => id.startsWith('it.'));
  const off = listed.filter(({ switched_off: why }) => why !== undefined).map(({ capability_id: id }) => id);
  return { runtime, failures, listed, off, call };
}

async function expectOthersGoOn({ call }: Awaited<ReturnType<typeof start>>): Promise<void> {
  expect(await call('other.good')).toBe('completed');
}

test('schemas that refer to themselves are checked as far as a limit, and the tools beside them work', async () => {
  const started = await start('cycle');
  const { call, off } = started;
  expect(off).toEqual([]);
  expect(await call('it.tree', { left: { right: {} } })).toBe('completed');
  for (const id of ['it.self', 'it.round', 'it.doubling']) {
    expect(await call(id)).toBe('USAGE');
  }
  expect(await call('it.round_output')).toBe('DRIVER_PROTOCOL');
  expect(await call('it.doubling_output')).toBe('DRIVER_PROTOCOL');
  expect(await call('it.good')).toBe('completed');
  await expectOthersGoOn(started);
});

test('a schema of 5 MB switches its tool off, and says why', async () => {
  const started = await start('long');
  const { call, off, listed } = started;
  expect(off).toEqual(['it.long']);
  const found = listed.find(({ capability_id: id }) => id === 'it.long');
  expect(found).toMatchObject({ params: { type: 'object' } });
  expect(found?.switched_off?.message).toContain('described by more');
  expect(found?.switched_off?.remedy).toContain('mcp_servers.it.deny');
  await expect(call('it.long')).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  expect(await call('it.good')).toBe('completed');
  await expectOthersGoOn(started);
});

test('ten thousand levels of a schema switch its tool off; beside a schema they are nothing', async () => {
  const started = await start('deep');
  expect(started.failures).toEqual([]);
  expect(started.off).toEqual(['it.deep', 'it.deep_lists', 'it.deep_output']);
  expect(await started.call('it.deep_beside')).toBe('completed');
  expect(await started.call('it.good')).toBe('completed');
  await expectOthersGoOn(started);
});

test('what an operator says of a tool that cannot be read does not switch it on', async () => {
  const { call, off } = await start('deep', { tools: { deep: READ } });
  expect(off).toContain('it.deep');
  await expect(call('it.deep')).rejects.toMatchObject({ code: 'POLICY_DENIED' });
});

test('a capability written by hand for such a tool is refused too', async () => {
  const bench = openMcpBench({ it: hostile('deep') });
  expect(await failureOf(() => collect(bench.call('it', 'deep')))).toMatchObject({ code: 'POLICY_DENIED' });
  expect(textOf(await collect(bench.call('it', 'good')), 'text')).toBe('still here');
  await bench.close();
});

test('patterns that take for ever elsewhere are answered, or refused', async () => {
  const started = await start('patterns');
  const { call } = started;
  const text = `${'a'.repeat(20_000)}!`;
  expect(await call('it.doubled', { a: text })).toBe('USAGE');
  expect(await call('it.counted', { a: text })).toBe('CONFIG_INVALID');
  expect(await call('it.either', { a: text })).toBe('CONFIG_INVALID');
  expect(await call('it.named', { [text]: 1 })).toBe('completed');
  expect(await call('it.said')).toBe('DRIVER_PROTOCOL');
  await expectOthersGoOn(started);
});

test('names of what every object has are names like any other', async () => {
  const started = await start('prototypes');
  const { call, listed } = started;
  expect(listed.map(({ capability_id: id }) => id)).toEqual(
    ['above', 'answers', 'constructor', 'good', 'members', 'proto__', 'to_string'].map((name) => `it.${name}`),
  );
  for (const id of ['it.above', 'it.answers', 'it.constructor', 'it.proto__', 'it.to_string']) {
    expect(await call(id)).toBe('completed');
  }
  expect(await call('it.members')).toBe('USAGE');
  expect(await call('it.members', JSON.parse('{"__proto__":"text","constructor":1}'))).toBe('completed');
  expect(await call('it.members', JSON.parse('{"__proto__":1}'))).toBe('USAGE');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  await expectOthersGoOn(started);
});

test('tools that are out of shape are off one by one, and those without a name are counted', async () => {
  const started = await start('wrong');
  expect(started.failures).toEqual([]);
  expect(started.off).toEqual(
    ['list_schema', 'no_schema', 'odd_hints', 'odd_text', 'text_schema'].map((name) => `it.${name}`),
  );
  expect(await started.call('it.good')).toBe('completed');
  const [state] = await (await started.runtime.mcp()).states('it');
  expect(state).toMatchObject({ state: 'ready', nameless_tools: 3 });
  const unusable = state?.tools.filter((tool) => tool.unusable === 'shape').map(({ capability_id: id }) => id);
  expect(unusable).toEqual(started.off);
  expect(await (await started.runtime.mcp()).review('it')).toEqual([]);
  await expectOthersGoOn(started);
});

for (const list of ['many', 'heavy', 'circle']) {
  test(`a list that cannot be kept refuses its server, not the others: ${list}`, async () => {
    const before = process.memoryUsage.rss();
    const started = await start(list);
    const code = list === 'circle' ? 'DRIVER_PROTOCOL' : 'LIMIT_REACHED';
    expect(started.failures).toMatchObject([{ namespace: 'it', error: { code } }]);
    expect(started.listed).toEqual([]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
    await expectOthersGoOn(started);
  });
}

test('references to addresses are refused where they are needed, and nobody is asked', async () => {
  let asked = 0;
  const somewhere = createServer((_, response) => {
    asked += 1;
    response.end('{}');
  });
  await new Promise<void>((done) => somewhere.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(somewhere.address() as AddressInfo).port}/schema.json`;
  const started = await start('addresses', { env: { MCP_LIST: 'addresses', MCP_ADDRESS: url } });
  expect(await started.call('it.asks', { a: 1 })).toBe('CONFIG_INVALID');
  expect(await started.call('it.dynamic', { a: 1 })).toBe('CONFIG_INVALID');
  expect(await started.call('it.answers')).toBe('DRIVER_PROTOCOL');
  expect(await started.call('it.good')).toBe('completed');
  await expectOthersGoOn(started);
  expect(asked).toBe(0);
  somewhere.close();
});
