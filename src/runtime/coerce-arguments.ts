import type { Capability } from '../contract/capability.js';
import { coerceArguments as coerceStrictly } from '../kernel/argument-coercion.js';

/**
 * `key=value` words as arguments of the types that a capability's `params` want. What cannot be such a value stays
 * text: the kernel then refuses it like any other wrong argument, with a trace.
 */
export function coerceArguments(
  params: Capability['params'],
  pairs: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const args = Object.entries(pairs).map(([name, text]): [string, unknown] => {
    try {
      return [name, coerceStrictly(params, Object.fromEntries([[name, text]]))[name]];
    } catch {
      return [name, text];
    }
  });
  return Object.fromEntries(args);
}
