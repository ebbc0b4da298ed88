import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import type { ToolPinStore } from '../../../src/contract/stores.js';
import { createMemoryToolPinStore } from '../../../src/stores/memory/memory-tool-pin-store.js';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { type McpBench, misbehaving, openMcpBench } from '../../support/mcp-bench.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-eras-'));
afterAll(() => rmSync(folder, { recursive: true }));

let pins: ToolPinStore;
const open: McpBench[] = [];
beforeEach(() => {
  pins = createMemoryToolPinStore();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((bench) => bench.close()));
});

/** As a new process with the same state would find the server. */
function newProcess(config: McpServerConfig): McpBench {
  const bench = openMcpBench({ it: config }, pins);
  open.push(bench);
  return bench;
}

async function hello(bench: McpBench): Promise<string> {
  return textOf(await collect(bench.call('it', 'echo', { text: 'hi' })), 'text');
}

const asked = (bench: McpBench): number => bench.notes().filter((line) => line === 'asked for its protocol').length;
const starts = (bench: McpBench): number => bench.notes().filter((line) => line.startsWith('started')).length;

/** It leaves the question open, so each start that asks takes half of this longer. */
const SILENT = misbehaving('silent-on-probe', { start_timeout_ms: 6000 });

test('a server that is silent when asked is asked by the first process alone', async () => {
  const first = newProcess(SILENT);
  expect(await hello(first)).toBe('hi');
  expect(asked(first)).toBe(1);
  const second = newProcess(SILENT);
  expect(await hello(second)).toBe('hi');
  expect(asked(second)).toBe(0);
  expect(starts(second)).toBe(1);
  expect(await second.servers.states()).toMatchObject([{ era: 'legacy' }]);
});

test('one that ends when it is asked is started once by the second process', async () => {
  const config = misbehaving('exits-on-probe');
  const first = newProcess(config);
  expect(await hello(first)).toBe('hi');
  expect(starts(first)).toBe(2);
  const second = newProcess(config);
  expect(await hello(second)).toBe('hi');
  expect(starts(second)).toBe(1);
});

test('another program, a week, or a config that says it, asks again', async () => {
  const config = misbehaving('');
  await hello(newProcess(config));
  const other = newProcess({ ...config, args: [...(config.args ?? []), 'other'] });
  await hello(other);
  expect(asked(other)).toBe(1);
  const again = newProcess({ ...config, args: [...(config.args ?? []), 'other'] });
  await hello(again);
  expect(asked(again)).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 });
  const later = newProcess({ ...config, args: [...(config.args ?? []), 'other'] });
  await hello(later);
  expect(asked(later)).toBe(1);
  const afterwards = newProcess({ ...config, args: [...(config.args ?? []), 'other'] });
  await hello(afterwards);
  expect(asked(afterwards)).toBe(0);
});

for (const how of ['refuses', 'ends'] as const) {
  test(`a server that has left the older protocol is found again, by each process: ${how}`, async () => {
    const file = join(folder, `${how}.mjs`);
    const config: McpServerConfig = { command: process.execPath, args: [file], trust: 'always' };
    const older = new URL('../../../fixtures/programs/mcp-misbehaving.mjs', import.meta.url).href;
    writeFileSync(file, `await import(${JSON.stringify(older)});`);
    await hello(newProcess(config));
    expect(await pins.era('it')).toMatchObject({ era: 'legacy' });
    const newer = new URL('../../../fixtures/programs/mcp-server.mjs', import.meta.url).href;
    const leave =
      how === 'ends' ? `process.stdin.on('data', (line) => /"initialize"/.test(line) && process.exit(1));` : '';
    writeFileSync(file, `process.env.MCP_LEGACY = 'reject'; await import(${JSON.stringify(newer)}); ${leave}`);
    const second = newProcess(config);
    expect(await hello(second)).toBe('hi');
    expect(await second.servers.states()).toMatchObject([{ era: 'modern' }]);
    expect(await pins.era('it')).toMatchObject({ era: 'modern' });
  });
}

test('what cannot be kept costs no start', async () => {
  pins = { ...pins, keepEra: () => Promise.reject(new Error('read-only')) };
  expect(await hello(newProcess(misbehaving('')))).toBe('hi');
});

test('a server that does not start is told of as ever when it was known before', async () => {
  const file = join(folder, 'dying.mjs');
  const config: McpServerConfig = { command: process.execPath, args: [file], trust: 'always' };
  const older = new URL('../../../fixtures/programs/mcp-misbehaving.mjs', import.meta.url).href;
  writeFileSync(file, `await import(${JSON.stringify(older)});`);
  await hello(newProcess(config));
  writeFileSync(file, 'process.exit(4);');
  expect(await failureOf(() => hello(newProcess(config)))).toMatchObject({
    code: 'DRIVER_UNAVAILABLE',
    details: { exit_code: 4 },
  });
});
