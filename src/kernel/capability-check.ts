import type { Capability, SafetyClass, Sensitivity } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';
import { setMember } from '../streams/members.js';
import { isJsonObject, MAX_VALUE_DEPTH } from './json-values.js';

const ID = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/;
const MAX_ID_LENGTH = 128;
const SAFETY_CLASSES = new Set<unknown>(['READ', 'WRITE', 'DESTRUCTIVE'] satisfies SafetyClass[]);
const SENSITIVITIES = new Set<unknown>(['NONE', 'PII', 'PCI', 'SECRETS'] satisfies Sensitivity[]);

/** A frozen copy of the capability. Throws CONFIG_INVALID when a member is missing or of the wrong kind. */
export function checkedCapability(capability: Capability, namespace?: string): Capability {
  const { capability_id: id } = capability;
  if (typeof id !== 'string' || id.length > MAX_ID_LENGTH || !ID.test(id)) {
    throw new KernelError('CONFIG_INVALID', 'a capability has an id that is not valid', {
      hint: 'use domain.verb_noun: small letters, digits, - and _, with at least one dot',
    });
  }
  if (namespace !== undefined && !id.startsWith(`${namespace}.`)) {
    throw new KernelError('CONFIG_INVALID', `the loader of ${namespace} gave ${id}, which lies outside its namespace`, {
      hint: `begin its ids with "${namespace}."`,
    });
  }
  const wrong = CHECKS.find(([, isRight]) => !isRight(capability));
  if (wrong !== undefined) {
    throw new KernelError('CONFIG_INVALID', `the capability ${id} has no valid ${wrong[0]}`, { hint: wrong[2] });
  }
  return frozenCopy(capability, id, 0);
}

type Check = readonly [member: string, isRight: (capability: Capability) => boolean, hint: string];

const CHECKS: readonly Check[] = [
  ['name', ({ name }) => typeof name === 'string' && name !== '', 'give a short name'],
  ['description', ({ description }) => typeof description === 'string', 'give a description'],
  ['safety_class', (entry) => SAFETY_CLASSES.has(entry.safety_class), 'use READ, WRITE or DESTRUCTIVE'],
  ['sensitivity', (entry) => SENSITIVITIES.has(entry.sensitivity), 'use NONE, PII, PCI or SECRETS'],
  ['tags', ({ tags }) => isTextList(tags), 'give a list of words, which may be empty'],
  ['params', ({ params }) => isJsonObject(params), 'give a JSON Schema object, which may be {}'],
  ['driver', ({ driver }) => isBinding(driver), 'give driver_id and operation'],
  ['fallbacks', ({ fallbacks = [] }) => fallbacks.every(isBinding), 'give each a driver_id and an operation'],
  ['allowed_fields', ({ allowed_fields = [] }) => isTextList(allowed_fields), 'give a list of field names'],
];

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}

function isBinding(value: unknown): boolean {
  return isJsonObject(value) && typeof value['driver_id'] === 'string' && typeof value['operation'] === 'string';
}

/** Plain objects and lists are copied and frozen; anything else, such as a function in driver options, stays itself. */
function frozenCopy<Part>(part: Part, id: string, depth: number): Part;
function frozenCopy(part: unknown, id: string, depth: number): unknown {
  if (depth > MAX_VALUE_DEPTH) {
    throw new KernelError('CONFIG_INVALID', `the capability ${id} is nested too deeply`, {
      hint: `keep params and options within ${MAX_VALUE_DEPTH} levels`,
    });
  }
  if (Array.isArray(part)) {
    return Object.freeze(part.map((item: unknown) => frozenCopy(item, id, depth + 1)));
  }
  if (!isPlainObject(part)) {
    return part;
  }
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(part)) {
    setMember(copy, key, frozenCopy(member, id, depth + 1));
  }
  return Object.freeze(copy);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
