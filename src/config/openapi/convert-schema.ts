import { KernelError } from '../../contract/errors.js';
import { compilePattern } from '../../contract/pattern.js';
import { isRecord } from '../trees.js';
import { cleanText, isPlainName } from './clean-text.js';
import { followPointer } from './resolve-pointer.js';

type Members = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const MAX_PARTS = 1000;
const MAX_CHOICES = 200;
const MAX_DESCRIPTION = 300;
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/**
 * A schema of an OpenAPI document (3.0 or 3.1) as a JSON Schema that needs nothing else. References are put in place,
 * and where one leads round, or the schema grows too large, anything goes. Only known keywords are kept, and of these
 * only what the kernel can check: a schema can become wider here, never wrong.
 */
export function convertSchema(document: Members, schema: unknown): Members {
  let parts = 0;

  const convert = (value: unknown, path: readonly string[]): unknown => {
    parts += 1;
    spend(document, 1 + (isRecord(value) ? memberCount(value) : 0));
    if (value === false) {
      return false;
    }
    if (!isRecord(value) || path.length > MAX_DEPTH || parts > MAX_PARTS) {
      return {};
    }
    const { $ref } = value;
    if (typeof $ref === 'string') {
      return path.includes($ref) ? {} : convert(followPointer(document, $ref), [...path, $ref]);
    }
    return convertMembers(value, (inner) => convert(inner, [...path, '']));
  };

  const converted = convert(schema, []);
  return isRecord(converted) ? converted : {};
}

/** Few bytes of a document can have the same large schema converted again and again. */
const MAX_WORK = 5_000_000;
const workOn = new WeakMap<Members, number>();

function spend(document: Members, work: number): void {
  const all = (workOn.get(document) ?? 0) + work;
  workOn.set(document, all);
  if (all > MAX_WORK) {
    throw new KernelError('LIMIT_REACHED', 'the schemas of the document are too long together', {
      hint: '--tag chooses some of its operations',
    });
  }
}

function memberCount({ properties, ...members }: Members): number {
  const lists = Object.values(members).filter(Array.isArray);
  return (
    (isRecord(properties) ? Object.keys(properties).length : 0) + lists.reduce((sum, { length }) => sum + length, 0)
  );
}

type Convert = (schema: unknown) => unknown;

function convertMembers(schema: Members, convert: Convert): Members {
  const isNullable = schema['nullable'] === true;
  return {
    ...typeOf(schema, isNullable),
    ...choicesOf(schema, isNullable),
    ...description(schema),
    ...numbers(schema),
    ...pattern(schema),
    ...(typeof schema['format'] === 'string' && /^[a-z\d-]{1,40}$/i.test(schema['format'])
      ? { format: schema['format'] }
      : {}),
    ...(schema['uniqueItems'] === true ? { uniqueItems: true } : {}),
    ...objectMembers(schema, convert),
    ...(schema['items'] === undefined ? {} : { items: convert(schema['items']) }),
    ...combinations(schema, convert),
  };
}

/** 3.0 says `nullable` where 3.1 has a list of types. */
function typeOf({ type }: Members, isNullable: boolean): Members {
  const types = [type].flat().filter((name): name is string => typeof name === 'string' && TYPES.includes(name));
  const all = isNullable && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types;
  return all.length === 0 ? {} : { type: all.length === 1 ? all[0] : all };
}

function choicesOf(schema: Members, isNullable: boolean): Members {
  const choices: unknown = schema['enum'];
  if (Object.hasOwn(schema, 'const') && isChoice(schema['const'])) {
    return { const: schema['const'] };
  }
  if (!Array.isArray(choices) || choices.length > MAX_CHOICES || !choices.every(isChoice) || choices.length === 0) {
    return {};
  }
  return { enum: isNullable && !choices.includes(null) ? [...choices, null] : choices };
}

function isChoice(value: unknown): boolean {
  return typeof value === 'string'
    ? value === '' || isPlainName(value)
    : value === null || typeof value === 'number' || typeof value === 'boolean';
}

function description(schema: Members): Members {
  const text = cleanText(schema['description'], MAX_DESCRIPTION);
  return text === '' ? {} : { description: text };
}

/** In 3.0 the exclusive limits are booleans beside the others. */
function numbers(schema: Members): Members {
  const found: Record<string, unknown> = {};
  for (const name of COUNTS) {
    const value = schema[name];
    if (Number.isSafeInteger(value) && Number(value) >= 0) {
      found[name] = value;
    }
  }
  for (const name of LIMITS) {
    if (typeof schema[name] === 'number' && Number.isFinite(schema[name])) {
      found[name] = schema[name];
    }
  }
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] === true && found[limit] !== undefined) {
      found[flag] = found[limit];
      delete found[limit];
    }
  }
  const { multipleOf } = schema;
  return typeof multipleOf === 'number' && multipleOf > 0 ? { ...found, multipleOf } : found;
}

function pattern({ pattern: source }: Members): Members {
  return typeof source === 'string' && isPlainName(source, 1000) && compilePattern(source) !== undefined
    ? { pattern: source }
    : {};
}

/** What a server alone may write is no argument. */
function objectMembers(schema: Members, convert: Convert): Members {
  const { properties, required, additionalProperties: others } = schema;
  const kept = isRecord(properties)
    ? Object.entries(properties).filter(([name, value]) => isPlainName(name) && !isReadOnly(value))
    : [];
  const names = new Set(kept.map(([name]) => name));
  const needed = Array.isArray(required) ? required.filter((name) => names.has(name)) : [];
  return {
    ...(kept.length === 0
      ? {}
      : { properties: Object.fromEntries(kept.map(([name, value]) => [name, convert(value)])) }),
    ...(needed.length === 0 ? {} : { required: [...new Set(needed)] }),
    ...(typeof others === 'boolean' ? { additionalProperties: others } : {}),
    ...(isRecord(others) ? { additionalProperties: convert(others) } : {}),
  };
}

function isReadOnly(schema: unknown): boolean {
  return isRecord(schema) && schema['readOnly'] === true;
}

function combinations(schema: Members, convert: Convert): Members {
  const found: Record<string, unknown> = {};
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = schema[name];
    if (Array.isArray(list) && list.length > 0 && list.length <= MAX_CHOICES) {
      // Two alternatives that were cut to anything would both fit, and `oneOf` would refuse all.
      const kept = list.map(convert);
      found[name === 'oneOf' && kept.some(isAnything) ? 'anyOf' : name] = kept;
    }
  }
  return isRecord(schema['not']) ? { ...found, not: convert(schema['not']) } : found;
}

function isAnything(schema: unknown): boolean {
  return isRecord(schema) && Object.keys(schema).length === 0;
}
