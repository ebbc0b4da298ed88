import { expect, test } from 'vitest';

import type { OpenStores } from './store-conformance.js';
import { START } from './store-values.js';

const at = (ms: number): string => new Date(START + ms).toISOString();

export function testCounters(open: OpenStores): void {
  test('a grant is revoked once and for all', async () => {
    const { revocations } = await open();
    const grant = { grantId: 'g_1', principalId: 'alice', issuedAt: at(0) };
    expect(await revocations.isRevoked(grant)).toBe(false);
    expect(await revocations.revoke('g_1', at(5))).toBe(true);
    expect(await revocations.revoke('g_1', at(6))).toBe(false);
    expect(await revocations.isRevoked(grant)).toBe(true);
    expect(await revocations.isRevoked({ ...grant, grantId: 'g_2' })).toBe(false);
  });

  test('revoking a principal covers every grant up to that time, and never less later', async () => {
    const { revocations } = await open();
    const isRevoked = (ms: number, principalId = 'alice'): Promise<boolean> =>
      revocations.isRevoked({ grantId: 'g_1', principalId, issuedAt: at(ms) });
    await revocations.revokePrincipal('alice', at(10));
    await revocations.revokePrincipal('alice', at(5));
    expect(await isRevoked(10)).toBe(true);
    expect(await isRevoked(11)).toBe(false);
    expect(await isRevoked(0, 'bob')).toBe(false);
  });

  test('a grant is issued after the revocation before it, and revoked by the one after it, in one millisecond', async () => {
    const { revocations } = await open();
    const issue = (grantId: string, ms = 10, principalId = 'alice'): Promise<string> =>
      revocations.issue({ grantId, principalId, now: at(ms), expiresAt: at(1000) });
    const isRevoked = (grantId: string, issuedAt: string): Promise<boolean> =>
      revocations.isRevoked({ grantId, principalId: 'alice', issuedAt });
    const first = await issue('g_1');
    expect(first).toBe(at(10));
    expect(await revocations.revokePrincipal('alice', at(10))).toBe(true);
    expect(await revocations.revokePrincipal('alice', at(10))).toBe(false);
    const second = await issue('g_2');
    expect([await isRevoked('g_1', first), await isRevoked('g_2', second)]).toEqual([true, false]);
    expect(await revocations.revokePrincipal('alice', at(10))).toBe(true);
    expect(await isRevoked('g_2', second)).toBe(true);
    expect(await revocations.revokePrincipal('alice', at(20))).toBe(false);
    const ahead = await issue('g_3', 900);
    expect(await revocations.revokePrincipal('alice', at(30))).toBe(true);
    expect(await isRevoked('g_3', ahead)).toBe(true);
    expect(await issue('g_4', 10, 'bob')).toBe(at(10));
  });

  test('whose a grant is is known while it lasts', async () => {
    const { revocations } = await open();
    await revocations.issue({ grantId: 'g_1', principalId: 'alice', now: at(0), expiresAt: at(5) });
    expect(await revocations.principalOf('g_1')).toBe('alice');
    await revocations.issue({ grantId: 'g_2', principalId: 'bob', now: at(5), expiresAt: at(9) });
    expect([await revocations.principalOf('g_1'), await revocations.principalOf('g_2')]).toEqual([undefined, 'bob']);
    expect(await revocations.principalOf('g_3')).toBeUndefined();
  });

  test('a window admits up to its limit and forgets what is exactly one window old', async () => {
    const { rates } = await open();
    const admit = (now: number, key = 'k'): Promise<boolean> => rates.admit(key, { limit: 2, windowMs: 100, now });
    expect([await admit(0), await admit(50), await admit(99)]).toEqual([true, true, false]);
    expect(await rates.peek('k', { windowMs: 100, now: 99 })).toBe(2);
    expect([await admit(100), await admit(101), await admit(150)]).toEqual([true, false, true]);
    expect(await admit(101, 'other')).toBe(true);
  });

  test('a limit of 0 admits nothing', async () => {
    const { rates } = await open();
    expect(await rates.admit('k', { limit: 0, windowMs: 100, now: 0 })).toBe(false);
    expect(await rates.peek('k', { windowMs: 100, now: 0 })).toBe(0);
  });

  test('a clock that is a little behind another process does not get more calls', async () => {
    const { rates } = await open();
    expect(await rates.admit('k', { limit: 1, windowMs: 100, now: 1000 })).toBe(true);
    expect(await rates.admit('k', { limit: 1, windowMs: 100, now: 999 })).toBe(false);
    expect(await rates.admit('k', { limit: 1, windowMs: 100, now: 500 })).toBe(true);
  });

  test('calls are counted up to their maximum, for each grant apart', async () => {
    const { calls } = await open();
    const taken = await Promise.all(Array.from({ length: 5 }, () => calls.take('g_1', 3)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await calls.take('g_2', 1)).toBe(true);
    expect(await calls.take('g_3', 0)).toBe(false);
  });
}
