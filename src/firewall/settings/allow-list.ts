import { KernelError } from '../../contract/errors.js';
import { compilePattern } from '../../contract/pattern.js';
import type { RedactionSettings } from '../../contract/redaction.js';

/** A longer finding is no documented example. */
const LONGEST_ALLOWED = 512;

/**
 * Whether a finding may be seen: it is one of the values, in any case, or one of the patterns fits the whole of it.
 * `undefined` when nothing is allowed.
 */
export function createAllowList({
  values = [],
  patterns = [],
}: NonNullable<RedactionSettings['allow']>): ((text: string) => boolean) | undefined {
  if (values.length === 0 && patterns.length === 0) {
    return undefined;
  }
  const known = new Set(values.map((value) => value.toLowerCase()));
  const tests = patterns.map(compile);
  return (text) =>
    text.length <= LONGEST_ALLOWED && (known.has(text.toLowerCase()) || tests.some((test) => test(text)));
}

function compile(pattern: string): (text: string) => boolean {
  const test = compilePattern(`^(?:${pattern})$`);
  if (test === undefined) {
    throw new KernelError('CONFIG_INVALID', 'redaction.allow.patterns: one cannot be tested in linear time', {
      hint: 'write regular expressions without references, look-ahead and look-behind',
    });
  }
  return test;
}
