import { KernelError } from '../contract/errors.js';
import type { SessionRecord } from '../contract/session.js';
import type { SessionStore } from '../contract/stores.js';

/** Unknown and another principal's are one and the same error. */
export async function ownSession(
  sessions: Pick<SessionStore, 'get'>,
  sessionId: string,
  principalId: string,
): Promise<SessionRecord> {
  const session = await sessions.get(sessionId);
  if (session === undefined || session.principal_id !== principalId) {
    throw new KernelError('SESSION_NOT_FOUND', 'there is no such session', {
      hint: 'akernel session list shows the sessions of this principal',
    });
  }
  return session;
}
