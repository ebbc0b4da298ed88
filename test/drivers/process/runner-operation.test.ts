import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import type { DriverCall } from '../../../src/contract/driver.js';
import type { Frame } from '../../../src/contract/frame.js';
import { createProcessDriver } from '../../../src/drivers/process/index.js';
import { KernelError } from '../../../src/index.js';
import { createKernel } from '../../../src/library.js';
import { makeCall, rowsOf, textOf, warningsOf } from '../../support/driver-call.js';
import { ANN, records, TEST_CAPABILITY } from '../../support/test-kernel.js';

const PROGRAM = resolve('fixtures/programs/fake-runner.mjs');
const host = { cwd: process.cwd(), env: { PATH: process.env['PATH'] }, stdin: undefined };

type Members = Readonly<Record<string, unknown>>;

function bindingOf(behavior: string, options: Members = {}) {
  return {
    driver_id: 'process',
    operation: 'runner',
    options: { command: process.execPath, args: [PROGRAM], env: { AKERNEL_RUNNER_BEHAVIOR: behavior }, ...options },
  };
}

async function run(behavior: string, options: Members = {}, more: Partial<DriverCall> = {}) {
  const chunks: Chunk[] = [];
  const call = { ...makeCall({ binding: bindingOf(behavior, options), args: { topic: 'kernels' } }), ...more };
  let error: unknown;
  try {
    for await (const chunk of createProcessDriver(host).executeStream(call)) {
      chunks.push(chunk);
    }
  } catch (failure) {
    error = failure;
  }
  return { chunks, error };
}

describe('output', () => {
  test('the arguments are the payload; without chunks the final text is shown', async () => {
    const { chunks, error } = await run('echo');
    expect(textOf(chunks, 'text')).toBe('{"topic":"kernels"}');
    expect(chunks.at(-1)).toEqual({ type: 'exit', exit_code: 0, signal: null });
    expect(error).toBeUndefined();
  });

  test('what was streamed as text is not shown again', async () => {
    expect(textOf((await run('chunks=3')).chunks, 'text')).toBe('chunk-1chunk-2chunk-3');
  });

  test('kinds become channels and records; the log is counted', async () => {
    const { chunks } = await run('kinds');
    expect(textOf(chunks, 'text')).toBe('text with 😀 and \u2028 and\nnewline');
    expect([textOf(chunks, 'stdout'), textOf(chunks, 'body'), textOf(chunks, 'tool_output')]).toEqual([
      'out\n',
      '<p>',
      'result',
    ]);
    expect(rowsOf(chunks)).toEqual([{ kind: 'plan', content: { plan: ['a', 'b'] }, metadata: { version: 2 } }]);
    expect(textOf(chunks, 'log')).toBe('');
    expect(warningsOf(chunks)).toEqual(['messages of the log of the runner are not shown: 1']);
  });

  test('surrogate pairs that two chunks share are whole, and halves are replaced', async () => {
    const { chunks } = await run('surrogates');
    const texts = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
    expect(texts.join('')).toBe('a😀b\ufffdc\ufffd');
    expect(texts.every((text) => !/\p{Surrogate}/u.test(text))).toBe(true);
  });

  test.each([
    ['malformed', 'lines of the runner that are no messages were skipped: 2'],
    ['oversize=2000000', 'lines of the runner over the size limit were dropped: 1'],
    ['late-chunk', 'chunks after the end of the runner were dropped: 2'],
  ])('nothing is lost in silence: %s', async (behavior, warning) => {
    const { chunks, error } = await run(behavior);
    expect(warningsOf(chunks)).toEqual([warning]);
    expect(error).toBeUndefined();
  });

  test('a line that is too long counts as a record that could not be read', async () => {
    const { chunks } = await run('oversize=2031616');
    expect(chunks).toContainEqual({
      type: 'warning',
      message: 'lines of the runner over the size limit were dropped',
      count: 1,
      lost_bytes: 2031616,
    });
  });

  test('a charge over the grant is told', async () => {
    const { chunks } = await run('charge=tokens:70', { grants: { tokens: 50 } });
    expect(warningsOf(chunks)).toEqual(['the runner charged more than it was granted: 1']);
  });
});

describe('failures', () => {
  test.each([
    ['failed', 'DRIVER_FAILED', 'the runner ended as failed', 'half of it'],
    ['exit=0', 'DRIVER_FAILED', 'the runner ended with status 0 without saying so', 'before the exit'],
    ['kind=banana', 'DRIVER_PROTOCOL', 'the runner ended in a way that the protocol does not know', 'done'],
    ['chunk-first', 'DRIVER_PROTOCOL', 'the runner is not ready: it sent chunk first', ''],
    ['kind=cancelled', 'CANCELLED', 'the runner cancelled its run', 'done'],
  ])('%s: %s', async (behavior, code, message, text) => {
    const { chunks, error } = await run(behavior);
    expect(error).toMatchObject({ code, message });
    expect(textOf(chunks, 'text')).toBe(text);
  });

  test('a limit of time', async () => {
    const { chunks, error } = await run('obey-stop', { timeout_ms: 300 });
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'the runner took longer than 300 ms' });
    expect(textOf(chunks, 'text')).toBe('waiting');
  });

  test('an abort', async () => {
    const { error } = await run('obey-stop', {}, { signal: AbortSignal.timeout(400) });
    expect(error).toMatchObject({ code: 'CANCELLED' });
  });

  test.each([
    [{ tools: 'all' }, 'options.tools'],
    [{ handshake_timeout_ms: 0 }, 'options.handshake_timeout_ms'],
    [{ output: 'text' }, 'options'],
  ])('a broken registration is named: %j', async (options, place) => {
    const message = `a capability of the process driver has a mistake in ${place}`;
    expect((await run('echo', options)).error).toMatchObject({ code: 'CONFIG_INVALID', message });
  });
});

describe('starting again after a crash', () => {
  const restart = { max_restarts: 2, backoff_base_ms: 1, backoff_jitter_ms: 0 };
  const idempotent = (behavior: string, more: Members) => {
    const call = makeCall({ binding: bindingOf(behavior, { restart }) });
    return { ...call, capability: { ...call.capability, ...more } };
  };

  test('as often as the config allows; what came before is kept, and it is told', async () => {
    const { chunks, error } = await run('exit=1', { restart });
    expect(textOf(chunks, 'text')).toBe('before the exit'.repeat(3));
    expect(warningsOf(chunks)).toEqual(Array(2).fill('the runner crashed and was started again: 1'));
    expect(error).toMatchObject({ code: 'DRIVER_FAILED' });
  });

  test('not without it', async () => {
    const { chunks } = await run('exit=1');
    expect(textOf(chunks, 'text')).toBe('before the exit');
    expect(warningsOf(chunks)).toEqual([]);
  });

  test.each([
    [{ safety_class: 'WRITE' as const }, 'CONFIG_INVALID', 'a capability that is WRITE has options.restart'],
    [{ safety_class: 'WRITE' as const, idempotent: true }, 'DRIVER_FAILED', 'the runner ended with status 1'],
  ])('work that must not be repeated is not: %j', async (more, code, message) => {
    const { error } = await run('exit=1', {}, idempotent('exit=1', more));
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each([
    [{ max_restarts: 0 }, 'options.restart.max_restarts'],
    [{ max_restarts: 1, backoff_base_ms: 60_001 }, 'options.restart'],
    [{ max_restarts: 1, backoff_cap_ms: 999 }, 'options.restart'],
    [{ backoff_base_ms: 5 }, 'options.restart.max_restarts'],
    [true, 'options.restart'],
  ])('a policy that makes no sense is refused: %j', async (wrong, place) => {
    const message = `a capability of the process driver has a mistake in ${place}`;
    expect((await run('echo', { restart: wrong })).error).toMatchObject({ code: 'CONFIG_INVALID', message });
  });
});

describe('tools', () => {
  const behavior = `tool_call=${JSON.stringify({ tool: 'test.inner', args: { a: 1 }, show: true })}`;
  const frame: Frame = {
    seq: 0,
    phase: 1,
    is_final: true,
    rows: [{ id: 1 }],
    budget: { unit: 'tokens', encoding: 'o200k_base', exact: true, total: 4000, used: 1, remaining: 3999 },
  };

  async function answer(options: Members, invoke: DriverCall['invoke']): Promise<unknown> {
    const { chunks, error } = await run(behavior, options, invoke === undefined ? {} : { invoke });
    expect(error).toBeUndefined();
    return JSON.parse(textOf(chunks, 'text'));
  }

  test('a capability that is allowed by name is called, and its frame is the answer', async () => {
    const asked: unknown[] = [];
    const response = await answer({ tools: ['test.inner'] }, async ({ capabilityId, args }) => {
      asked.push({ capabilityId, args });
      return frame;
    });
    expect(asked).toEqual([{ capabilityId: 'test.inner', args: { a: 1 } }]);
    expect(response).toMatchObject({ ok: true, result: frame });
  });

  test.each([[{ tools: ['test.other'] }], [{}]])('no other: %j', async (options) => {
    expect(await answer(options, async () => frame)).toMatchObject({ ok: false, error: 'tool_not_found' });
  });

  test.each([
    ['a denial', new KernelError('POLICY_DENIED', 'not for you'), 'permission_denied', 'not for you'],
    ['a failure', new KernelError('DRIVER_FAILED', 'it broke'), 'tool_failed', 'it broke'],
    ['an error of another kind', new Error('private'), 'tool_failed', 'the tool failed'],
  ])('%s is told as one', async (_, error, slug, message) => {
    const failing = () => Promise.reject(error);
    expect(await answer({ tools: ['test.inner'] }, failing)).toMatchObject({ ok: false, error: slug, message });
  });

  test('a frame of a call that failed is no result', async () => {
    const failed: Frame = { ...frame, status: 'failed', error: { code: 'DRIVER_FAILED', message: 'in the middle' } };
    expect(await answer({ tools: ['test.inner'] }, async () => failed)).toMatchObject({
      ok: false,
      error: 'tool_failed',
      message: 'in the middle',
    });
  });

  test('through a kernel: policy, firewall and traces on the way', async () => {
    const mail = ['ann.other', 'example.org'].join('@');
    const kernel = await createKernel({
      drivers: [
        {
          driver_id: 'test',
          async *executeStream() {
            yield records([{ id: 1, mail }]);
          },
        },
      ],
      capabilities: [
        { ...TEST_CAPABILITY, capability_id: 'test.inner' },
        { ...TEST_CAPABILITY, capability_id: 'test.write', safety_class: 'WRITE' },
        ...['test.inner', 'test.write', 'test.gone'].map((tool) => ({
          ...TEST_CAPABILITY,
          capability_id: `${tool}_runner`,
          driver: bindingOf(`tool_call=${JSON.stringify({ tool, args: {}, show: true })}`, { tools: [tool] }),
        })),
      ],
    });
    const shownBy = async (capabilityId: string) => {
      const { capability_token } = await kernel.grant({ principal: ANN, capabilityId });
      const request = { capabilityId, args: {}, principal: ANN, capabilityToken: capability_token };
      const result = await kernel.invoke({ ...request, mode: 'table' });
      return JSON.stringify(result);
    };
    const inner = await shownBy('test.inner_runner');
    expect(inner).toContain('[REDACTED:email]');
    expect(inner).not.toContain(mail);
    expect(await shownBy('test.write_runner')).toContain('permission_denied');
    expect(await shownBy('test.gone_runner')).toContain('tool_not_found');
    const [trace] = await kernel.audit.list({ capability_id: 'test.inner' });
    expect(trace).toMatchObject({ outcome: 'completed', parent_action_id: expect.stringMatching(/^a_/) });
    await kernel.close();
  });
});
