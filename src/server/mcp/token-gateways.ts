import { KernelError } from '../../contract/errors.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { Gateway } from './gateway.js';

/** The capability whose token opens the whole gateway. */
export const GATEWAY_CAPABILITY = 'mcp.serve';

/** What a holder of a capability token may do through the gateway. */
export interface Bearer {
  readonly principal: Principal;
  /** Set where the token is for this capability alone: it is called with the token itself, and all its restrictions. */
  readonly only?: { readonly capabilityId: string; readonly capabilityToken: string };
}

export interface TokenGatewayPorts {
  readonly kernel: Kernel;
  readonly principals: readonly Principal[];
  readonly open: (bearer: Bearer) => Gateway;
}

const FREE = new Set(['exp', 'principal', 'capability']);
/** Of tokens for single capabilities the gateways of the last ones are kept. */
const MOST_GATEWAYS = 256;

/** The gateway of each holder. A token is checked each time, so that one that was revoked opens nothing any more. */
export function createTokenGateways(ports: TokenGatewayPorts): (capabilityToken: string) => Promise<Gateway> {
  const gateways = new Map<string, Gateway>();
  return async (capabilityToken) => {
    const bearer = await bearerOf(ports, capabilityToken);
    const key = bearer.only?.capabilityToken ?? bearer.principal.principal_id;
    const gateway = gateways.get(key) ?? ports.open(bearer);
    gateways.delete(key);
    gateways.set(key, gateway);
    const [oldest] = gateways.keys();
    if (gateways.size > MOST_GATEWAYS && oldest !== undefined) {
      gateways.delete(oldest);
    }
    return gateway;
  };
}

async function bearerOf({ kernel, principals }: TokenGatewayPorts, capabilityToken: string): Promise<Bearer> {
  const { valid, problem, caveats } = await kernel.inspect(capabilityToken);
  if (!valid) {
    throw rejected(problem ?? 'it is not valid');
  }
  const named = (name: string) => [...new Set(caveats.flatMap((caveat) => (name in caveat ? [caveat[name]] : [])))];
  const [principalId, otherPrincipal] = named('principal');
  const [capabilityId, otherCapability] = named('capability');
  const principal = principals.find(({ principal_id: id }) => id === principalId);
  if (principal === undefined || otherPrincipal !== undefined) {
    throw rejected('its principal is not known here');
  }
  if (typeof capabilityId !== 'string' || otherCapability !== undefined) {
    throw rejected('it is for no single capability');
  }
  if (capabilityId !== GATEWAY_CAPABILITY) {
    return { principal, only: { capabilityId, capabilityToken } };
  }
  if (caveats.some((caveat) => Object.keys(caveat).some((name) => !FREE.has(name)))) {
    throw rejected(`a token for ${GATEWAY_CAPABILITY} can be narrowed in its lifetime only`);
  }
  return { principal };
}

function rejected(why: string): KernelError {
  return new KernelError('TOKEN_REJECTED', `the capability token is not accepted: ${why}`, {
    hint: `akernel grant ${GATEWAY_CAPABILITY} --out FILE makes one`,
  });
}
