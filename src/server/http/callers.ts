import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { type Bearer, bearerOf } from '../access/bearer.js';
import { type CapabilityGrants, createCapabilityGrants } from '../access/capability-grants.js';
import { createGivenIds, type GivenIds } from '../access/given-ids.js';
import { createTokenWatch, type TokenEnd } from '../access/token-watch.js';
import { refusal } from './problem.js';

/** The capability whose token opens the whole server. */
export const SERVER_CAPABILITY = 'http.serve';

/** Whoever holds the capability token of a request. */
export interface Caller extends Bearer {
  /** The same for all requests that may see each other's runs. */
  readonly owner: string;
  readonly grants: CapabilityGrants;
  readonly given: GivenIds;
  /** Tells once when the token of this request opens nothing any more; what it gives stops the watch. */
  readonly watch: (onEnd: (how: TokenEnd) => void) => () => void;
}

export interface CallerPorts {
  readonly kernel: Kernel;
  readonly principals: readonly Principal[];
  readonly now: () => number;
}

export type Identify = (authorization: string | null) => Promise<Caller>;

/** Of tokens for single capabilities the last ones are remembered. */
const MOST_CALLERS = 1024;

/** Who asks. A token is checked each time, so that one that was revoked opens nothing any more. */
export function createCallers(ports: CallerPorts): Identify {
  const callers = new Map<string, Omit<Caller, keyof Bearer | 'watch'>>();
  const watchToken = createTokenWatch(ports.kernel, ports.now);
  return async (authorization) => {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) {
      throw refusal(401, 'TOKEN_REJECTED', 'a capability token is needed: Authorization: Bearer …', {
        hint: `akernel grant ${SERVER_CAPABILITY} --ttl 24h --out FILE makes one`,
      });
    }
    const bearer = await bearerOf({ ...ports, opens: SERVER_CAPABILITY }, token);
    const owner = `${bearer.principal.principal_id}\n${bearer.only?.capabilityToken ?? ''}`;
    const known = callers.get(owner) ?? {
      owner,
      grants: createCapabilityGrants({ ...ports, principal: bearer.principal }),
      given: createGivenIds(),
    };
    callers.delete(owner);
    callers.set(owner, known);
    const [oldest] = callers.keys();
    if (callers.size > MOST_CALLERS && oldest !== undefined) {
      callers.delete(oldest);
    }
    return { ...bearer, ...known, watch: (onEnd) => watchToken(token, onEnd) };
  };
}

/** Throws what says that there is none: not yours and not there are the same. */
export function refuseUnlessGiven(caller: Caller, id: string, missing: () => Error): void {
  if (caller.only !== undefined && !caller.given.has(id)) {
    throw missing();
  }
}
