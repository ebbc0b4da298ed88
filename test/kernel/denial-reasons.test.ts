import { expect, test } from 'vitest';
import { KernelError } from '../../src/contract/errors.js';
import type { InvokeRequest, Kernel } from '../../src/contract/kernel.js';
import type { Trace } from '../../src/contract/trace.js';
import { ANN, BOB, drain, kernelOver, records, requestFor } from '../support/test-kernel.js';

type Act = (kernel: Kernel, request: InvokeRequest) => Promise<unknown>;
const invoke: (more: (request: InvokeRequest, kernel: Kernel) => Partial<InvokeRequest>) => Act =
  (more) => (kernel, request) =>
    kernel.invoke({ ...request, ...more(request, kernel) });
const narrowed = (caveat: object): Act =>
  invoke(({ capabilityToken }, kernel) => ({ capabilityToken: kernel.narrow(capabilityToken, [{ ...caveat }]) }));
const call: Act = (kernel, request) => kernel.invoke(request);

test.each<[reason: string, act: Act, source?: () => never]>([
  ['invalid_constraint', (kernel) => kernel.grant({ principal: ANN, capabilityId: 'test.run', ttlS: -1 })],
  ['arg_constraint_violation', narrowed({ args: { allowed_keys: [] } })],
  ['calls_used_up', narrowed({ max_calls: 0 })],
  ['token_rejected', invoke(() => ({ capabilityToken: 'akt1.x' }))],
  ['token_expired', narrowed({ exp: 1 })],
  ['exec_disabled', async (kernel, { args, principal }) => ownAct(kernel, { args, principal })],
  ['handles_not_accepted', invoke(() => ({ args: { a: { $handle: 'h_0123456789' } } }))],
  ['driver_refused', call, () => refuse()],
  ['other_origin', call, () => refuse({ reason: 'other_origin' })],
  ['driver_refused', call, () => refuse({ reason: 'a secret that a driver says' })],
])('%s stands in the trace and in the error of what was refused', async (reason, act, source) => {
  const traces: Trace[] = [];
  const kernel = await kernelOver(source ?? (() => [records([{ id: 1 }])]), {
    observer: (trace) => traces.push(trace),
    config: { exec: false },
  });
  const request = await requestFor(kernel, { args: { a: 1 } });
  const error = await act(kernel, request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(KernelError);
  expect(traces.at(-1)).toMatchObject({ outcome: 'denied', reason });
  await kernel.close();
});

test('a grant that policy refuses has its first failed condition as the reason', async () => {
  const traces: Trace[] = [];
  const observer = (trace: Trace) => traces.push(trace);
  const kernel = await kernelOver(() => [], { observer, capability: { safety_class: 'WRITE' } });
  await expect(kernel.grant({ principal: BOB, capabilityId: 'test.run' })).rejects.toThrow('needs the role writer');
  expect(traces).toMatchObject([{ event: 'grant', outcome: 'denied', reason: 'missing_role' }]);
  await kernel.close();
});

function refuse(details: Record<string, string> = {}): never {
  throw new KernelError('POLICY_DENIED', 'no', { details });
}

async function ownAct(kernel: Kernel, who: Pick<InvokeRequest, 'args' | 'principal'>): Promise<void> {
  const capability = await kernel.capabilities.get('test.run');
  throw (await drain(kernel.runOwnAct({ ...who, capability, stream: false }))).result.error;
}

test('a grant that is revoked while its stream runs ends it with the reason, in frame and trace', async () => {
  const traces: Trace[] = [];
  const kernel: Kernel = await kernelOver(
    async function* ({ signal }) {
      yield records([{ id: 1 }]);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    { observer: (trace) => traces.push(trace) },
  );
  const request = await requestFor(kernel);
  const run = kernel.invokeStream(request);
  await kernel.revoke({ principalId: ANN.principal_id }, ANN);
  const { frames } = await drain(run);
  expect(frames.at(-1)).toMatchObject({ status: 'denied', error: { code: 'TOKEN_REVOKED', reason: 'token_revoked' } });
  expect(traces.at(-1)).toMatchObject({ event: 'invoke', outcome: 'denied', reason: 'token_revoked' });
  await kernel.close();
});
