import type { Capability } from '../contract/capability.js';
import type { Denial } from '../contract/grant.js';

/** Holds for everybody and every proof: capability tokens may be older than what switched it off. */
export function switchedOffDenial({ switched_off: why }: Capability): Denial | undefined {
  return why === undefined ? undefined : { reason: 'capability_switched_off', ...why };
}
