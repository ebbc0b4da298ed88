import { KernelError } from '../contract/errors.js';
import { setMember } from '../streams/members.js';
import { createReferences } from './json-schema/references.js';
import { isJsonObject, type JsonObject } from './json-values.js';

/**
 * Arguments from `key=value` pairs of a command line, typed as the schema says: numbers, true and false, JSON for lists
 * and objects. A text stays as it is, and so does a value that the schema says nothing about. Throws USAGE when a value
 * cannot be of the wanted type.
 */
export function coerceArguments(params: JsonObject, pairs: Readonly<Record<string, string>>): Record<string, unknown> {
  const resolve = createReferences(params);
  const properties = isJsonObject(params['properties']) ? params['properties'] : {};
  const args: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(pairs)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const types = typesOf(schema, { resolve, depth: 0 });
    setMember(args, name, types.length === 0 || types.includes('string') ? text : coerce(name, text, types));
  }
  return args;
}

interface Resolving {
  readonly resolve: (reference: string) => unknown;
  readonly depth: number;
}

const MAX_DEPTH = 8;

/** The JSON types a schema admits, as far as it says; empty when it says nothing. */
function typesOf(schema: unknown, { resolve, depth }: Resolving): readonly string[] {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) {
    return [];
  }
  const { type, $ref, anyOf, oneOf, allOf } = schema;
  if (type !== undefined) {
    return [type].flat().filter((name) => typeof name === 'string');
  }
  const choices: unknown = schema['enum'] ?? ('const' in schema ? [schema['const']] : undefined);
  if (Array.isArray(choices)) {
    return [...new Set(choices.map(typeOfValue))];
  }
  const below = { resolve, depth: depth + 1 };
  if (typeof $ref === 'string') {
    return typesOf(resolve($ref), below);
  }
  const parts = [anyOf, oneOf, allOf].flatMap((list: unknown) => (Array.isArray(list) ? list : []));
  return [...new Set(parts.flatMap((part) => typesOf(part, below)))];
}

function typeOfValue(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'array' : typeof value;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NOTHING = Symbol('nothing');

interface Coercion {
  /** NOTHING when the text is no such value. */
  readonly read: (text: string) => unknown;
  readonly expected: string;
}

const COERCIONS: Readonly<Record<string, Coercion>> = {
  integer: {
    read: (text) => (INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : NOTHING),
    expected: 'a whole number that can be kept digit for digit',
  },
  number: {
    read: (text) => (NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : NOTHING),
    expected: 'a number',
  },
  boolean: {
    read: (text) => (text === 'true' || text === 'false' ? text === 'true' : NOTHING),
    expected: 'true or false',
  },
  null: { read: (text) => (text === 'null' ? null : NOTHING), expected: 'null' },
  array: { read: (text) => parseIf(text, Array.isArray), expected: 'a JSON list such as ["a","b"]' },
  object: { read: (text) => parseIf(text, isJsonObject), expected: 'a JSON object such as {"a":1}' },
};

function parseIf(text: string, isRight: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRight(value) ? value : NOTHING;
  } catch {
    return NOTHING;
  }
}

function coerce(name: string, text: string, types: readonly string[]): unknown {
  const coercions = types.flatMap((type) => (Object.hasOwn(COERCIONS, type) ? [COERCIONS[type]] : []));
  for (const coercion of coercions) {
    const value = coercion?.read(text) ?? null;
    if (value !== NOTHING) {
      return value;
    }
  }
  const expected = coercions.flatMap((coercion) => coercion?.expected ?? []).join(' or ');
  throw new KernelError('USAGE', `the argument "${name}" must be ${expected}`, {
    hint: 'quote JSON for the shell, or give all arguments with --args',
  });
}
