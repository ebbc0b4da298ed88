import type { Capability, DriverBinding } from '../contract/capability.js';
import { type ErrorCode, isKernelError } from '../contract/errors.js';

/** The drivers to try, in order. They come from the registered capability alone, never from arguments. */
export function planRoute(capability: Capability): readonly DriverBinding[] {
  return isRepeatable(capability) ? [capability.driver, ...(capability.fallbacks ?? [])] : [capability.driver];
}

/**
 * Whether the next driver may be tried after this failure. A failed attempt may have acted, so only what is safe to
 * repeat falls through, and a write that timed out never does.
 */
export function mayFallThrough(capability: Capability, error: unknown): boolean {
  if (!isRepeatable(capability)) {
    return false;
  }
  if (!isKernelError(error)) {
    return true;
  }
  return error.code === 'TIMEOUT' ? capability.safety_class === 'READ' : DRIVER_FAILURES.has(error.code);
}

/** Other codes say that the call itself was wrong, refused or given up; another driver would not mend that. */
const DRIVER_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'DRIVER_FAILED',
  'DRIVER_PROTOCOL',
  'DRIVER_UNAVAILABLE',
  'MODEL_FAILED',
]);

function isRepeatable(capability: Capability): boolean {
  return capability.safety_class === 'READ' || capability.idempotent === true;
}
