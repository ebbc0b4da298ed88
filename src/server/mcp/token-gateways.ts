import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { type Bearer, bearerOf } from '../access/bearer.js';
import type { Gateway } from './gateway.js';

/** The capability whose token opens the whole gateway. */
const GATEWAY_CAPABILITY = 'mcp.serve';

export interface TokenGatewayPorts {
  readonly kernel: Kernel;
  readonly principals: readonly Principal[];
  readonly open: (bearer: Bearer) => Gateway;
}

/** Of tokens for single capabilities the gateways of the last ones are kept. */
const MOST_GATEWAYS = 256;

/** The gateway of each holder. A token is checked each time, so that one that was revoked opens nothing any more. */
export function createTokenGateways(ports: TokenGatewayPorts): (capabilityToken: string) => Promise<Gateway> {
  const gateways = new Map<string, Gateway>();
  return async (capabilityToken) => {
    const bearer = await bearerOf({ ...ports, opens: GATEWAY_CAPABILITY }, capabilityToken);
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
