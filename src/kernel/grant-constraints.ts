import type { Capability } from '../contract/capability.js';
import type { ArgConstraints, Denial, GrantConstraints } from '../contract/grant.js';
import { intersectFields } from '../firewall/rows/field-paths.js';
import { canonicalJson, isJsonObject } from './json-values.js';

const MAX_NAMES = 256;
const MAX_NAME_LENGTH = 512;

const isAmount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH;
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_NAMES && value.every(isName);
const isNamedValues = (value: unknown, isValue: (member: unknown) => boolean): boolean =>
  isJsonObject(value) && Object.entries(value).every(([key, member]) => isName(key) && isValue(member));

interface ConstraintRule {
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const WHOLE_NUMBER = 'a whole number of 0 or more';
const FIELD_LIST = `a list of at most ${MAX_NAMES} field names`;

const ARG_RULES = {
  allowed_keys: { accepts: isNameList, expected: `a list of at most ${MAX_NAMES} argument names` },
  pinned: {
    accepts: (value) => isNamedValues(value, (member) => canonicalJson(member) !== undefined),
    expected: 'an object of argument names and JSON values',
  },
  prefix: {
    accepts: (value) => isNamedValues(value, (member) => typeof member === 'string'),
    expected: 'an object of argument names and strings',
  },
} as const satisfies Record<keyof ArgConstraints, ConstraintRule>;

const RULES = {
  max_rows: { accepts: isAmount, expected: WHOLE_NUMBER },
  allowed_fields: { accepts: isNameList, expected: FIELD_LIST },
  args: { accepts: isArgConstraints, expected: 'an object with allowed_keys, pinned and prefix' },
  max_calls: { accepts: isAmount, expected: WHOLE_NUMBER },
  session_id: { accepts: isName, expected: 'the id of a session' },
} as const satisfies Record<keyof GrantConstraints, ConstraintRule>;

/** Whether the value restricts arguments in a form that is fully understood. */
export function isArgConstraints(value: unknown): value is ArgConstraints {
  return (
    isJsonObject(value) &&
    Object.values(value).some((limit) => limit !== undefined) &&
    constraintProblems(value, ARG_RULES).length === 0
  );
}

/** Everything wrong with the constraints of a request. An unknown one is wrong too: nothing is ignored. */
export function checkConstraints(constraints: GrantConstraints): readonly Denial[] {
  return constraintProblems(constraints, RULES);
}

function constraintProblems(constraints: unknown, rules: Readonly<Record<string, ConstraintRule>>): readonly Denial[] {
  if (!isJsonObject(constraints)) {
    return [invalidConstraint('the constraints are not an object', 'give the constraints as an object')];
  }
  return Object.entries(constraints).flatMap(([key, value]) => {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) {
      const known = Object.keys(rules).join(', ');
      return [invalidConstraint('the constraints have an unknown member', `use only ${known}`)];
    }
    // A member that is undefined is as good as absent.
    return value === undefined || rule.accepts(value)
      ? []
      : [invalidConstraint(`the constraint ${key} is not valid`, `give ${rule.expected}`)];
  });
}

export function invalidConstraint(message: string, remedy: string): Denial {
  return { reason: 'invalid_constraint', message, remedy };
}

/**
 * The constraints of a grant: a copy of what was asked for, with the capability's own list of fields (unless it is
 * lifted) and the limits of a rule on top. Each can only narrow.
 */
export function narrowConstraints(
  requested: GrantConstraints,
  limits: readonly Pick<GrantConstraints, 'max_rows' | 'allowed_fields'>[],
): GrantConstraints {
  const { max_rows, allowed_fields, ...others } = structuredClone(requested);
  const rows = [max_rows, ...limits.map((limit) => limit.max_rows)].filter((value) => value !== undefined);
  const fields = [allowed_fields, ...limits.map((limit) => limit.allowed_fields)].filter((list) => list !== undefined);
  return Object.freeze({
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
    ...(rows.length > 0 && { max_rows: Math.min(...rows) }),
    ...(fields.length > 0 && { allowed_fields: [...fields.reduce(intersectFields)] }),
  });
}

/** The capability's own limit on fields. It holds whatever the sensitivity; only the role pii_reader lifts it. */
export function capabilityLimits(
  capability: Capability,
  roles: readonly string[],
): readonly Pick<GrantConstraints, 'allowed_fields'>[] {
  const { allowed_fields } = capability;
  return allowed_fields === undefined || roles.includes('pii_reader') ? [] : [{ allowed_fields }];
}
