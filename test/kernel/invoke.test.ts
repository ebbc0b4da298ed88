import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import type { DriverCall } from '../../src/contract/driver.js';
import { isKernelError } from '../../src/contract/errors.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import {
  ANN,
  BOB,
  drain,
  kernelOver,
  records,
  requestFor,
  stream,
  TEST_CAPABILITY,
  text,
} from '../support/test-kernel.js';

const SECRET = `${'gh'}${'p_'}${'Zx9Q'.repeat(9)}`;

async function* slowly(call: DriverCall) {
  for (let i = 0; !call.signal.aborted; i += 1) {
    yield records([{ i }]);
    await sleep(5);
  }
}

async function invokeTraces(kernel: Kernel) {
  return kernel.audit.list({ event: 'invoke' });
}

describe('how a stream ends', () => {
  it('completed: one trace with totals, handle complete', async () => {
    const kernel = await kernelOver(() => [records([{ id: 1 }, { id: 2 }])]);
    const { result } = await stream(kernel);
    expect(result).toMatchObject({ status: 'completed', handle_id: expect.stringMatching(/^h_/) });
    expect(await invokeTraces(kernel)).toMatchObject([
      { action_id: result.action_id, outcome: 'completed', totals: { rows: 2, shown_rows: 2, frames: 2 } },
    ]);
    expect(await kernel.audit.verify()).toMatchObject({ ok: true, records_checked: 2 });
  });

  it('cancelled before it began: a driver that does not stream is not called', async () => {
    let calls = 0;
    const execute = async (): Promise<never> => {
      calls += 1;
      throw new Error('not stopped');
    };
    const kernel = await createKernel({
      drivers: [{ driver_id: 'test', execute }],
      capabilities: [TEST_CAPABILITY],
    });
    const { result } = await stream(kernel, { signal: AbortSignal.abort() });
    expect(result.status).toBe('cancelled');
    expect(calls).toBe(0);
  });

  it('W8: cancelled by leaving the loop: the driver stops, the handle keeps what came', async () => {
    let stopped = false;
    const kernel = await kernelOver(async function* (call) {
      try {
        yield* slowly(call);
      } finally {
        stopped = true;
      }
    });
    const run = kernel.invokeStream(await requestFor(kernel));
    for await (const _ of run) {
      break;
    }
    const result = await run.result;
    expect(stopped).toBe(true);
    expect(result.status).toBe('cancelled');
    expect(result.final_frame).toMatchObject({
      is_final: true,
      status: 'cancelled',
      handle: { state: 'partial', reason: 'cancelled' },
    });
    expect(await invokeTraces(kernel)).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('cancelled by its signal: the final frame still comes', async () => {
    const kernel = await kernelOver(slowly);
    const abort = new AbortController();
    const run = kernel.invokeStream(await requestFor(kernel, { signal: abort.signal }));
    setTimeout(() => abort.abort(), 60);
    const { frames, result } = await drain(run);
    expect(result.status).toBe('cancelled');
    expect(frames.at(-1)).toMatchObject({ is_final: true, status: 'cancelled' });
  });

  it('timed out', async () => {
    const kernel = await kernelOver(slowly);
    const { frames, result } = await stream(kernel, { timeoutMs: 60 });
    expect(result).toMatchObject({ status: 'timeout', error: { code: 'TIMEOUT' } });
    expect(frames.at(-1)).toMatchObject({ status: 'timeout', handle: { state: 'partial', reason: 'timeout' } });
    expect(frames.at(-1)?.seen?.rows).toBeGreaterThan(0);
    expect(await invokeTraces(kernel)).toMatchObject([{ outcome: 'timeout', error: { code: 'TIMEOUT' } }]);
  });

  it('timed out although the driver ignores its signal', async () => {
    const kernel = await kernelOver(async function* () {
      yield records([{ i: 1 }]);
      await new Promise(() => undefined);
    });
    const { result } = await stream(kernel, { timeoutMs: 60 });
    expect(result.status).toBe('timeout');
  });

  it('W9, W26: failed after some rows: a last frame with the redacted error, no text from the middle of a secret', async () => {
    const kernel = await kernelOver(async function* () {
      yield text('some clean text, then ');
      yield text(SECRET.slice(0, 20));
      throw new Error(`upstream said: bad credential ${SECRET} for ann@example.com`);
    });
    const { frames, result } = await stream(kernel);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'DRIVER_FAILED' } });
    expect(frames.at(-1)).toMatchObject({
      is_final: true,
      status: 'failed',
      error: { code: 'DRIVER_FAILED' },
      handle: { state: 'partial' },
    });
    const everything = JSON.stringify([frames, await invokeTraces(kernel), result.error?.message]);
    expect(everything).not.toContain(SECRET.slice(4, 10));
    expect(everything).not.toContain('ann@example.com');
  });

  it('throws its error after the last frame', async () => {
    const kernel = await kernelOver(() => {
      throw new Error('no');
    });
    const run = kernel.invokeStream(await requestFor(kernel));
    const seen: boolean[] = [];
    await expect(
      (async () => {
        for await (const frame of run) {
          seen.push(frame.is_final);
        }
      })(),
    ).rejects.toMatchObject({ code: 'DRIVER_FAILED' });
    expect(seen).toEqual([true]);
  });

  it('W33: rows that look like markers are only rows', async () => {
    const rows = [{ __is_final__: true }, { is_final: true, status: 'completed' }, { done: true }];
    const { frames } = await stream(await kernelOver(() => rows.map((row) => records([row]))));
    expect(frames.at(-1)?.seen?.rows).toBe(3);
  });

  it('W34: an empty result is one final frame', async () => {
    const { frames } = await stream(await kernelOver(() => []));
    expect(frames).toHaveLength(1);
    expect(frames[0]).toMatchObject({ seq: 0, is_final: true, status: 'completed', seen: { rows: 0 }, provenance: {} });
  });

  it('lets timers run under a source that never waits', async () => {
    const kernel = await kernelOver(function* () {
      for (;;) {
        yield records([{ a: 1 }]);
      }
    });
    const { result } = await stream(kernel, { timeoutMs: 150 });
    expect(result.status).toBe('timeout');
  });
});

describe('P11: the same input gives the same content', () => {
  it('in every mode and on every page, but for ids and times', async () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({
      id: i,
      email: `a${i % 9}@example.com`,
      amount: (i * 37) % 101,
    }));
    const once = async () => {
      const kernel = await kernelOver(() => [records(rows.slice(0, 300)), records(rows.slice(300))]);
      const { frames, result } = await stream(kernel, { maxTokens: 2000 });
      const table = await kernel.invoke(await requestFor(kernel, { mode: 'table' }));
      const page = await kernel.expand({ handleId: result.handle_id ?? '', principal: ANN, offset: 600 });
      const told = JSON.stringify([frames, table, page]);
      return told.replace(/\b[ah]_[0-9a-z]{10}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    };
    // ids cost a varying number of model tokens, so what was used may differ by a little
    const content = (told: string) => told.replace(/"(?:used|remaining)":\d+/g, '');
    expect(content(await once())).toBe(content(await once()));
  });
});

describe('what is checked before a driver is opened', () => {
  async function refused(more: object, kernelOptions: Parameters<typeof kernelOver>[1] = {}) {
    let opened = false;
    const kernel = await kernelOver(() => {
      opened = true;
      return [];
    }, kernelOptions);
    const outcome = await kernel.invoke(await requestFor(kernel, more)).catch((error: unknown) => error);
    expect(opened).toBe(false);
    const traces = await invokeTraces(kernel);
    expect(traces).toHaveLength(1);
    return { error: isKernelError(outcome) ? outcome : undefined, trace: traces[0] };
  }

  it('W24: the operation is the registered one, whatever the arguments say', async () => {
    const seen: string[] = [];
    const kernel = await kernelOver((call) => {
      seen.push(call.binding.operation);
      return [];
    });
    await kernel.invoke(await requestFor(kernel, { args: { operation: 'wipe' } }));
    expect(seen).toEqual(['run']);
  });

  it('a capability token of somebody else', async () => {
    const kernel = await kernelOver(() => []);
    const request = await requestFor(kernel);
    await expect(kernel.invoke({ ...request, principal: BOB })).rejects.toMatchObject({ code: 'TOKEN_REJECTED' });
  });

  it('a wrong argument', async () => {
    const params = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    expect((await refused({ args: {} }, { capability: { params } })).error).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('"n"'),
    });
    const secret = await refused({ args: { n: SECRET } }, { capability: { params } });
    expect(JSON.stringify([secret.error?.message, secret.trace])).not.toContain(SECRET.slice(4, 10));
  });

  it('a revoked grant, before and during a stream', async () => {
    const kernel = await kernelOver(slowly);
    const { grant_id, capability_token } = await kernel.grant({ principal: ANN, capabilityId: 'test.run' });
    const request = { capabilityId: 'test.run', args: {}, principal: ANN, capabilityToken: capability_token };
    const run = kernel.invokeStream(request);
    setTimeout(() => void kernel.revoke({ grantId: grant_id }, ANN), 50);
    const { result } = await drain(run);
    expect(result.error).toMatchObject({ code: 'TOKEN_REVOKED' });
    await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    await expect(kernel.expand({ handleId: result.handle_id ?? '', principal: ANN })).rejects.toMatchObject({
      code: 'TOKEN_REVOKED',
    });
  });

  it('W27: the rate at invoke, with one capability token', async () => {
    const kernel = await kernelOver(() => []);
    const { capability_token: capabilityToken } = await kernel.grant({ principal: BOB, capabilityId: 'test.run' });
    const codes: string[] = [];
    for (let i = 0; i < 62; i += 1) {
      const call = kernel.invoke({ capabilityId: 'test.run', args: {}, principal: BOB, capabilityToken });
      codes.push(
        await call.then(
          () => 'ok',
          (error: { code: string }) => error.code,
        ),
      );
    }
    expect(codes.filter((code) => code === 'ok')).toHaveLength(60);
    expect(codes.slice(60)).toEqual(['POLICY_DENIED', 'POLICY_DENIED']);
  });

  it('max_calls of a narrowed capability token', async () => {
    const kernel = await kernelOver(() => []);
    const request = await requestFor(kernel);
    const narrowed = { ...request, capabilityToken: kernel.narrow(request.capabilityToken, [{ max_calls: 2 }]) };
    await kernel.invoke(narrowed);
    await kernel.invoke(narrowed);
    await expect(kernel.invoke(narrowed)).rejects.toMatchObject({ code: 'POLICY_DENIED' });
  });

  it('a denied grant: POLICY_DENIED with a trace, and nothing consumed by asking why', async () => {
    const kernel = await kernelOver(() => [], { capability: { safety_class: 'DESTRUCTIVE' } });
    await expect(kernel.grant({ principal: ANN, capabilityId: 'test.run' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
      hint: expect.any(String),
    });
    expect(await kernel.audit.list({ event: 'grant' })).toMatchObject([{ outcome: 'denied' }]);
    const decision = await kernel.decide({ principal: ANN, capabilityId: 'test.run' });
    expect(decision).toMatchObject({
      allowed: false,
      denials: [{ reason: 'missing_role' }, { reason: 'insufficient_justification' }],
    });
  });
});

describe('sessions', () => {
  it('five calls at once each get a share: who finds none waits for one that is given back', async () => {
    const kernel = await kernelOver(() => [records([{ id: 1 }])]);
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 5000);
    const calls = await Promise.all(Array.from({ length: 5 }, () => stream(kernel, { sessionId })));
    expect(calls.map(({ result }) => result.status)).toEqual(Array(5).fill('completed'));
    const spent = calls.map(({ frames }) => frames.at(-1)?.budget.used ?? 0);
    const used = spent.reduce((sum, tokens) => sum + tokens, 0);
    expect(await kernel.sessions.get(sessionId, ANN)).toMatchObject({ used, reserved: 0 });
  });

  it('a call that waits for a share is ended by its deadline or an abort, and holds nothing', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const kernel = await kernelOver(async function* () {
      yield records([{ id: 1 }]);
      await held;
    });
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 4200);
    const first = kernel.invokeStream(await requestFor(kernel, { sessionId }))[Symbol.asyncIterator]();
    await first.next();
    const late = stream(kernel, { sessionId, timeoutMs: 100 });
    const controller = new AbortController();
    const aborted = stream(kernel, { sessionId, signal: controller.signal });
    expect((await late).result).toMatchObject({ status: 'timeout', error: { code: 'TIMEOUT' } });
    controller.abort();
    expect((await aborted).result).toMatchObject({ status: 'cancelled' });
    release();
    await first.return?.();
    expect(await kernel.sessions.get(sessionId, ANN)).toMatchObject({ reserved: 0 });
  });

  it('share an allowance, charge every frame, and refuse when it is used up', async () => {
    const kernel = await kernelOver(() => [
      records(Array.from({ length: 2000 }, (_, id) => ({ id, note: 'some words to count' }))),
    ]);
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 6000);
    const first = await stream(kernel, { sessionId, maxTokens: 4000 });
    const spent = first.frames.at(-1)?.budget.used ?? 0;
    expect(await kernel.sessions.get(sessionId, ANN)).toMatchObject({ used: spent, reserved: 0 });
    const second = await stream(kernel, { sessionId, maxTokens: 4000 });
    expect(second.frames.at(-1)?.budget.total).toBe(6000 - spent);
    for (let i = 0; i < 20; i += 1) {
      await stream(kernel, { sessionId });
    }
    const last = await stream(kernel, { sessionId });
    expect(last.result.error).toMatchObject({ code: 'BUDGET_EXHAUSTED' });
    const session = await kernel.sessions.get(sessionId, ANN);
    expect(session.used).toBeLessThanOrEqual(6000);
    expect(session.reserved).toBe(0);
  });

  it('W6, W7: a session with little left degrades the form', async () => {
    const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: 'x' }));
    const kernel = await kernelOver(() => [records(rows)]);
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 4500);
    // Half of it has to be gone before the form changes, then four fifths.
    const forms: (string | undefined)[] = [];
    for (let call = 0; call < 8; call += 1) {
      const { mode, rows: shown } = await kernel.invoke(await requestFor(kernel, { sessionId, maxTokens: 1000 }));
      forms.push(shown?.length === rows.length ? 'whole' : mode);
    }
    expect([...new Set(forms)]).toEqual(['whole', 'table', 'summary']);
  });

  it('settle exactly once also when the driver fails or the reader leaves', async () => {
    const kernel = await kernelOver(() => {
      throw new Error('no');
    });
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 20_000);
    await stream(kernel, { sessionId });
    await kernel.invoke(await requestFor(kernel, { sessionId })).catch(() => undefined);
    const session = await kernel.sessions.get(sessionId, ANN);
    expect(session.reserved).toBe(0);
    expect(session.used).toBeGreaterThan(0);
  });

  it('belong to their principal', async () => {
    const kernel = await kernelOver(() => []);
    const { session_id: sessionId } = await kernel.sessions.create(ANN, 20_000);
    await expect(kernel.sessions.get(sessionId, BOB)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    const { result } = await stream(kernel, { sessionId, principal: BOB });
    expect(result.error).toMatchObject({ code: 'SESSION_NOT_FOUND' });
  });
});

describe('modes of one frame', () => {
  const rows = Array.from({ length: 120 }, (_, id) => ({ id, name: `n${id}`, body: 'word '.repeat(40) }));

  it('summary: facts and the handle', async () => {
    const kernel = await kernelOver(() => [records(rows)]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'summary' }));
    expect(frame).toMatchObject({ mode: 'summary', is_final: true, handle: { total_rows: 120 }, seen: { rows: 120 } });
    expect(frame.rows).toBeUndefined();
    expect(frame.facts?.[0]).toContain('120');
  });

  it('table: at most max_rows rows of at most max_fields fields', async () => {
    const kernel = await kernelOver(() => [records(rows)]);
    const frame = await kernel.invoke(
      await requestFor(kernel, { mode: 'table', maxRows: 7, maxFields: 2, maxTokens: 20_000 }),
    );
    expect(frame.rows).toHaveLength(7);
    expect(frame.rows?.[0]).toEqual({ id: 0, name: 'n0' });
    expect(frame.omitted).toMatchObject({ rows: 113, fields: ['body'] });
  });

  it('W12: a cell of 1 MB does not get out whole', async () => {
    const kernel = await kernelOver(() => [records([{ body: 'z'.repeat(1_000_000) }])]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'table' }));
    expect(JSON.stringify(frame).length).toBeLessThan(20_000);
  });

  it('W20: mixed lists', async () => {
    const kernel = await kernelOver(() => [records([{ a: 1 }, 7, 'x', null, [1]])]);
    expect((await kernel.invoke(await requestFor(kernel))).seen?.rows).toBe(5);
  });

  it('handle_only: the handle', async () => {
    const kernel = await kernelOver(() => [records(rows)]);
    const frame = await kernel.invoke(await requestFor(kernel, { mode: 'handle_only' }));
    expect(frame.facts).toBeUndefined();
    expect(frame.handle?.total_rows).toBe(120);
  });

  it('raw: for admins; others get a summary and a warning', async () => {
    const kernel = await kernelOver(() => [records([{ id: 1, email: 'ann@example.com' }])]);
    const admin = { ...ANN, roles: ['admin'] };
    const raw = await kernel.invoke(await requestFor(kernel, { mode: 'raw', principal: admin }));
    expect(raw.raw_data).toEqual([{ id: 1, email: '[REDACTED:email]' }]);
    expect(raw.handle).toBeUndefined();
    const other = await kernel.invoke(await requestFor(kernel, { mode: 'raw' }));
    expect(other).toMatchObject({ mode: 'summary', warnings: [expect.stringContaining('admin')] });
  });

  it('keeps nothing when asked, and says so', async () => {
    const kernel = await kernelOver(() => [records(rows)]);
    const frame = await kernel.invoke(await requestFor(kernel, { keep: false }));
    expect(frame.handle).toBeUndefined();
    expect(frame.warnings?.join()).toContain('nothing is kept');
    expect(await kernel.handles.list(ANN)).toEqual([]);
  });
});

describe('fallback', () => {
  const capability = (more: Partial<Capability>): Capability => ({
    ...TEST_CAPABILITY,
    fallbacks: [{ driver_id: 'second', operation: 'run' }],
    driver: { driver_id: 'first', operation: 'run' },
    ...more,
  });

  async function kernelWith(more: Partial<Capability>, yieldsFirst = false) {
    return createKernel({
      capabilities: [capability(more)],
      drivers: [
        {
          driver_id: 'first',
          async *executeStream() {
            if (yieldsFirst) {
              yield records([{ from: 'first' }]);
            }
            throw new Error('down');
          },
        },
        { driver_id: 'second', execute: async () => [{ from: 'second' }] },
      ],
    });
  }

  it('the next driver answers for a READ', async () => {
    const kernel = await kernelWith({});
    const { frames } = await stream(kernel);
    expect(frames[0]?.rows).toEqual([{ from: 'second' }]);
    expect((await invokeTraces(kernel))[0]).toMatchObject({ driver_id: 'second', outcome: 'completed' });
  });

  it('never after the first chunk, and never for a WRITE', async () => {
    const partly = await stream(await kernelWith({}, true));
    expect(partly.result.status).toBe('failed');
    const writer = { ...ANN, roles: ['writer'] };
    const kernel = await kernelWith({ safety_class: 'WRITE' });
    const grant = await kernel.grant({
      principal: writer,
      capabilityId: 'test.run',
      justification: 'because the test needs it',
    });
    const run = kernel.invokeStream({
      capabilityId: 'test.run',
      args: {},
      principal: writer,
      capabilityToken: grant.capability_token,
    });
    expect((await drain(run)).result.status).toBe('failed');
  });
});

describe('dry run', () => {
  it('says what would happen and consumes nothing', async () => {
    let opened = false;
    const kernel = await kernelOver(() => {
      opened = true;
      return [];
    });
    const plan = await kernel.plan({
      capabilityId: 'test.run',
      args: {},
      principal: ANN,
      capabilityToken: '',
      stream: true,
    });
    expect(plan).toMatchObject({
      driver_id: 'test',
      mode: 'stream',
      args_valid: true,
      decision: { allowed: true },
      budget_total: 4000,
    });
    expect(opened).toBe(false);
    expect(await kernel.audit.list({})).toEqual([]);
  });
});
