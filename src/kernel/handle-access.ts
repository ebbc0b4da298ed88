import { KernelError } from '../contract/errors.js';
import type { HandleRecord } from '../contract/handle.js';
import type { Principal } from '../contract/principal.js';
import { coversField } from '../firewall/rows/field-paths.js';
import { fieldsOf } from './filter-terms.js';
import { shownRecord } from './handle-info.js';
import type { PageQuery } from './page-query.js';
import type { KernelPorts } from './ports.js';
import { checkRevocation } from './revocation.js';

/**
 * The stored entry of a result, for its own principal only. Unknown and not-yours are one and the same error; owner, constraints
 * and expiry are the store's, never the caller's.
 */
export async function openHandle(ports: KernelPorts, handleId: string, principal: Principal): Promise<HandleRecord> {
  const record = await ownHandle(ports, handleId, principal);
  if (record.kind === 'map') {
    throw new KernelError('USAGE', 'the handle is a map of placeholders, and what they stand for is not shown', {
      hint: 'its principal can put the values back into a text of their own',
    });
  }
  return record;
}

/** The same of any kind, for who shows nothing of it but that it is there. */
export async function ownHandle(ports: KernelPorts, handleId: string, principal: Principal): Promise<HandleRecord> {
  const record = await ports.stores.handles.get(handleId);
  if (record === undefined || record.principal_id !== principal.principal_id) {
    throw handleNotFound();
  }
  if (Date.parse(record.expires_at) <= ports.clock.now()) {
    throw new KernelError('HANDLE_EXPIRED', 'the handle has expired', { hint: 'run the capability again' });
  }
  const { grant_id: grantId, granted_at: issuedAt } = record;
  if (grantId !== undefined && issuedAt !== undefined) {
    await checkRevocation(ports, { grantId, principalId: principal.principal_id, issuedAt });
  }
  return shownRecord(record, ports.settings.redaction);
}

export function handleNotFound(): KernelError {
  return new KernelError('HANDLE_NOT_FOUND', 'there is no such handle', {
    hint: 'akernel handles list shows the handles of this principal',
  });
}

/** More of a name is not repeated. */
const LONGEST_NAME = 80;

/** Fields outside the grant are refused, in a projection and in a filter alike. */
export function checkFields(record: HandleRecord, { fields = [], filter }: PageQuery): void {
  const { allowed_fields: allowed } = record.constraints;
  if (allowed === undefined) {
    return;
  }
  for (const name of [...fields, ...fieldsOf(filter)]) {
    if (!allowed.some((path) => coversField(path, name) || coversField(name, path))) {
      throw new KernelError('USAGE', `the field ${JSON.stringify(name.slice(0, LONGEST_NAME))} is outside the grant`, {
        hint: `the grant allows ${allowed.join(', ')}`,
      });
    }
  }
}
