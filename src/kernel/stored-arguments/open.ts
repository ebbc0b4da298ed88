import type { Capability } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Principal } from '../../contract/principal.js';
import { checkFields, openHandle } from '../handle-access.js';
import type { KernelPorts } from '../ports.js';
import type { Reference, ReferencePath } from './reference.js';

/** A reference that may be followed. */
export interface OpenReference extends Reference {
  readonly record: HandleRecord;
  readonly path: ReferencePath;
  readonly principal: Principal;
}

/**
 * Lets a reference pass when the capability takes stored results and the handle is a finished one of the same principal.
 * Fields outside the grant of the handle do not exist for the other capability either.
 */
export async function openReference(
  ports: KernelPorts,
  reference: Reference,
  { capability, principal }: { readonly capability: Capability; readonly principal: Principal },
): Promise<OpenReference> {
  if (capability.accepts_handles !== true) {
    throw new KernelError('POLICY_DENIED', 'this capability takes no stored results as arguments', {
      hint: 'accepts_handles: true on the capability allows it',
      details: { reason: 'handles_not_accepted' },
    });
  }
  const record = await openHandle(ports, reference.handleId, principal);
  if (record.state === 'open') {
    throw new KernelError('USAGE', 'the stored result is still being written', {
      hint: 'wait for its end: akernel handles show tells its state',
    });
  }
  const path = reference.path ?? usualPath(record);
  if (path.part === 'text' && record.kind !== 'text') {
    throw new KernelError('USAGE', 'the stored result has rows and no text', { hint: 'use the path rows' });
  }
  const field = path.part === 'text' ? undefined : path.field;
  checkFields(record, { filter: [], ...(field === undefined ? {} : { fields: [field] }) });
  return { ...reference, record, path, principal };
}

function usualPath({ kind }: HandleRecord): ReferencePath {
  return kind === 'text' ? { part: 'text' } : { part: 'rows', from: 0, to: undefined };
}
