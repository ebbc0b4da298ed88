import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CapabilityTokenBody, Caveat } from '../contract/capability-token.js';
import { KernelError } from '../contract/errors.js';
import type { ArgConstraints, GrantConstraints } from '../contract/grant.js';
import type { TokenReport } from '../contract/kernel.js';
import { decodeToken, encodeToken, MAX_CAVEATS } from './capability-token-wire.js';
import { CAVEAT_NAMES, checkCaveats, combineCaveats, isCaveat, type TokenUse } from './caveats.js';
import { canonicalJson } from './json-values.js';

export interface TokenKey {
  readonly key_id: string;
  /** 32 bytes or more. */
  readonly secret: Uint8Array;
}

/** What a verified capability token allows. Its principal, capability and session have been checked; its arguments are for the caller to check. */
export interface VerifiedToken {
  readonly grantId: string;
  /** Unix milliseconds. */
  readonly issuedAtMs: number;
  /** Unix seconds. */
  readonly expiresAt: number | undefined;
  readonly constraints: GrantConstraints;
  readonly argLimits: readonly ArgConstraints[];
}

export interface CapabilityTokens {
  readonly mint: (grant: {
    readonly grantId: string;
    readonly issuedAtMs: number;
    readonly caveats: readonly Caveat[];
  }) => string;
  /** Appends caveats. It needs no key: whoever holds a capability token can do it, and nobody can undo it. */
  readonly narrow: (token: string, caveats: readonly Readonly<Record<string, unknown>>[]) => string;
  /** Throws TOKEN_REJECTED, TOKEN_EXPIRED or POLICY_DENIED. Whether it was revoked is for the caller to ask. */
  readonly verify: (token: string, use: TokenUse) => VerifiedToken;
  /** What it says, and whether it would hold at `now` (Unix ms). Throws TOKEN_REJECTED when it cannot be read. */
  readonly inspect: (token: string, now: number) => TokenReport;
}

const MIN_SECRET_BYTES = 32;
const MOST_REMEMBERED = 256;
const LONGEST_REMEMBERED = 4096;

/**
 * Capability tokens as a chain: the first HMAC-SHA256 is made with a secret key over the grant, each further one with
 * the one before it as key over one caveat. Only the last is carried, so that a caveat can be added but not removed.
 * The first key signs; the others still verify.
 */
export function createCapabilityTokens({ keys }: { readonly keys: readonly TokenKey[] }): CapabilityTokens {
  const active = checkedKeys(keys);
  const read = createTokenReader(keys);
  return Object.freeze({
    mint: ({ grantId, issuedAtMs, caveats }: Parameters<CapabilityTokens['mint']>[0]) => {
      checkMinted(caveats);
      const head = { grant_id: grantId, key_id: active.key_id, issued_at_ms: issuedAtMs };
      const signature = chain(headSignature(active, head), caveats);
      return encodeToken({ ...head, caveats, signature: signature.toString('hex') });
    },
    narrow: narrowToken,
    verify: (token: string, use: TokenUse) => {
      const { body, isGenuine } = read(token);
      if (!isGenuine) {
        throw rejected();
      }
      const caveats = knownCaveats(body);
      checkCaveats(caveats, use);
      const { exp, constraints, argLimits } = combineCaveats(caveats);
      return { grantId: body.grant_id, issuedAtMs: body.issued_at_ms, expiresAt: exp, constraints, argLimits };
    },
    inspect: (token: string, now: number) => inspectToken(read(token), now),
  });
}

interface ReadToken {
  readonly body: CapabilityTokenBody;
  /** Its signature is right. */
  readonly isGenuine: boolean;
}

/** The last genuine ones are remembered: a server is shown the same few with every request, and they cannot change. */
function createTokenReader(keys: readonly TokenKey[]): (token: string) => ReadToken {
  const known = new Map<string, ReadToken>();
  return (token) => {
    const found = known.get(token);
    if (found !== undefined) {
      return found;
    }
    const body = decodeToken(token);
    const read = { body, isGenuine: isSigned(body, keys) };
    if (read.isGenuine && token.length <= LONGEST_REMEMBERED) {
      known.set(token, frozen(read));
    }
    const [oldest] = known.keys();
    if (known.size > MOST_REMEMBERED && oldest !== undefined) {
      known.delete(oldest);
    }
    return read;
  };
}

function frozen<Part>(part: Part): Part {
  if (typeof part === 'object' && part !== null) {
    Object.values(part).forEach(frozen);
    Object.freeze(part);
  }
  return part;
}

function checkedKeys(keys: readonly TokenKey[]): TokenKey {
  const [active] = keys;
  const isUsable = keys.every((key) => key.key_id !== '' && key.secret.byteLength >= MIN_SECRET_BYTES);
  if (active === undefined || !isUsable || new Set(keys.map((key) => key.key_id)).size < keys.length) {
    throw new KernelError('CONFIG_INVALID', 'the keys for capability tokens are not usable', {
      hint: `give at least one, each with its own id and a secret of at least ${MIN_SECRET_BYTES} bytes`,
    });
  }
  return active;
}

/** A capability token without these would be anyone's, for anything, for ever. */
function checkMinted(caveats: readonly Caveat[]): void {
  const names = new Set(caveats.flatMap((caveat) => Object.keys(caveat)));
  const isBound = ['principal', 'capability', 'exp'].every((name) => names.has(name));
  if (!isBound || caveats.length > MAX_CAVEATS || !caveats.every(isCaveat)) {
    throw new KernelError('INTERNAL', 'a capability token was to be made without its restrictions');
  }
}

function headSignature(key: TokenKey, head: Omit<CapabilityTokenBody, 'caveats' | 'signature'>): Buffer {
  return hmac(key.secret, head);
}

function chain(start: Buffer, caveats: readonly unknown[]): Buffer {
  return caveats.reduce<Buffer>((signature, caveat) => hmac(signature, caveat), start);
}

function hmac(key: Uint8Array, message: unknown): Buffer {
  const text = canonicalJson(message);
  if (text === undefined) {
    throw rejected();
  }
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function rejected(): KernelError {
  return new KernelError('TOKEN_REJECTED', 'the capability token is not valid', { hint: 'ask for a new grant' });
}

function isSigned(body: CapabilityTokenBody, keys: readonly TokenKey[]): boolean {
  const key = keys.find((candidate) => candidate.key_id === body.key_id);
  if (key === undefined) {
    return false;
  }
  const head = { grant_id: body.grant_id, key_id: body.key_id, issued_at_ms: body.issued_at_ms };
  const expected = chain(headSignature(key, head), body.caveats);
  const given = Buffer.from(body.signature, 'hex');
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

function knownCaveats(body: CapabilityTokenBody): readonly Caveat[] {
  const caveats = body.caveats.filter(isCaveat);
  if (caveats.length < body.caveats.length) {
    throw new KernelError('TOKEN_REJECTED', 'the capability token has a restriction that is not known here', {
      hint: 'use it with the version of akernel that narrowed it',
    });
  }
  return caveats;
}

function narrowToken(token: string, caveats: readonly Readonly<Record<string, unknown>>[]): string {
  const body = decodeToken(token);
  if (!caveats.every(isCaveat)) {
    throw new KernelError('USAGE', 'a restriction for the capability token is not valid', {
      hint: `give objects with one member each: ${CAVEAT_NAMES.join(', ')}`,
    });
  }
  const all = [...body.caveats, ...caveats];
  if (all.length > MAX_CAVEATS) {
    throw new KernelError('USAGE', `a capability token holds at most ${MAX_CAVEATS} restrictions`, {
      hint: 'narrow the grant itself instead',
    });
  }
  const signature = chain(Buffer.from(body.signature, 'hex'), caveats);
  return encodeToken({ ...body, caveats: all, signature: signature.toString('hex') });
}

function inspectToken({ body, isGenuine }: ReadToken, now: number): TokenReport {
  const known = body.caveats.filter(isCaveat);
  const { exp } = combineCaveats(known);
  const problem = findProblem(
    [!isGenuine, 'it was not signed with a key of this kernel'],
    [known.length < body.caveats.length, 'it has a restriction that is not known here'],
    [exp !== undefined && exp * 1000 <= now, 'it has expired'],
  );
  return {
    valid: problem === undefined,
    grant_id: body.grant_id,
    key_id: body.key_id,
    issued_at: isoTime(body.issued_at_ms),
    ...(exp !== undefined && { expires_at: isoTime(exp * 1000) }),
    caveats: body.caveats,
    ...(problem !== undefined && { problem }),
  };
}

function findProblem(...conditions: readonly (readonly [holds: boolean, problem: string])[]): string | undefined {
  return conditions.find(([holds]) => holds)?.[1];
}

const MAX_TIME_MS = 8.64e15;

function isoTime(unixMs: number): string {
  return new Date(Math.min(unixMs, MAX_TIME_MS)).toISOString();
}
