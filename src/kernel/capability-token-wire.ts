import type { CapabilityTokenBody } from '../contract/capability-token.js';
import { KernelError } from '../contract/errors.js';
import { canonicalJson, isJsonObject } from './json-values.js';

export const MAX_CAVEATS = 64;
const MAX_LENGTH = 64 * 1024;
const PREFIX = 'akt1.';
const MEMBERS = 'caveats,grant_id,issued_at_ms,key_id,signature';
const SIGNATURE = /^[0-9a-f]{64}$/;

/** `akt1.` and base64url of the canonical JSON. Throws USAGE when it would be too long to be accepted. */
export function encodeToken(body: CapabilityTokenBody): string {
  const token = wireForm(body);
  if (token === undefined || token.length > MAX_LENGTH) {
    throw new KernelError('USAGE', 'the restrictions are too long for a capability token', {
      hint: `keep the whole below ${MAX_LENGTH / 1024} KiB`,
    });
  }
  return token;
}

/** Reads the wire form. Whatever is wrong with it, the answer is the same TOKEN_REJECTED. */
export function decodeToken(token: string): CapabilityTokenBody {
  const body =
    token.length <= MAX_LENGTH && token.startsWith(PREFIX) ? parseBody(token.slice(PREFIX.length)) : undefined;
  // One capability token has one spelling: other base64 or JSON of the same content is refused.
  if (body === undefined || wireForm(body) !== token) {
    throw new KernelError('TOKEN_REJECTED', 'the capability token is not valid', { hint: 'ask for a new grant' });
  }
  return body;
}

function wireForm(body: CapabilityTokenBody): string | undefined {
  const json = canonicalJson(body);
  return json === undefined ? undefined : PREFIX + Buffer.from(json, 'utf8').toString('base64url');
}

function parseBody(text: string): CapabilityTokenBody | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isBody(value: unknown): value is CapabilityTokenBody {
  return isJsonObject(value) && Object.keys(value).sort().join(',') === MEMBERS && hasBodyTypes(value);
}

function hasBodyTypes({
  grant_id,
  key_id,
  issued_at_ms,
  caveats,
  signature,
}: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof grant_id === 'string' &&
    typeof key_id === 'string' &&
    Number.isSafeInteger(issued_at_ms) &&
    Number(issued_at_ms) >= 0 &&
    Array.isArray(caveats) &&
    caveats.length <= MAX_CAVEATS &&
    caveats.every(isJsonObject) &&
    typeof signature === 'string' &&
    SIGNATURE.test(signature)
  );
}
