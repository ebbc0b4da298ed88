import type { Capability } from '../../src/contract/capability.js';
import type { Principal } from '../../src/contract/principal.js';

/** A harmless READ capability, with what a test cares about on top. */
export function sampleCapability(changes: Partial<Capability> = {}): Capability {
  return {
    capability_id: 'demo.customers',
    name: 'Customers',
    description: 'Invented customers',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: {},
    driver: { driver_id: 'demo', operation: 'customers' },
    ...changes,
  };
}

export function samplePrincipal(
  roles: readonly string[] = ['reader'],
  attributes: Record<string, string> = {},
): Principal {
  return { principal_id: 'ann', roles, attributes };
}
