import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunnerPart, RunnerTool } from '../../../../src/contract/runner.js';
import { KernelError } from '../../../../src/index.js';
import { QUICK, spawnFake } from '../../../support/fake-runner.js';
import { partsOf } from '../../../support/parts-of.js';
import { ANN, kernelOver, records } from '../../../support/test-kernel.js';

const callOf = (tool: string, more: object = {}) => `tool_call=${JSON.stringify({ tool, args: {}, ...more })}`;

async function finished(behavior: string, tools: Readonly<Record<string, RunnerTool>> = {}, more = {}) {
  const run = await spawnFake(behavior, QUICK, { tools, ...more });
  const { parts } = await partsOf(run);
  const result = await run.result;
  const response: unknown = result.text.startsWith('{') ? JSON.parse(result.text) : undefined;
  return { parts, result, response };
}

const typesOf = (parts: readonly RunnerPart[]) => parts.map(({ type }) => type);

describe('charges', () => {
  test('C4.54: a charge is counted', async () => {
    const { parts, result } = await finished('charge=tokens:7');
    expect(result.charged).toMatchObject({ tokens: 7 });
    expect(parts[1]).toMatchObject({ type: 'usage', charged: { tokens: 7 } });
  });

  test('C4.54: what is no charge is ignored; a finished iteration charges by itself', async () => {
    const { result } = await finished('bad-charges');
    expect(result).toMatchObject({ status: 'completed', charged: { tokens: 5, cost_micro: 20 } });
    expect(Object.keys(result.charged).sort()).toEqual(['cost_micro', 'tokens']);
  });

  test('C4.55: a charge over the grant is recorded in full and told once', async () => {
    const { parts, result } = await finished('charge=tokens:7,times=3', {}, { grants: { tokens: 10 } });
    expect(result).toMatchObject({ status: 'completed', charged: { tokens: 21 } });
    expect(parts.filter(({ type }) => type === 'breach')).toMatchObject([
      { dimension: 'tokens', granted: 10, charged: 14 },
    ]);
  });

  test('a grant makes a dimension known', async () => {
    expect((await finished('charge=pages:3', {}, { grants: { pages: 5 } })).result.charged).toEqual({ pages: 3 });
  });
});

describe('tool calls', () => {
  test('a function of the host', async () => {
    const tools: Record<string, RunnerTool> = { add: ({ a, b }) => ({ sum: Number(a) + Number(b) }) };
    const { response, parts, result } = await finished(callOf('add', { args: { a: 1, b: 2 } }), tools);
    expect(response).toMatchObject({ tool_call_id: 'call-1', ok: true, result: { sum: 3 } });
    expect(typesOf(parts)).toEqual(['start', 'tool-call', 'tool-result', 'text-delta', 'finish']);
    expect(parts[1]).toMatchObject({ tool_call_id: 'call-1', tool_name: 'add', input: { a: 1, b: 2 } });
    expect(result.tool_calls).toBe(1);
  });

  test('many run at once', async () => {
    let running = 0;
    let most = 0;
    const slow = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(50);
      running -= 1;
    };
    await finished(callOf('slow', { count: 20 }), { slow });
    expect(most).toBeGreaterThan(5);
  });

  test('more than are run at once wait their turn', async () => {
    const { result } = await finished(callOf('quick', { count: 500 }), { quick: () => 'x' });
    expect(result).toMatchObject({ status: 'completed', tool_calls: 500 });
  });

  test.each<[string, RunnerTool | undefined, object, string, string]>([
    ['no such tool', undefined, {}, 'tool_not_found', 'there is no such tool'],
    ['a tool that throws', () => Promise.reject(new Error('private')), {}, 'tool_failed', 'the tool failed'],
    [
      'arguments that are refused',
      () => {
        throw new KernelError('USAGE', 'a is missing');
      },
      {},
      'invalid_args',
      'a is missing',
    ],
    [
      'a denial',
      () => {
        throw new KernelError('POLICY_DENIED', 'not for you');
      },
      {},
      'permission_denied',
      'not for you',
    ],
    ['arguments that are no object', () => 1, { args: [1] }, 'invalid_args', 'the arguments must be an object'],
  ])('%s', async (_, tool, call, slug, message) => {
    const { response } = await finished(callOf('it', call), tool === undefined ? {} : { it: tool });
    expect(response).toEqual({ op: 'tool_response', tool_call_id: 'call-1', ok: false, error: slug, message });
  });

  test('C4.56: a slow tool does not outlast the limit of the run; its signal is aborted', async () => {
    let wasAborted = false;
    const slow: RunnerTool = async (_, { signal }) => {
      await sleep(5000, undefined, { signal }).catch(() => undefined);
      wasAborted = signal.aborted;
    };
    const run = await spawnFake(callOf('slow'), { ...QUICK, timeoutMs: 500 }, { tools: { slow } });
    const result = await run.result;
    expect(result).toMatchObject({ status: 'timeout' });
    expect(result.duration_ms).toBeLessThan(2500);
    expect(wasAborted).toBe(true);
  });

  test('C4.57: a runner that does not read a large answer is read on, and can be stopped', async () => {
    const run = await spawnFake('tool-unread=large', QUICK, { tools: { large: () => 'x'.repeat(1024 * 1024) } });
    let after = 0;
    for await (const part of run) {
      after += part.type === 'text-delta' ? 1 : 0;
      if (after === 10) {
        void run.stop();
      }
    }
    expect(await run.result).toMatchObject({ status: 'cancelled' });
  });

  test('C4.58: what a tool writes while it runs comes before its result', async () => {
    const exec: RunnerTool = async (_, { emit }) => {
      emit('stdout', 'one\n');
      await sleep(20);
      emit('stdout', 'two\n');
      return { stdout: 'one\ntwo\n' };
    };
    const { parts, result } = await finished(callOf('exec'), { exec });
    const written = parts.flatMap((part) => (part.type === 'output' ? [part] : []));
    expect(typesOf(parts)).toEqual(['start', 'tool-call', 'output', 'output', 'tool-result', 'text-delta', 'finish']);
    expect(written.map(({ text }) => text).join('')).toBe('one\ntwo\n');
    expect(written.every(({ source }) => source === 'tool')).toBe(true);
    expect(result.chunk_count).toBe(1);
  });

  test('C4.59: exactly the cap of the text is whole, one character more is cut', async () => {
    const mebi = 1024 * 1024;
    const exact = await spawnFake(`burst=1,bytes=${mebi - 1}`, { maxLineBytes: 2 * mebi });
    expect(await exact.result).toMatchObject({ text_cut: false });
    const over = await spawnFake(`burst=1,bytes=${mebi}`, { maxLineBytes: 2 * mebi });
    expect(await over.result).toMatchObject({ text_cut: true });
  });
});

describe('a capability as a tool', () => {
  const rows = () => [records([{ id: 1, mail: ['ann', 'example.org'].join('@') }])];

  test('its answer is the firewalled frame', async () => {
    const kernel = await kernelOver(rows, { capability: { sensitivity: 'PII' } });
    const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'test.run' });
    const tool = { kernel, capabilityId: 'test.run', capabilityToken, principal: ANN };
    const { response } = await finished(callOf('people'), { people: tool });
    expect(response).toMatchObject({ ok: true, result: { is_final: true, status: 'completed' } });
    expect(JSON.stringify(response)).not.toContain('ann@');
    expect(await kernel.audit.list({ event: 'invoke' })).toMatchObject([{ outcome: 'completed' }]);
    await kernel.close();
  });

  test('C4.60: denied: the slug, nothing of the tool, and a trace', async () => {
    const kernel = await kernelOver(rows);
    const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId: 'test.run' });
    const other = { ...ANN, principal_id: 'eve' };
    const tool = { kernel, capabilityId: 'test.run', capabilityToken, principal: other };
    const { response, parts } = await finished(callOf('people'), { people: tool });
    expect(response).toMatchObject({ ok: false, error: 'permission_denied' });
    expect(parts.some(({ type }) => type === 'output' || type === 'custom')).toBe(false);
    expect(await kernel.audit.list({ event: 'invoke' })).toMatchObject([{ outcome: 'denied', principal_id: 'eve' }]);
    await kernel.close();
  });
});

describe('permissions', () => {
  test('many requests at once are asked by and by: they take the room of tool calls', async () => {
    let open = 0;
    let most = 0;
    const onPermission = async (): Promise<boolean> => {
      open += 1;
      most = Math.max(most, open);
      await sleep(1);
      open -= 1;
      return true;
    };
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const { result } = await finished('permissions=300', {}, { onPermission });
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(result).toMatchObject({ status: 'completed', text: '300 granted' });
    expect(most).toBe(16);
  });

  const answerOf = (more: object) => finished('permission', {}, more).then(({ response }) => response);

  test.each<[string, object, boolean]>([
    ['nobody who could answer: no', {}, false],
    ['yes', { onPermission: async () => true }, true],
    ['no', { onPermission: () => false }, false],
    ['not quite yes: no', { onPermission: () => 'yes' }, false],
    ['a failure: no', { onPermission: () => Promise.reject(new Error('private')) }, false],
  ])('%s', async (_, more, granted) => {
    expect(await answerOf(more)).toEqual({ op: 'permission_response', request_id: 'p-1', granted });
  });

  test('the question is told', async () => {
    const asked: unknown[] = [];
    await answerOf({ onPermission: (request: unknown) => asked.push(request) > 5 });
    expect(asked).toEqual([{ tool: 'Bash', input: { command: 'ls' } }]);
  });
});

test('a runner that paused because of its budget is told to go on', async () => {
  const run = await spawnFake('paused-budget');
  for await (const part of run) {
    if (part.type === 'log' && part.message === 'paused: too much') {
      run.resume();
    }
  }
  expect(await run.result).toMatchObject({ status: 'completed', text: 'went on' });
});
