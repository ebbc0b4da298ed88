import type { Clock } from '../contract/clock.js';
import { KernelError } from '../contract/errors.js';
import type { Invocation, Permit } from './admission.js';
import type { Deadline } from './deadline.js';
import type { KernelPorts } from './ports.js';
import { checkRevocation } from './revocation.js';
import { safeError } from './safe-error.js';

const ASK_AGAIN_MS = 500;
/** A store waits 5 seconds for a server that was started again. One that says nothing at all is not waited for. */
const ANSWER_MS = 10_000;

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
      const principalId = call.principal.principal_id;
      await inTime(ports.clock, over, async () => {
        for (const grant of grants) {
          await checkRevocation(ports, { ...grant, principalId });
        }
      });
    } catch (error) {
      deadline.end(safeError(error, ports.settings.redaction));
      return;
    }
  }
}

async function inTime(clock: Clock, over: AbortSignal, check: () => Promise<void>): Promise<void> {
  const answered = new AbortController();
  const answer = () => answered.abort();
  over.addEventListener('abort', answer, { once: true });
  try {
    const late = clock.sleep(ANSWER_MS, answered.signal).then(() => 'late');
    if ((await Promise.race([check(), late])) === 'late' && !over.aborted) {
      throw new KernelError('STORE_FAILED', 'the store does not say whether the grant still holds', {
        hint: 'see whether it can be used: akernel store status',
      });
    }
  } finally {
    over.removeEventListener('abort', answer);
    answer();
  }
}
