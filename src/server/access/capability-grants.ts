import type { Grant } from '../../contract/grant.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';

export interface CapabilityGrants {
  /** The proof that the principal may call it. Throws what the policy says. */
  readonly tokenFor: (capabilityId: string) => Promise<string>;
  /** The grant itself. With a justification it is a new one, for the next call that says the same. */
  readonly grantFor: (capabilityId: string, justification?: string) => Promise<Grant>;
  /** The proof for one call with this justification: of the grant that was given for it, or of a new one. */
  readonly justifiedToken: (capabilityId: string, justification: string) => Promise<string>;
  /** Forgets a proof that has expired. One that was revoked stays: whoever revoked it meant this server. */
  readonly forget: (capabilityId: string) => void;
}

/** A grant is asked for when a capability is first called, and again when it is about to expire. */
const EARLY_MS = 60_000;
/** Grants with a justification that wait for their call. */
const MOST_WAITING = 64;

export function createCapabilityGrants(ports: {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly justification?: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}): CapabilityGrants {
  const { kernel, principal, justification, now } = ports;
  const grants = new Map<string, Promise<Grant>>();
  const waiting = new Map<string, Grant>();
  const request = (capabilityId: string, said = justification): Promise<Grant> =>
    kernel.grant({ principal, capabilityId, ...(said === undefined ? {} : { justification: said }) });
  const ask = (capabilityId: string): Promise<Grant> => {
    const asked = request(capabilityId);
    grants.set(capabilityId, asked);
    asked.catch(() => grants.delete(capabilityId));
    return asked;
  };
  const isGood = (grant: Grant | undefined): grant is Grant =>
    grant !== undefined && Date.parse(grant.expires_at) - EARLY_MS > now();
  const held = async (capabilityId: string): Promise<Grant> => {
    const grant = await grants.get(capabilityId);
    return isGood(grant) ? grant : ask(capabilityId);
  };
  const wait = (key: string, grant: Grant): void => {
    waiting.set(key, grant);
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_WAITING && oldest !== undefined) {
      waiting.delete(oldest);
    }
  };
  return {
    tokenFor: async (capabilityId) => (await held(capabilityId)).capability_token,
    async grantFor(capabilityId, said) {
      if (said === undefined) {
        return held(capabilityId);
      }
      const grant = await request(capabilityId, said);
      wait(`${capabilityId}\n${said}`, grant);
      return grant;
    },
    async justifiedToken(capabilityId, said) {
      const key = `${capabilityId}\n${said}`;
      const given = waiting.get(key);
      waiting.delete(key);
      return (isGood(given) ? given : await request(capabilityId, said)).capability_token;
    },
    forget: (capabilityId) => void grants.delete(capabilityId),
  };
}
