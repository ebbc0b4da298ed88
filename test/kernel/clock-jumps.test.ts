import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Kernel } from '../../src/contract/kernel.js';
import type { Principal } from '../../src/contract/principal.js';
import type { Trace } from '../../src/contract/trace.js';
import { kernelOver, records, requestFor } from '../support/test-kernel.js';

const START = Date.parse('2030-01-01T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;
/** Not a service, so that it comes to its rate soon. */
const EVE: Principal = { principal_id: 'eve', roles: ['reader'], attributes: { tenant: 'local' } };

let kernel: Kernel;
let traces: Trace[] = [];
let jump = 0;
const at = (ms: number) => vi.setSystemTime(START + ms);
const call = async () => kernel.invoke(await requestFor(kernel, { principal: EVE }));
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
beforeEach(async () => {
  at(0);
  traces = [];
  jump = 0;
  const source = () => {
    vi.setSystemTime(Date.now() + jump);
    return [records([{ id: 1 }])];
  };
  kernel = await kernelOver(source, { observer: (trace) => traces.push(trace) });
});
afterEach(() => kernel.close());
afterAll(() => {
  vi.useRealTimers();
});

test('a capability token that has expired lets nobody in when the clock jumps, and one that holds locks nobody out', async () => {
  const request = await requestFor(kernel, { principal: EVE });
  at(DAY);
  await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  const ahead = await requestFor(kernel, { principal: EVE });
  await expect(kernel.invoke(ahead)).resolves.toBeDefined();
  // It is set right again: what was granted before holds, and what was granted ahead ends with its own time.
  at(MINUTE);
  await expect(kernel.invoke(request)).resolves.toBeDefined();
  at(2 * DAY);
  await expect(kernel.invoke(ahead)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  // A day back is still behind its end.
  at(DAY + 0.5 * DAY);
  await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
});

test('a clock that is a day behind locks nobody out, and what is granted there does not outlive it', async () => {
  at(-DAY);
  const request = await requestFor(kernel, { principal: EVE });
  await expect(kernel.invoke(request)).resolves.toBeDefined();
  at(0);
  await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  await expect(call()).resolves.toBeDefined();
});

test('what was revoked stays revoked, however the clock jumps', async () => {
  const request = await requestFor(kernel, { principal: EVE });
  at(DAY);
  await kernel.revoke({ principalId: 'eve' }, EVE);
  await call();
  for (const ms of [MINUTE, -DAY]) {
    at(ms);
    await expect(kernel.invoke(request)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    await expect(call()).resolves.toBeDefined();
  }
});

test('calls that were counted a day ahead are not held against anybody when the clock is set right', async () => {
  at(DAY);
  let made = 0;
  for (let refused = false; !refused && made < 5000; made += 1) {
    refused = await call().then(
      () => false,
      () => true,
    );
  }
  expect(made).toBeLessThan(5000);
  at(MINUTE);
  await expect(call()).resolves.toBeDefined();
});

test.each([-DAY, DAY])('an action in which the clock jumps by %d ms tells how long it took', async (ms) => {
  jump = ms;
  await call();
  const { duration_ms: took } = traces.at(-1) ?? {};
  expect(took).toBeGreaterThanOrEqual(0);
  expect(took).toBeLessThan(MINUTE);
});
