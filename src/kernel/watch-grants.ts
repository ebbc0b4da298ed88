import type { Invocation, Permit } from './admission.js';
import type { Deadline } from './deadline.js';
import type { KernelPorts } from './ports.js';
import { checkRevocation } from './revocation.js';
import { safeError } from './safe-error.js';

const ASK_AGAIN_MS = 500;

/**
 * Ends an invocation when its grant is revoked, or that of a stored result which it was given; also while its driver is
 * silent. Settles soon after `over` is aborted.
 */
export async function watchGrants(
  ports: KernelPorts,
  permit: Permit,
  { call, deadline, over }: { readonly call: Invocation; readonly deadline: Deadline; readonly over: AbortSignal },
): Promise<void> {
  const grants = [{ grant_id: permit.grantId, granted_at: permit.grantedAt }, ...permit.given.sources].flatMap(
    ({ grant_id: grantId, granted_at: issuedAt }) =>
      grantId === undefined || issuedAt === undefined ? [] : [{ grantId, issuedAt }],
  );
  while (grants.length > 0 && !over.aborted) {
    await ports.clock.sleep(ASK_AGAIN_MS, over);
    if (over.aborted) {
      return;
    }
    try {
      for (const grant of grants) {
        await checkRevocation(ports, { ...grant, principalId: call.principal.principal_id });
      }
    } catch (error) {
      deadline.end(safeError(error, ports.settings.redaction));
      return;
    }
  }
}
