import { KernelError } from '../contract/errors.js';
import type { GrantRequest, InvokeRequest } from '../contract/kernel.js';
import { isJsonObject } from './json-values.js';

interface Kind {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const TEXT: Kind = { expected: 'a text', fits: (value) => typeof value === 'string' };
const OBJECT: Kind = { expected: 'an object', fits: isJsonObject };
const TEXTS: Kind = { expected: 'a list of texts', fits: isTexts };
const SECONDS: Kind = { expected: 'a number of seconds', fits: (value) => typeof value === 'number' };
const PRINCIPAL = { principal_id: TEXT, roles: TEXTS, attributes: OBJECT };

/** Throws USAGE, with the path, unless there is somebody who acts. Without it there can be no trace. */
export function checkPrincipal(request: { readonly principal: unknown }): void {
  const { principal } = isJsonObject(request) ? request : {};
  checkMembers({ principal }, { principal: OBJECT });
  checkMembers(isJsonObject(principal) ? principal : {}, PRINCIPAL, 'principal.');
}

export function checkInvokeRequest({ capabilityId, args, capabilityToken, ...others }: InvokeRequest): void {
  checkMembers({ capabilityId, args, capabilityToken }, { capabilityId: TEXT, args: OBJECT, capabilityToken: TEXT });
  checkOptional(others, { sessionId: TEXT, justification: TEXT });
}

const GRANT_OPTIONS = {
  justification: TEXT,
  intent: TEXT,
  scope: OBJECT,
  constraints: OBJECT,
  ttlS: SECONDS,
} as const satisfies Record<Exclude<keyof GrantRequest, 'principal' | 'capabilityId'>, Kind>;

/** A member that is not known could be meant to limit something, and is refused. */
export function checkGrantRequest({ principal, capabilityId, ...others }: GrantRequest): void {
  checkPrincipal({ principal });
  checkMembers({ capabilityId }, { capabilityId: TEXT });
  const unknown = Object.keys(others).find((name) => !Object.hasOwn(GRANT_OPTIONS, name));
  if (unknown !== undefined) {
    // A name that can be none is not repeated: it may be anything.
    const named = /^\w{1,40}$/.test(unknown) ? `the unknown member ${unknown}` : 'an unknown member';
    throw new KernelError('USAGE', `The request for a grant has ${named}.`, {
      hint: `use only principal, capabilityId, ${Object.keys(GRANT_OPTIONS).join(', ')}`,
    });
  }
  checkOptional(others, GRANT_OPTIONS);
}

type Members = Readonly<Record<string, unknown>>;

function checkOptional(members: Members, kinds: Readonly<Record<string, Kind>>): void {
  const given = Object.entries(kinds).filter(([name]) => members[name] !== undefined);
  checkMembers(members, Object.fromEntries(given));
}

function checkMembers(members: Members, kinds: Readonly<Record<string, Kind>>, path = ''): void {
  for (const [name, { expected, fits }] of Object.entries(kinds)) {
    if (!fits(members[name])) {
      const problem = members[name] === undefined ? 'is missing' : 'is not valid';
      throw new KernelError('USAGE', `The member ${path}${name} of the request ${problem}: it must be ${expected}.`, {
        ...(name === 'capabilityToken' ? { hint: 'kernel.grant gives one, as capability_token' } : {}),
      });
    }
  }
}
