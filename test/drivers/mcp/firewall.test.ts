import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/config/config.js';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import type { Frame } from '../../../src/contract/frame.js';
import { createRuntime, type Runtime } from '../../../src/runtime.js';
import { failureOf } from '../../support/driver-call.js';
import { misbehaving, SERVER_SECRET, wellBehaved } from '../../support/mcp-bench.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-mcp-firewall-'));
const state = join(folder, 'description');
const READ = { safety_class: 'READ' } as const;

let runtime: Runtime;
beforeAll(async () => {
  writeFileSync(state, `Says it again. The key is ${SERVER_SECRET}.`);
  runtime = await open({
    bad: given(misbehaving('', { tools: { leak: READ, refuse: READ } }), { MCP_STATE: state }),
    dying: given(misbehaving('dies-at-start')),
    good: given(wellBehaved()),
    pinned: given(wellBehaved({ trust: 'pin' })),
  });
});
afterAll(async () => {
  await runtime.close();
  rmSync(folder, { recursive: true });
});

/** The secret is all that the server knows. */
function given(config: McpServerConfig, env: Readonly<Record<string, string>> = {}): McpServerConfig {
  return { ...config, env: { ...config.env, ...env, MCP_TOKEN: SERVER_SECRET } };
}

function open(servers: Readonly<Record<string, McpServerConfig>>): Promise<Runtime> {
  const config = {
    ...defaultConfig({ stateDirectory: join(folder, 'state'), userName: 'ada', cwd: folder }),
    mcp_servers: servers,
  };
  return createRuntime({ config, env: process.env, cwd: folder, isStdinTty: true, store: 'memory' });
}

async function invoke(capabilityId: string, args: Readonly<Record<string, unknown>> = {}) {
  const { kernel, principal } = runtime;
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId });
  const run = kernel.invokeStream({ capabilityId, args, principal, capabilityToken });
  const frames: Frame[] = [];
  run.observe((frame) => frames.push(frame));
  const result = await run.result;
  const trace = await kernel.explain(result.action_id, principal);
  return { frames, result, everything: JSON.stringify([frames, result, trace]) };
}

function textOf(frames: readonly Frame[]): string {
  return frames.map(({ text = '' }) => text).join('');
}

test('a secret in the text of an error is hidden, in frames, results and traces', async () => {
  const { everything, frames, result } = await invoke('bad.leak');
  expect(everything).not.toContain(SERVER_SECRET);
  expect(textOf(frames)).toBe('Error at [REDACTED:slack_token]');
  expect(result).toMatchObject({ status: 'completed', final_frame: { warnings: ['the tool reported an error'] } });
});

test('what a server says when it refuses a call is content, and hidden like content', async () => {
  const { everything, frames, result } = await invoke('bad.refuse');
  expect(everything).not.toContain(SERVER_SECRET);
  expect(textOf(frames)).toBe('no: [REDACTED:slack_token]\n');
  expect(result).toMatchObject({ status: 'failed', error: { code: 'DRIVER_FAILED', details: { rpc_code: -32000 } } });
});

test('structured content is records whose fields can be hidden', async () => {
  const { everything } = await invoke('good.rows');
  expect(everything).not.toContain('ada@example.org');
  expect(everything).toContain('[REDACTED:email]');
});

test('messages of progress do not come through', async () => {
  const { frames, everything } = await invoke('good.slow', { steps: 30, every_ms: 5 });
  expect(JSON.stringify(frames)).toContain('"progress"');
  expect(everything).not.toContain('step 1');
});

test('one server that fails hides no other, and a description is hidden like content', async () => {
  const { kernel } = runtime;
  expect(await kernel.capabilities.load()).toMatchObject([
    { namespace: 'dying', error: { code: 'DRIVER_UNAVAILABLE' } },
  ]);
  const listed = JSON.stringify(kernel.capabilities.list());
  expect(listed).not.toContain(SERVER_SECRET);
  expect(listed).toContain('The key is [REDACTED');
  expect(listed).toContain('good.echo');
});

test('what is shown of servers is hidden like content', async () => {
  const administration = await runtime.mcp();
  const states = await administration.states();
  expect(JSON.stringify(states)).not.toContain(SERVER_SECRET);
  expect(states).toMatchObject([{ server: 'bad' }, { server: 'dying', state: 'failed' }, { server: 'good' }, {}]);
  expect(states[1]?.last_words).toContain('cannot open [REDACTED');
  expect(await failureOf(() => administration.states('goof'))).toMatchObject({ hint: 'did you mean good?' });
});

test('a confirmation leaves one trace, whether it comes off or not', async () => {
  const administration = await runtime.mcp();
  const { kernel, principal } = runtime;
  const reviews = await administration.review('pinned');
  expect(reviews.length).toBeGreaterThan(3);
  await administration.confirm(reviews);
  const [one] = reviews;
  const unknown = one === undefined ? [] : [{ ...one, server: 'nobody', digest: SERVER_SECRET }];
  expect(await failureOf(() => administration.confirm(unknown))).toMatchObject({ code: 'CONFIG_INVALID' });
  const traces = await kernel.audit.list({ event: 'trust' });
  expect(traces).toMatchObject([
    { event: 'trust', outcome: 'failed', error: { code: 'CONFIG_INVALID' }, capability_id: one?.capability_id },
    {
      event: 'trust',
      outcome: 'completed',
      principal_id: principal.principal_id,
      args: {
        server: 'pinned',
        count: reviews.length,
        tools: reviews.map(({ tool, pin, digest }) => `${tool} (${pin}, sha256 ${digest.slice(0, 16)})`),
      },
    },
  ]);
  expect(await kernel.audit.verify()).toMatchObject({ ok: true });
  expect(await administration.review('pinned')).toEqual([]);
});

test('arguments whose schema refers to an address are refused before anything is asked', async () => {
  const { result } = await invoke('bad.bad_args', { a: 1 });
  expect(result).toMatchObject({ status: 'failed', error: { code: 'CONFIG_INVALID' } });
});

test('a result of 20 MB is kept whole, in bounded memory', async () => {
  await invoke('good.big', { bytes: 1000 });
  const before = process.memoryUsage.rss();
  const { result } = await invoke('good.big', { bytes: 20_000_000 });
  expect(result.final_frame).toMatchObject({ status: 'completed', seen: { chars: 20_000_000 } });
  expect(process.memoryUsage.rss() - before).toBeLessThan(3 * 64 * 1024 * 1024);
});
