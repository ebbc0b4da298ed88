import type { Capability } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import type { ArgumentValidator } from '../argument-validation.js';
import { isJsonObject, type JsonObject } from '../json-values.js';
import type { OpenReference } from './open.js';
import type { CheckValue } from './values.js';

/**
 * How an argument that is streamed is checked: each item as it passes, or, where its schema says more than that, the
 * whole of it before anything runs.
 */
export type StreamedCheck = { readonly when: 'before' } | { readonly when: 'passing'; readonly check?: CheckValue };

const BEFORE: StreamedCheck = { when: 'before' };

/** Words of a schema that ask nothing of a value. */
const NOTES = ['title', 'description', 'examples', 'default', 'deprecated', '$comment'];
const LIST = new Set([...NOTES, 'type', 'items']);
const TEXT = new Set([...NOTES, 'type']);
/** What can be asked of the arguments together so that each can still be checked by itself. */
const TOGETHER = new Set([
  ...NOTES,
  ...['type', 'properties', 'required', 'additionalProperties', '$schema', '$id', '$defs', 'definitions'],
]);

export function streamedCheck(
  validator: ArgumentValidator,
  capability: Capability,
  { steps: [name = ''], path: { part } }: OpenReference,
): StreamedCheck {
  const { params } = capability;
  const schema = schemaOf(params, name);
  if (schema === undefined || !hasOnly(params, TOGETHER)) {
    return BEFORE;
  }
  if (schema === true || hasOnly(schema, new Set(NOTES))) {
    return { when: 'passing' };
  }
  if (part === 'text' && hasOnly(schema, TEXT) && mayBe(schema, 'string')) {
    return { when: 'passing' };
  }
  if (part !== 'rows' || !hasOnly(schema, LIST) || !mayBe(schema, 'array')) {
    return BEFORE;
  }
  const { items } = schema;
  return items === undefined
    ? { when: 'passing' }
    : { when: 'passing', check: itemCheck(validator, capability, { name, items }) };
}

/** Undefined for an argument that `params` does not let pass by its name alone. */
function schemaOf(
  { properties, additionalProperties: others }: JsonObject,
  name: string,
): JsonObject | true | undefined {
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    const schema = properties[name];
    return isJsonObject(schema) || schema === true ? schema : undefined;
  }
  return others === undefined || others === true ? true : undefined;
}

function hasOnly(schema: JsonObject, words: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((word) => words.has(word));
}

function mayBe({ type }: JsonObject, wanted: string): boolean {
  return type === undefined || [type].flat().includes(wanted);
}

/** A name of its own among the properties, so that references from one schema to another still lead there. */
const ITEM = '$item';

function itemCheck(
  validator: ArgumentValidator,
  capability: Capability,
  { name, items }: { readonly name: string; readonly items: unknown },
): CheckValue {
  const { params } = capability;
  const properties = { ...(isJsonObject(params['properties']) ? params['properties'] : {}), [ITEM]: items };
  const one: Capability = { ...capability, params: { ...params, type: 'object', properties, required: [ITEM] } };
  return (item) => {
    if (validator.validate(one, { [ITEM]: item }).length > 0) {
      throw new KernelError('USAGE', `a stored value is not what the argument "${name}" takes`, {
        hint: `akernel capabilities show ${capability.capability_id} lists its arguments`,
      });
    }
  };
}

/** The capability as it looks to a call in which these arguments go another way. */
export function withoutParams(capability: Capability, names: readonly string[]): Capability {
  const { required } = capability.params;
  if (names.length === 0 || !Array.isArray(required)) {
    return capability;
  }
  const wanted = required.filter((name) => !names.includes(String(name)));
  return { ...capability, params: { ...capability.params, required: wanted } };
}
