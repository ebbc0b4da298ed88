import type { Capability } from '../contract/capability.js';
import {
  type CallRatesOf,
  type Denial,
  type PolicyDecision,
  type PolicyRequest,
  type RateLimit,
  USUAL_CALL_RATES,
} from '../contract/grant.js';
import type { Principal } from '../contract/principal.js';
import { capabilityLimits, checkConstraints, invalidConstraint, narrowConstraints } from './grant-constraints.js';
import { visibleLength } from './visible-length.js';

/** Decides what a principal may do. It consumes nothing, and a refusal names every failed condition, in order. */
export interface Policy {
  readonly decide: (request: PolicyRequest) => PolicyDecision;
}

export const MIN_JUSTIFICATION = 15;
export const DEFAULT_TTL_S = 3600;
export const MAX_TTL_S = 24 * 3600;
const ROW_CAP = 50;
const SERVICE_ROW_CAP = 500;
const MEMORY_WRITERS = ['memory_writer', 'admin'];
const RATE_WINDOW_MS = 60_000;
const SERVICE_RATE_FACTOR = 10;

/** The built-in rules: roles and justification by safety class and sensitivity, tenant, constraints, lifetime. */
export function createDefaultPolicy(rates: CallRatesOf = USUAL_CALL_RATES): Policy {
  return Object.freeze({
    decide: (request: PolicyRequest): PolicyDecision => {
      const [first, ...more] = [...roleDenials(request), ...requestDenials(request, MAX_TTL_S)];
      if (first !== undefined) {
        return { allowed: false, denials: [first, ...more] };
      }
      const { capability, constraints = {}, principal } = request;
      return {
        allowed: true,
        reason: 'default_policy_allow',
        constraints: narrowConstraints(constraints, capabilityLimits(capability, principal.roles)),
        ...allowanceFor(request, { maxTtlS: MAX_TTL_S, rates }),
      };
    },
  });
}

/** What is wrong with the request itself, whatever the rules: its constraints and its lifetime. */
export function requestDenials({ constraints = {}, ttl_s }: PolicyRequest, maxTtlS: number): readonly Denial[] {
  return [...checkConstraints(constraints), ...ttlDenials(ttl_s, maxTtlS)];
}

function ttlDenials(ttlS: number | undefined, maxTtlS: number): readonly Denial[] {
  if (ttlS === undefined) {
    return [];
  }
  if (!Number.isSafeInteger(ttlS) || ttlS <= 0) {
    return [invalidConstraint('the lifetime of the grant is not valid', 'give a whole number of seconds of 1 or more')];
  }
  const message = `the grant is asked for longer than the ${maxTtlS} seconds allowed`;
  return ttlS > maxTtlS ? [{ reason: 'ttl_exceeded', message, remedy: `ask for at most ${maxTtlS} seconds` }] : [];
}

/** Row cap, rate limit and lifetime of an allowed request. */
export function allowanceFor(
  { principal, capability, ttl_s }: PolicyRequest,
  { maxTtlS, rates }: { readonly maxTtlS: number; readonly rates: CallRatesOf },
): { readonly row_cap: number; readonly rate_limit: RateLimit; readonly ttl_s: number } {
  const isService = principal.roles.includes('service');
  const limit = rates(capability.capability_id)[capability.safety_class] * (isService ? SERVICE_RATE_FACTOR : 1);
  return {
    row_cap: isService ? SERVICE_ROW_CAP : ROW_CAP,
    rate_limit: { limit, window_ms: RATE_WINDOW_MS },
    ttl_s: ttl_s ?? Math.min(DEFAULT_TTL_S, maxTtlS),
  };
}

function roleDenials(request: PolicyRequest): readonly Denial[] {
  const denials = [
    ...safetyDenials(request),
    ...tenantDenials(request),
    ...secretsDenials(request),
    ...memoryDenials(request),
  ];
  // A WRITE of SECRETS asks for a justification twice; it is told once.
  return denials.filter((denial, i) => denials.findIndex((other) => other.message === denial.message) === i);
}

function safetyDenials(request: PolicyRequest): readonly Denial[] {
  const { safety_class: safetyClass } = request.capability;
  if (safetyClass === 'READ') {
    return [];
  }
  const roles = safetyClass === 'WRITE' ? ['writer', 'admin'] : ['admin'];
  return [...roleDenial(request, roles, `a ${safetyClass} capability`), ...justificationDenials(request)];
}

function tenantDenials({ principal, capability }: PolicyRequest): readonly Denial[] {
  const { sensitivity } = capability;
  if ((sensitivity !== 'PII' && sensitivity !== 'PCI') || Object.hasOwn(principal.attributes, 'tenant')) {
    return [];
  }
  const message = `a capability with ${sensitivity} data needs a principal that belongs to a tenant`;
  const line = 'principal: { attributes: { tenant: local } }';
  return [{ reason: 'missing_tenant_attribute', message, remedy: `name its tenant in the config: ${line}` }];
}

function secretsDenials(request: PolicyRequest): readonly Denial[] {
  return request.capability.sensitivity === 'SECRETS'
    ? [
        ...roleDenial(request, ['admin', 'secrets_reader'], 'a capability with SECRETS'),
        ...justificationDenials(request),
      ]
    : [];
}

/** Capabilities with the tag `memory` hold what an agent remembers. */
export function isMemory({ tags }: Pick<Capability, 'tags'>): boolean {
  return tags.includes('memory');
}

function memoryDenials({ principal, capability, scope }: PolicyRequest): readonly Denial[] {
  if (!isMemory(capability)) {
    return [];
  }
  if (capability.safety_class !== 'READ') {
    const message = 'changing memory needs the role memory_writer or admin';
    const remedy = `act as a principal with one of them, in the config: ${rolesLine(principal, MEMORY_WRITERS)}`;
    return hasRole(principal.roles, MEMORY_WRITERS)
      ? []
      : [{ reason: 'memory_write_requires_writer', message, remedy }];
  }
  const isSensitive = scope?.['memory_scope'] === 'sensitive';
  const message = 'reading sensitive memory needs the role memory_reader_sensitive or admin';
  const remedy = 'act as a principal with the role memory_reader_sensitive or admin, or ask for another scope';
  return !isSensitive || hasRole(principal.roles, ['memory_reader_sensitive', 'admin'])
    ? []
    : [{ reason: 'memory_sensitive_read_denied', message, remedy }];
}

function roleDenial({ principal }: PolicyRequest, roles: readonly string[], subject: string): readonly Denial[] {
  if (hasRole(principal.roles, roles)) {
    return [];
  }
  const wanted = `the role ${roles.join(' or ')}`;
  const remedy = `act as a principal with ${wanted}, in the config: ${rolesLine(principal, roles)}`;
  return [{ reason: 'missing_role', message: `using ${subject} needs ${wanted}`, remedy }];
}

/** The line of a config that gives a principal the first of these roles too. */
export function rolesLine({ roles: own }: Principal, roles: readonly string[]): string {
  return `principal: { roles: [${[...roles.slice(0, 1), ...own].sort().join(', ')}] }`;
}

function hasRole(roles: readonly string[], wanted: readonly string[]): boolean {
  return wanted.some((role) => roles.includes(role));
}

function justificationDenials({ justification }: PolicyRequest): readonly Denial[] {
  return justificationDenial(justification, MIN_JUSTIFICATION);
}

/** Empty when enough can be seen of the justification. */
export function justificationDenial(justification: string | undefined, minLength: number): readonly Denial[] {
  if (visibleLength(justification ?? '') >= minLength) {
    return [];
  }
  const message = `a justification of at least ${minLength} characters is needed`;
  return [{ reason: 'insufficient_justification', message, remedy: 'say why with --justification' }];
}
