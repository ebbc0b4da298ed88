import type { RevocationStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';

export function createMemoryRevocationStore(): RevocationStore {
  const grants = new Set<string>();
  const principals = new Map<string, number>();
  return {
    revoke: async (grantId) => {
      const isNew = !grants.has(grantId);
      grants.add(grantId);
      return isNew;
    },
    revokePrincipal: async (principalId, at) => {
      principals.set(principalId, Math.max(toMillis(at, 'at'), principals.get(principalId) ?? 0));
    },
    isRevoked: async ({ grantId, principalId, issuedAt }) => {
      const revokedUpTo = principals.get(principalId);
      return grants.has(grantId) || (revokedUpTo !== undefined && toMillis(issuedAt, 'issuedAt') <= revokedUpTo);
    },
  };
}
