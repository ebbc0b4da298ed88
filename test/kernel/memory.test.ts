import { afterEach, beforeEach, expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import type { InvokeRequest, Kernel } from '../../src/contract/kernel.js';
import type { Principal } from '../../src/contract/principal.js';
import type { Trace } from '../../src/contract/trace.js';
import { ANN, kernelOver, records, requestFor } from '../support/test-kernel.js';

const READER: Principal = { ...ANN, roles: ['reader', 'memory_reader_sensitive'] };
const ARGS = { key: 'birthday', content: 'the party is a surprise' };

let kernel: Kernel;
let traces: Trace[] = [];
beforeEach(async () => {
  traces = [];
  kernel = await kernelOver(() => [records([{ id: 1 }])], {
    observer: (trace) => traces.push(trace),
    capability: { tags: ['memory'] },
  });
});
afterEach(() => kernel.close());

test.each<[string, Partial<InvokeRequest>]>([
  ['made', {}],
  ['refused', { capabilityToken: 'akt1.x' }],
  ['of a capability that is not known', { capabilityId: 'memory.note' }],
])('what an agent remembers is in no trace: a call that is %s', async (_name, change) => {
  const request = { ...(await requestFor(kernel, { args: ARGS })), ...change };
  await kernel.invoke(request).catch(() => undefined);
  expect(traces.at(-1)).toMatchObject({ event: 'invoke', args: { names: ['key', 'content'] } });
  expect(JSON.stringify(traces)).not.toMatch(/birthday|surprise/);
});

test('nor is it there in the words of a driver that fails', async () => {
  const failing = await kernelOver(
    () => {
      throw new KernelError('USAGE', 'there is nothing called birthday');
    },
    { observer: (trace) => traces.push(trace), capability: { tags: ['memory'] } },
  );
  const asked = failing.invoke(await requestFor(failing, { args: ARGS }));
  await expect(asked).rejects.toMatchObject({ message: 'there is nothing called birthday' });
  expect(traces.at(-1)).toMatchObject({ event: 'invoke', outcome: 'failed', error: { code: 'USAGE' } });
  expect(JSON.stringify([traces, await failing.audit.list({})])).not.toMatch(/birthday|surprise/);
  await failing.close();
});

test('sensitive memory needs its role whatever the grant was asked for', async () => {
  const args = { memory_scope: 'sensitive' };
  await expect(kernel.invoke(await requestFor(kernel, { args }))).rejects.toMatchObject({
    code: 'POLICY_DENIED',
    details: { reason: 'memory_sensitive_read_denied' },
  });
  await expect(kernel.invoke(await requestFor(kernel, { args, principal: READER }))).resolves.toBeDefined();
  await expect(kernel.invoke(await requestFor(kernel, { args: { memory_scope: 'own' } }))).resolves.toBeDefined();
});
