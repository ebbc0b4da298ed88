import { KernelError } from '../contract/errors.js';
import type { KernelPorts } from './ports.js';

/** Throws TOKEN_REVOKED when the grant, or everything of its principal, was revoked. */
export async function checkRevocation(
  ports: KernelPorts,
  grant: { readonly grantId: string; readonly principalId: string; readonly issuedAt: string },
): Promise<void> {
  if (await ports.stores.revocations.isRevoked(grant)) {
    throw new KernelError('TOKEN_REVOKED', 'the grant was revoked', { hint: 'ask for a new grant' });
  }
}
