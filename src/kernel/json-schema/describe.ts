import { isJsonObject, type JsonObject } from '../json-values.js';

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const ANYTHING = 'a value';
const MAX_CHOICES = 10;
const MAX_TEXT = 200;

/** What a schema expects, in words, for example `a whole number of 1 or more`. */
export function describeSchema(schema: unknown, depth = 0): string {
  if (!isJsonObject(schema) || depth > 3) {
    return schema === false ? 'nothing' : ANYTHING;
  }
  if ('const' in schema) {
    return shorten(`exactly ${JSON.stringify(schema['const'])}`);
  }
  if (Array.isArray(schema['enum'])) {
    return describeChoices(schema['enum']);
  }
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (schema['type'] === undefined && Array.isArray(alternatives)) {
    return joinAlternatives(alternatives.map((part: unknown) => describeSchema(part, depth + 1)));
  }
  return describeType(schema);
}

export function describeChoices(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_CHOICES).map((value) => JSON.stringify(value));
  const more = values.length > MAX_CHOICES ? ` or ${values.length - MAX_CHOICES} others` : '';
  return shorten(`one of ${shown.join(', ')}${more}`);
}

function describeType(schema: JsonObject): string {
  const types: readonly unknown[] = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  const nouns = types.map((type) => (typeof type === 'string' ? (NOUNS[type] ?? ANYTHING) : ANYTHING));
  const isNumber = types.includes('integer') || types.includes('number');
  return `${joinAlternatives(nouns)}${isNumber ? describeRange(schema) : ''}`;
}

function describeRange({ minimum, maximum }: JsonObject): string {
  if (typeof minimum === 'number' && typeof maximum === 'number') {
    return ` from ${minimum} to ${maximum}`;
  }
  if (typeof minimum === 'number') {
    return ` of ${minimum} or more`;
  }
  return typeof maximum === 'number' ? ` of ${maximum} or less` : '';
}

function joinAlternatives(parts: readonly string[]): string {
  return shorten([...new Set(parts)].join(' or '));
}

export function shorten(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
