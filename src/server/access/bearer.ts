import { KernelError } from '../../contract/errors.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';

/** What a holder of a capability token may do through a server. */
export interface Bearer {
  readonly principal: Principal;
  /** Set where the token is for this capability alone: it is called with the token itself, and all its restrictions. */
  readonly only?: { readonly capabilityId: string; readonly capabilityToken: string };
}

export interface BearerPorts {
  readonly kernel: Pick<Kernel, 'inspect'>;
  readonly principals: readonly Principal[];
  /** The capability whose token opens the whole server. */
  readonly opens: string;
}

const FREE = new Set(['exp', 'principal', 'capability']);

/** Who holds the token. Throws TOKEN_REJECTED for one that opens nothing here. */
export async function bearerOf({ kernel, principals, opens }: BearerPorts, capabilityToken: string): Promise<Bearer> {
  const { valid, problem, caveats } = await kernel.inspect(capabilityToken);
  if (!valid) {
    throw rejected(opens, problem ?? 'it is not valid');
  }
  const named = (name: string) => [...new Set(caveats.flatMap((caveat) => (name in caveat ? [caveat[name]] : [])))];
  const [principalId, otherPrincipal] = named('principal');
  const [capabilityId, otherCapability] = named('capability');
  const principal = principals.find(({ principal_id: id }) => id === principalId);
  if (principal === undefined || otherPrincipal !== undefined) {
    throw rejected(opens, 'its principal is not known here');
  }
  if (typeof capabilityId !== 'string' || otherCapability !== undefined) {
    throw rejected(opens, 'it is for no single capability');
  }
  if (capabilityId !== opens) {
    return { principal, only: { capabilityId, capabilityToken } };
  }
  if (caveats.some((caveat) => Object.keys(caveat).some((name) => !FREE.has(name)))) {
    throw rejected(opens, `a token for ${opens} can be narrowed in its lifetime only`);
  }
  return { principal };
}

function rejected(opens: string, why: string): KernelError {
  return new KernelError('TOKEN_REJECTED', `the capability token is not accepted: ${why}`, {
    hint: `akernel grant ${opens} --out FILE makes one`,
  });
}
