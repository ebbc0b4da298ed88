import type { Caveat } from '../contract/capability-token.js';
import { KernelError } from '../contract/errors.js';
import type { ArgConstraints, GrantConstraints } from '../contract/grant.js';
import { intersectFields } from '../firewall/rows/field-paths.js';
import { isArgConstraints } from './grant-constraints.js';
import { isJsonObject } from './json-values.js';

/** What a capability token is used for. */
export interface TokenUse {
  /** Unix milliseconds. */
  readonly now: number;
  readonly principalId: string;
  readonly capabilityId: string;
  readonly sessionId?: string | undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

type CaveatName = Caveat extends infer Each ? (Each extends unknown ? keyof Each : never) : never;

const VALUES = {
  exp: isAmount,
  principal: isText,
  capability: isText,
  max_rows: isAmount,
  allowed_fields: (value) => Array.isArray(value) && value.every(isText),
  args: isArgConstraints,
  max_calls: isAmount,
  session: isText,
} as const satisfies Record<CaveatName, (value: unknown) => boolean>;

/** The names of the caveats this kernel knows. */
export const CAVEAT_NAMES: readonly string[] = Object.keys(VALUES);

/** Whether it is exactly one known restriction with a value that is understood. */
export function isCaveat(value: unknown): value is Caveat {
  if (!isJsonObject(value)) {
    return false;
  }
  const [entry, second] = Object.entries(value);
  if (entry === undefined || second !== undefined) {
    return false;
  }
  const [name, content] = entry;
  return isKnown(name) && VALUES[name](content);
}

function isKnown(name: string): name is CaveatName {
  return Object.hasOwn(VALUES, name);
}

/** The caveats of a grant, in the order in which they are chained. */
export function grantCaveats(grant: {
  readonly principalId: string;
  readonly capabilityId: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly constraints: GrantConstraints;
}): readonly Caveat[] {
  const { max_rows, allowed_fields, args, max_calls, session_id } = grant.constraints;
  return [
    { principal: grant.principalId },
    { capability: grant.capabilityId },
    { exp: grant.expiresAt },
    ...(max_rows === undefined ? [] : [{ max_rows }]),
    ...(allowed_fields === undefined ? [] : [{ allowed_fields }]),
    ...(args === undefined ? [] : [{ args }]),
    ...(max_calls === undefined ? [] : [{ max_calls }]),
    ...(session_id === undefined ? [] : [{ session: session_id }]),
  ];
}

/** Throws unless every caveat admits the use: expiry first, then for whom and what. */
export function checkCaveats(caveats: readonly Caveat[], use: TokenUse): void {
  const { exp } = combineCaveats(caveats);
  if (exp !== undefined && exp * 1000 <= use.now) {
    throw new KernelError('TOKEN_EXPIRED', 'the capability token has expired', { hint: 'ask for a new grant' });
  }
  for (const caveat of caveats) {
    checkBearer(caveat, use);
  }
}

function checkBearer(caveat: Caveat, use: TokenUse): void {
  if ('principal' in caveat && caveat.principal !== use.principalId) {
    throw mismatch('principal');
  }
  if ('capability' in caveat && caveat.capability !== use.capabilityId) {
    throw mismatch('capability');
  }
  if ('session' in caveat && caveat.session !== use.sessionId) {
    throw mismatch('session');
  }
}

function mismatch(what: string): KernelError {
  return new KernelError('TOKEN_REJECTED', `the capability token is for another ${what}`, {
    hint: 'ask for a grant of your own for this',
  });
}

export interface CombinedCaveats {
  /** Unix seconds. */
  readonly exp: number | undefined;
  /** Each restricts the arguments of a call. */
  readonly argLimits: readonly ArgConstraints[];
  readonly constraints: GrantConstraints;
}

/** All caveats as one: the smallest amounts, the fields that every list allows. */
export function combineCaveats(caveats: readonly Caveat[]): CombinedCaveats {
  const exps = caveats.flatMap((caveat) => ('exp' in caveat ? [caveat.exp] : []));
  const rows = caveats.flatMap((caveat) => ('max_rows' in caveat ? [caveat.max_rows] : []));
  const calls = caveats.flatMap((caveat) => ('max_calls' in caveat ? [caveat.max_calls] : []));
  const fields = caveats.flatMap((caveat) => ('allowed_fields' in caveat ? [caveat.allowed_fields] : []));
  const [session] = caveats.flatMap((caveat) => ('session' in caveat ? [caveat.session] : []));
  return {
    exp: exps.length === 0 ? undefined : Math.min(...exps),
    argLimits: caveats.flatMap((caveat) => ('args' in caveat ? [caveat.args] : [])),
    constraints: Object.freeze({
      ...(rows.length > 0 && { max_rows: Math.min(...rows) }),
      ...(calls.length > 0 && { max_calls: Math.min(...calls) }),
      ...(fields.length > 0 && { allowed_fields: [...fields.reduce(intersectFields)] }),
      ...(session !== undefined && { session_id: session }),
    }),
  };
}
