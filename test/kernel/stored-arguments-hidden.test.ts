import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Driver } from '../../src/contract/driver.js';
import type { Frame } from '../../src/contract/frame.js';
import type { Trace } from '../../src/contract/trace.js';
import { createKernel } from '../../src/library.js';
import { MAIL, run, SOURCE, setUp, TAKER } from '../support/stored-results.js';
import { ANN } from '../support/test-kernel.js';

test('what was hidden in the stored result is hidden in the result it was put into, also later', async () => {
  const kernel = await createKernel({
    capabilities: [
      {
        ...SOURCE,
        redaction: { sensitive_fields: ['id'], own_detectors: [{ name: 'x', type: 'x', pattern: 'EMP-[0-9]{3}' }] },
      },
      TAKER,
    ],
    drivers: [
      { driver_id: 'give', execute: async () => [{ staff: 'EMP-123' }] },
      { driver_id: 'take', execute: async ({ args }) => [{ said: args }] },
    ],
  });
  const { result } = await run(kernel, 'test.rows', {});
  const taken = await run(kernel, 'test.take', { any: { $handle: result.handle_id, path: 'rows[*].staff' } });
  expect(taken.stdout).not.toContain('EMP-123');
  expect(taken.stdout).toContain('[REDACTED:x]');
  const later = await kernel.expand({ handleId: taken.result.handle_id ?? '', principal: ANN });
  expect(JSON.stringify(later.rows)).toContain('[REDACTED:x]');
});

test('what is hidden in it today is hidden too', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-stored-'));
  const drivers: readonly Driver[] = [
    { driver_id: 'give', execute: async () => [{ staff: 'EMP-123' }] },
    { driver_id: 'take', execute: async ({ args }) => [{ said: args }] },
  ];
  try {
    const before = await createKernel({ directory, capabilities: [SOURCE, TAKER], drivers });
    const { result } = await run(before, 'test.rows', {});
    await before.close();
    const redaction = { own_detectors: [{ name: 'x', type: 'x', pattern: 'EMP-[0-9]{3}' }] };
    const today = await createKernel({ directory, capabilities: [{ ...SOURCE, redaction }, TAKER], drivers });
    const taken = await run(today, 'test.take', { any: { $handle: result.handle_id, path: 'rows[*].staff' } });
    expect(taken.stdout).toContain('[REDACTED:x]');
    expect(taken.stdout).not.toContain('EMP-123');
    await today.close();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a result is as sensitive as what was put into it', async () => {
  const { kernel, rows } = await setUp({
    source: { sensitivity: 'PII' },
    taker: { redaction: { detectors: { email: false } } },
  });
  const { stdout, result } = await run(kernel, 'test.take', { any: { $handle: rows, path: 'rows[*].mail' } });
  expect(stdout).not.toContain(MAIL);
  expect((await kernel.handles.get(result.handle_id ?? '', ANN)).sensitivity).toBe('PII');
});

test('what may be seen by the settings of both may be seen in the result', async () => {
  const kernel = await createKernel({
    config: { redaction: { pseudonyms: false, allow: { values: [MAIL] } } },
    capabilities: [SOURCE, TAKER],
    drivers: [
      { driver_id: 'give', execute: async () => [{ mail: MAIL }] },
      { driver_id: 'take', execute: async ({ args }) => [{ said: args }] },
    ],
  });
  const { result } = await run(kernel, 'test.rows', {});
  const taken = await run(kernel, 'test.take', { any: { $handle: result.handle_id, path: 'rows[*].mail' } });
  const later = await kernel.expand({ handleId: taken.result.handle_id ?? '', principal: ANN });
  expect([taken.stdout, JSON.stringify(later.rows)]).toEqual([
    expect.stringContaining(MAIL),
    expect.stringContaining(MAIL),
  ]);
});

test('what a driver passes on to another capability is hidden there too, and in no trace', async () => {
  const traces: Trace[] = [];
  let inner: Frame | undefined;
  const kernel = await createKernel({
    observer: (trace) => traces.push(trace),
    capabilities: [
      { ...SOURCE, redaction: { own_detectors: [{ name: 'x', type: 'x', pattern: 'EMP-[0-9]{3}' }] } },
      TAKER,
      { ...SOURCE, capability_id: 'test.inner', driver: { driver_id: 'inner', operation: 'run' } },
    ],
    drivers: [
      { driver_id: 'give', execute: async () => [{ staff: 'EMP-123', name: 'Johnny Weissmueller' }] },
      {
        driver_id: 'take',
        async execute({ args, invoke, signal }) {
          inner = await invoke?.({ capabilityId: 'test.inner', args, signal });
          await invoke?.({ capabilityId: 'test.inner', args: { fail: args['any'] }, signal }).catch(() => undefined);
          return [];
        },
      },
      {
        driver_id: 'inner',
        async execute({ args }) {
          if (Object.hasOwn(args, 'fail')) {
            throw new Error(`not for ${JSON.stringify(args)}`);
          }
          return [{ said: JSON.stringify(args) }];
        },
      },
    ],
  });
  const { result } = await run(kernel, 'test.rows', {});
  await run(kernel, 'test.take', { any: { $handle: result.handle_id } });
  expect(JSON.stringify(inner?.rows)).toContain('[REDACTED:x]');
  const later = await kernel.expand({ handleId: inner?.handle_id ?? '', principal: ANN });
  expect(JSON.stringify(later.rows)).toContain('[REDACTED:x]');
  expect(JSON.stringify([inner, later])).not.toContain('EMP-123');
  expect(traces.filter(({ capability_id: id }) => id === 'test.inner').map(({ outcome }) => outcome)).toContain(
    'failed',
  );
  expect(JSON.stringify(traces)).not.toMatch(/EMP-|Weissmueller/);
});

test.each<readonly [string, (reference: object) => Readonly<Record<string, unknown>>]>([
  ['an argument whose name is sensitive', (reference) => ({ password: reference })],
  ['arguments too long for a trace', (reference) => ({ long: 'x'.repeat(5000), any: reference })],
  ['a call that is refused', (reference) => ({ any: reference, unheard: 1 })],
])('the trace of %s names the handle', async (_, argumentsWith) => {
  const { kernel, rows } = await setUp({ taker: { params: { properties: { unheard: false } } } });
  const { result } = await run(kernel, 'test.take', argumentsWith({ $handle: rows, path: 'rows[*].mail' }));
  expect((await kernel.explain(result.action_id, ANN)).args_from).toEqual([`${rows}#rows[*].mail`]);
});

test('what does not fit is told without the names of its members', async () => {
  const strict = { type: 'object', properties: { id: {} }, additionalProperties: false };
  const params = { properties: { deep: { properties: { list: { type: 'array', items: strict } } } } };
  const { kernel, rows } = await setUp({ taker: { params } });
  const { result } = await run(kernel, 'test.take', { deep: { list: { $handle: rows, path: 'rows' } } });
  expect(result.error?.message).toBe('the argument "deep.list" must be in all its parts what the capability describes');
  const typed = await run(kernel, 'test.take', { deep: { list: { $handle: rows, path: 'rows[*].mail' } } });
  expect(typed.result.error?.message).toContain('"deep.list[0]" must be');
  const own = await run(kernel, 'test.take', { deep: { list: [{ other: { $handle: rows } }] } });
  expect(own.result.error?.message).toContain('there is no argument "deep.list[0].other"');
});

test('a failure of the driver is told without its words', async () => {
  const { kernel, rows } = await setUp({ failing: true });
  const { result, stdout } = await run(kernel, 'test.take', { ids: { $handle: rows, path: 'rows[*].id' } });
  expect(result.error).toMatchObject({ code: 'DRIVER_FAILED', message: expect.stringContaining('withheld') });
  expect(stdout).not.toContain('customer');
  expect(result.error?.cause).toBeUndefined();
});
