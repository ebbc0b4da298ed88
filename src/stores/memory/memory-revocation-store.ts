import type { RevocationStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';

interface Issued {
  readonly principalId: string;
  readonly issuedMs: number;
  readonly expiresMs: number;
}

export function createMemoryRevocationStore(): RevocationStore {
  const issued = new Map<string, Issued>();
  const grants = new Set<string>();
  const principals = new Map<string, number>();

  function forgetEnded(nowMs: number): void {
    for (const [grantId, { expiresMs }] of issued) {
      if (expiresMs <= nowMs) {
        issued.delete(grantId);
      }
    }
  }

  return {
    issue: async ({ grantId, principalId, now, expiresAt }) => {
      const nowMs = toMillis(now, 'now');
      forgetEnded(nowMs);
      const issuedMs = Math.max(nowMs, (principals.get(principalId) ?? -1) + 1);
      issued.set(grantId, { principalId, issuedMs, expiresMs: toMillis(expiresAt, 'expiresAt') });
      return new Date(issuedMs).toISOString();
    },
    principalOf: async (grantId) => issued.get(grantId)?.principalId,
    revoke: async (grantId) => {
      const isNew = !grants.has(grantId);
      grants.add(grantId);
      return isNew;
    },
    revokePrincipal: async (principalId, at) => {
      const before = principals.get(principalId);
      const own = [...issued.values()].filter((grant) => grant.principalId === principalId);
      const last = Math.max(-1, ...own.map(({ issuedMs }) => issuedMs));
      principals.set(principalId, Math.max(toMillis(at, 'at'), before ?? 0, last));
      return before === undefined || last > before;
    },
    isRevoked: async ({ grantId, principalId, issuedAt }) => {
      const revokedUpTo = principals.get(principalId);
      return grants.has(grantId) || (revokedUpTo !== undefined && toMillis(issuedAt, 'issuedAt') <= revokedUpTo);
    },
  };
}
