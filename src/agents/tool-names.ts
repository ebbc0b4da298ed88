import { createHash } from 'node:crypto';

/** Single separators between letters and digits: then two underscores can only stand for a dot. */
const PLAIN = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const LONGEST = 64;
const HASH_CHARS = 16;

/**
 * A capability's id as providers take names: letters, digits, `_` and `-`, at most 64. Different ids have different
 * names: `demo.customers` is `demo__customers`; where that would not tell, the name ends with a hash of the id.
 */
export function toolNameOf(capabilityId: string): string {
  const name = capabilityId.replaceAll('.', '__');
  if (PLAIN.test(capabilityId) && name.length <= LONGEST) {
    return name;
  }
  const hash = createHash('sha256').update(capabilityId).digest('hex').slice(0, HASH_CHARS);
  return `${name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST - HASH_CHARS - 2)}--${hash}`;
}
