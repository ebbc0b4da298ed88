import type { Capability } from '../contract/capability.js';
import type { InvokeRequest } from '../contract/kernel.js';
import { isMemory } from './policy.js';
import { denialError } from './policy-explain.js';
import type { KernelPorts } from './ports.js';

/** Sensitive memory is asked of the policy at each call: a grant without a scope does not say which memory it is for. */
export function checkMemoryScope(
  { policy }: KernelPorts,
  capability: Capability,
  { principal, args, justification }: Pick<InvokeRequest, 'principal' | 'args' | 'justification'>,
): void {
  const { memory_scope: scope } = args;
  if (!isMemory(capability) || capability.safety_class !== 'READ' || scope !== 'sensitive') {
    return;
  }
  const decision = policy.decide({
    principal,
    capability,
    scope: { memory_scope: scope },
    ...(justification === undefined ? {} : { justification }),
  });
  if (!decision.allowed) {
    throw denialError(decision);
  }
}
