import type { Grant } from '../../contract/grant.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';

export interface CapabilityGrants {
  /** The proof that the principal may call it. Throws what the policy says. */
  readonly tokenFor: (capabilityId: string) => Promise<string>;
  /** Forgets a proof that has expired. One that was revoked stays: whoever revoked it meant this server. */
  readonly forget: (capabilityId: string) => void;
}

/** A grant is asked for when a capability is first called, and again when it is about to expire. */
const EARLY_MS = 60_000;

export function createCapabilityGrants(ports: {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly justification?: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}): CapabilityGrants {
  const { kernel, principal, justification, now } = ports;
  const grants = new Map<string, Promise<Grant>>();
  const ask = (capabilityId: string): Promise<Grant> => {
    const said = justification === undefined ? {} : { justification };
    const asked = kernel.grant({ principal, capabilityId, ...said });
    grants.set(capabilityId, asked);
    asked.catch(() => grants.delete(capabilityId));
    return asked;
  };
  return {
    async tokenFor(capabilityId) {
      const held = await grants.get(capabilityId);
      const isGood = held !== undefined && Date.parse(held.expires_at) - EARLY_MS > now();
      return (isGood ? held : await ask(capabilityId)).capability_token;
    },
    forget: (capabilityId) => void grants.delete(capabilityId),
  };
}
