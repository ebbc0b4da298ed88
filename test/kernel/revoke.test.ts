import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Principal } from '../../src/contract/principal.js';
import type { Trace } from '../../src/contract/trace.js';
import { ANN, BOB, kernelOver, records, requestFor } from '../support/test-kernel.js';

const ADMIN: Principal = { principal_id: 'root', roles: ['admin'], attributes: {} };
const REFUSED = { code: 'POLICY_DENIED', details: { reason: 'missing_role' } };

let kernel: Kernel;
let traces: Trace[] = [];
beforeEach(async () => {
  traces = [];
  kernel = await kernelOver(() => [records([{ id: 1 }])], { observer: (trace) => traces.push(trace) });
});
afterEach(() => kernel.close());

const grantTo = (principal: Principal) => kernel.grant({ principal, capabilityId: 'test.run' });

test('only its own principal and an admin revoke a grant; not yours and unknown are one refusal', async () => {
  const { grant_id: grantId } = await grantTo(BOB);
  const foreign = await kernel.revoke({ grantId }, ANN).catch((error: unknown) => error);
  expect(foreign).toMatchObject(REFUSED);
  expect(traces.at(-1)).toMatchObject({
    event: 'revoke',
    grant_id: grantId,
    outcome: 'denied',
    reason: 'missing_role',
  });
  expect(await kernel.revoke({ grantId: 'g_0000000000' }, ANN).catch((error: unknown) => error)).toEqual(foreign);
  expect(await kernel.revoke({ grantId }, BOB)).toBe(true);
  expect(await kernel.revoke({ grantId }, ADMIN)).toBe(false);
  expect(await kernel.revoke({ grantId: (await grantTo(BOB)).grant_id }, ADMIN)).toBe(true);
});

test('only the principal itself and an admin revoke everything that it was granted', async () => {
  const request = await requestFor(kernel);
  await expect(kernel.revoke({ principalId: 'ann' }, BOB)).rejects.toMatchObject(REFUSED);
  await expect(kernel.invoke(request)).resolves.toBeDefined();
  expect(await kernel.revoke({ principalId: 'ann' }, ADMIN)).toBe(true);
  await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
});

test('a grant made right after everything was revoked is good, and the next revocation has something to revoke', async () => {
  for (let round = 0; round < 20; round += 1) {
    const request = await requestFor(kernel);
    expect(await kernel.revoke({ principalId: 'ann' }, ANN)).toBe(true);
    expect(await kernel.revoke({ principalId: 'ann' }, ANN)).toBe(false);
    await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    await expect(kernel.invoke(await requestFor(kernel))).resolves.toBeDefined();
  }
});
