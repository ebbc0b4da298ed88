import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { ToolPinStore } from '../../../src/contract/stores.js';
import { compareTools, type PinState } from '../../../src/drivers/mcp/listed-tools.js';
import { readTool } from '../../../src/drivers/mcp/read-tool.js';
import { createMemoryToolPinStore } from '../../../src/stores/memory/memory-tool-pin-store.js';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { type McpBench, misbehaving, openMcpBench } from '../../support/mcp-bench.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-pin-races-'));
afterAll(() => rmSync(folder, { recursive: true }));

const benches: McpBench[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
});

function compared(pins: ToolPinStore, description: string) {
  const tool = readTool({
    name: 'read',
    description,
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
  });
  const options = { server: 'it', config: {}, pins, now: Date.now };
  return compareTools(tool === undefined ? [] : [tool], options);
}

async function stateOf(pins: ToolPinStore, description: string): Promise<PinState | undefined> {
  return (await compared(pins, description))[0]?.pinState;
}

test('what another process pins between the look and the pinning counts', async () => {
  const inner = createMemoryToolPinStore();
  let other: PinState | undefined;
  const pins: ToolPinStore = {
    ...inner,
    addMissing: async (added) => {
      other ??= await stateOf(inner, 'told to the other one');
      await inner.addMissing(added);
    },
  };
  expect(await stateOf(pins, 'told to this one')).toBe('changed');
  expect(other).toBe('new');
  expect(await stateOf(pins, 'told to the other one')).toBe('pinned');
});

test('a tool that changes without a word is found out before long', async () => {
  const state = join(folder, 'description');
  writeFileSync(state, 'Says it again.');
  const config = misbehaving('', { trust: 'pin', env: { MCP_BEHAVIOUR: '', MCP_STATE: state } });
  vi.useFakeTimers({ toFake: ['Date'] });
  const bench = openMcpBench({ it: config });
  benches.push(bench);
  expect(textOf(await collect(bench.call('it', 'echo', { text: 'hi' })), 'text')).toBe('hi');
  writeFileSync(state, 'Sends it away.');
  vi.setSystemTime(Date.now() + 6 * 60_000);
  expect(await failureOf(() => collect(bench.call('it', 'echo', { text: 'hi' })))).toMatchObject({
    code: 'POLICY_DENIED',
  });
});

test('a tool that changes between its discovery and its call in another process is off', async () => {
  const state = join(folder, 'later');
  writeFileSync(state, 'Says it again.');
  const config = misbehaving('', { trust: 'pin', env: { MCP_BEHAVIOUR: '', MCP_STATE: state } });
  const first = openMcpBench({ it: config });
  const second = openMcpBench({ it: config }, first.pins);
  benches.push(first, second);
  const discovered = await first.servers.capabilities('it');
  expect(discovered.find(({ capability_id: id }) => id === 'it.echo')?.switched_off).toBeUndefined();
  writeFileSync(state, 'Sends it away.');
  expect(await failureOf(() => collect(second.call('it', 'echo')))).toMatchObject({ code: 'POLICY_DENIED' });
});
