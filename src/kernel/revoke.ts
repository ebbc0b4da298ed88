import { KernelError } from '../contract/errors.js';
import type { Principal } from '../contract/principal.js';
import { refuse } from './policy-explain.js';
import type { KernelPorts } from './ports.js';
import { endOf, safeError } from './safe-error.js';
import { writeTrace } from './tracer.js';

export type RevokeTarget = { readonly grantId: string } | { readonly principalId: string };

const GRANT_ID = /^g_[0-9a-z]{10}$/;

/**
 * Revokes one grant, or everything granted to a principal so far: of its own, or of anybody with the role admin. Gives
 * false when nothing was left to revoke. One trace either way.
 */
export async function revoke(ports: KernelPorts, target: RevokeTarget, by: Principal): Promise<boolean> {
  if ('grantId' in target && !GRANT_ID.test(target.grantId)) {
    throw new KernelError('USAGE', 'that is not the id of a grant', {
      hint: 'akernel token inspect shows the grant_id',
    });
  }
  const startedMs = ports.clock.monotonic();
  const at = new Date(ports.clock.now()).toISOString();
  const draft = {
    action_id: ports.newId('a'),
    event: 'revoke' as const,
    principal_id: by.principal_id,
    started_at: at,
    ...('grantId' in target ? { grant_id: target.grantId } : { args: { principal_id: target.principalId } }),
  };
  try {
    await checkOwn(ports, target, by);
    const { revocations } = ports.stores;
    const isNew = await ('grantId' in target
      ? revocations.revoke(target.grantId, at)
      : revocations.revokePrincipal(target.principalId, at));
    await writeTrace(ports, { ...draft, outcome: 'completed' }, startedMs);
    return isNew;
  } catch (error) {
    const safe = safeError(error, ports.settings.redaction);
    await writeTrace(ports, { ...draft, ...endOf(safe) }, startedMs);
    throw safe;
  }
}

/** A grant of somebody else and one that there is not are one and the same refusal. */
async function checkOwn(ports: KernelPorts, target: RevokeTarget, by: Principal): Promise<void> {
  if (by.roles.includes('admin')) {
    return;
  }
  const owner = 'grantId' in target ? await ports.stores.revocations.principalOf(target.grantId) : target.principalId;
  if (owner !== by.principal_id) {
    throw refuse({
      reason: 'missing_role',
      message: 'a principal may revoke what was granted to itself, and this is no such grant',
      remedy: 'act as its own principal, or as one with the role admin',
    });
  }
}
