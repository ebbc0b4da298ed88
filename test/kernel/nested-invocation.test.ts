import { afterEach, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { DriverCall } from '../../src/contract/driver.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel, type KernelOptions } from '../../src/library.js';
import { failureOf } from '../support/driver-call.js';
import { ANN, records, TEST_CAPABILITY, text } from '../support/test-kernel.js';

let kernel: Kernel | undefined;
afterEach(() => kernel?.close());

const JUSTIFICATION = 'asked for by a test of nested calls';

type Source = (call: DriverCall) => AsyncIterable<Chunk>;

/** Capabilities by name, each with the chunks that the test gives. */
async function kernelOf(sources: Readonly<Record<string, Source>>, more: KernelOptions = {}): Promise<Kernel> {
  kernel = await createKernel({
    ...more,
    drivers: [
      {
        driver_id: 'test',
        async *executeStream(call) {
          yield* sources[call.capability.capability_id]?.(call) ?? [];
        },
      },
    ],
    capabilities: Object.keys(sources).map((capability_id) => ({
      ...TEST_CAPABILITY,
      capability_id,
      safety_class: capability_id.endsWith('write') ? ('WRITE' as const) : ('READ' as const),
    })),
  });
  return kernel;
}

async function call(capabilityId: string, more: object = {}) {
  const granted = await kernel?.grant({ principal: ANN, capabilityId, justification: JUSTIFICATION });
  const capabilityToken = granted?.capability_token ?? '';
  const request = { capabilityId, args: {}, principal: ANN, capabilityToken, justification: JUSTIFICATION, ...more };
  return kernel?.invoke({ ...request, mode: 'table' });
}

/** Calls another capability and shows what came of it. */
function calling(capabilityId: string): Source {
  return async function* ({ invoke, signal }) {
    try {
      yield records([{ frame: await invoke?.({ capabilityId, args: {}, signal }) }]);
    } catch (error) {
      yield records([{ code: Object(error).code, message: Object(error).message }]);
    }
  };
}

const MAIL = ['ann.other', 'example.org'].join('@');

test('a driver calls another capability and gets its firewalled frame', async () => {
  let got: unknown;
  await kernelOf({
    'test.outer': async function* ({ invoke, signal }) {
      got = await invoke?.({ capabilityId: 'test.inner', args: { a: 1 }, signal });
      yield text('done');
    },
    'test.inner': async function* ({ args }) {
      yield records([{ args, mail: MAIL }]);
    },
  });
  await call('test.outer');
  expect(got).toMatchObject({ is_final: true, status: 'completed', rows: [{ args: { a: 1 } }] });
  expect(JSON.stringify(got)).not.toContain(MAIL);
});

test('each call has its own trace, which names its parent', async () => {
  const all = await kernelOf({
    'test.outer': calling('test.inner'),
    'test.inner': async function* () {
      yield text('inner');
    },
  });
  await call('test.outer');
  const traces = await all.audit.list({ event: 'invoke' });
  const [inner, outer] = ['test.inner', 'test.outer'].map((id) => traces.find((trace) => trace.capability_id === id));
  expect(inner).toMatchObject({ parent_action_id: outer?.action_id, principal_id: 'ann', outcome: 'completed' });
  expect(inner?.justification).toBe(JUSTIFICATION);
  expect(outer).not.toHaveProperty('parent_action_id');
  expect(await all.audit.verify()).toMatchObject({ ok: true });
});

test('policy decides on it like on any other, with a trace of the denial', async () => {
  const all = await kernelOf({ 'test.outer': calling('test.write'), 'test.write': calling('test.outer') });
  const frame = await call('test.outer');
  expect(frame?.rows).toMatchObject([{ code: 'POLICY_DENIED' }]);
  expect(await all.audit.list({ event: 'grant', outcome: 'denied' })).toMatchObject([{ capability_id: 'test.write' }]);
});

test('a capability that is not there', async () => {
  await kernelOf({ 'test.outer': calling('test.gone') });
  expect((await call('test.outer'))?.rows).toMatchObject([{ code: 'CAPABILITY_NOT_FOUND' }]);
});

test('a circle ends at the fourth call within a call', async () => {
  const all = await kernelOf({ 'test.outer': calling('test.outer') });
  expect(JSON.stringify(await call('test.outer'))).toContain('"status":"completed"');
  const traces = await all.audit.list({ event: 'invoke' });
  expect(traces).toHaveLength(5);
});

test('it shows no more rows than its parent may', async () => {
  let rows: number | undefined;
  const all = await kernelOf({
    'test.outer': async function* ({ invoke, signal }) {
      rows = (await invoke?.({ capabilityId: 'test.inner', args: {}, signal }))?.rows?.length;
      yield text('done');
    },
    'test.inner': async function* () {
      yield records(Array.from({ length: 20 }, (_, id) => ({ id })));
    },
  });
  const constraints = { max_rows: 3 };
  const grant = await all.grant({ principal: ANN, capabilityId: 'test.outer', constraints });
  await call('test.outer', { capabilityToken: grant.capability_token });
  expect(rows).toBe(3);
});

test('it spends from the same session', async () => {
  const all = await kernelOf({
    'test.outer': calling('test.inner'),
    'test.inner': async function* () {
      yield text('inner '.repeat(100));
    },
  });
  const session = await all.sessions.create(ANN, 100_000);
  await call('test.outer', { sessionId: session.session_id });
  const traces = await all.audit.list({ event: 'invoke' });
  expect(traces.map(({ session_id }) => session_id)).toEqual([session.session_id, session.session_id]);
  const spent = traces.reduce((sum, { totals }) => sum + (totals?.budget_used ?? 0), 0);
  expect(await all.sessions.get(session.session_id, ANN)).toMatchObject({ used: spent, reserved: 0 });
});

test('the end of the outer call ends the inner one', async () => {
  let wasAborted = false;
  await kernelOf({
    'test.outer': calling('test.inner'),
    'test.inner': async function* ({ signal }) {
      yield text('inner');
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          wasAborted = true;
          resolve();
        });
      });
    },
  });
  const error = await failureOf(async () => {
    const frame = await call('test.outer', { timeoutMs: 300 });
    throw new Error(frame?.status);
  });
  expect(String(error)).toContain('300 ms');
  expect(wasAborted).toBe(true);
});
