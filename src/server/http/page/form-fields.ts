import { isMembers, listOf, type Members, membersOf, textOf, textsOf, wordOf } from './members.js';

/** One argument to fill in. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'choice' | 'json';
  /** What is wanted, in a word or two. */
  readonly wanted: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** What holds when nothing is given, as text. */
  readonly standard: string | undefined;
  readonly choices: readonly unknown[];
}

/** The field for arguments that the schema does not name one by one. */
export const OTHER_ARGUMENTS = '(other arguments)';

/** One field for each property of a JSON Schema, required ones first; what no field has a shape for is JSON. */
export function fieldsOf(params: Members): readonly Field[] {
  const required = textsOf(params['required']);
  const named = Object.entries(membersOf(params['properties'])).map(([name, schema]) =>
    fieldOf(name, membersOf(schema), required.includes(name)),
  );
  return [
    ...named.filter(({ isRequired }) => isRequired),
    ...named.filter(({ isRequired }) => !isRequired),
    ...(params['additionalProperties'] === false && !isComposed(params) ? [] : [others()]),
  ];
}

function isComposed(params: Members): boolean {
  return ['anyOf', 'oneOf', 'allOf', 'patternProperties', '$ref'].some((name) => params[name] !== undefined);
}

function fieldOf(name: string, schema: Members, isRequired: boolean): Field {
  const { default: standard } = schema;
  return {
    name,
    ...shapeOf(schema),
    isRequired,
    description: textOf(schema['description']) || textOf(schema['title']),
    standard: standard === undefined ? undefined : wordOf(standard),
  };
}

function shapeOf(schema: Members): Pick<Field, 'kind' | 'wanted' | 'choices'> {
  const choices = listOf(schema['enum']);
  if (choices.length > 0) {
    return { kind: 'choice', wanted: 'choice', choices };
  }
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'choice', wanted: 'true or false', choices: [true, false] };
    case 'string':
      return { kind: 'text', wanted: 'text', choices: [] };
    case 'integer':
      return { kind: 'number', wanted: 'whole number', choices: [] };
    case 'number':
      return { kind: 'number', wanted: 'number', choices: [] };
    case 'array':
      return { kind: 'json', wanted: 'JSON list', choices: [] };
    case 'object':
      return { kind: 'json', wanted: 'JSON object', choices: [] };
    default:
      return { kind: 'json', wanted: 'JSON', choices: [] };
  }
}

function others(): Field {
  return {
    name: OTHER_ARGUMENTS,
    kind: 'json',
    wanted: 'JSON object',
    isRequired: false,
    description: 'Further arguments as one JSON object.',
    standard: undefined,
    choices: [],
  };
}

export type Read = { readonly value: unknown } | { readonly mistake: string };

/** What was typed or chosen, as the argument it stands for; undefined is not given. */
export function readField(field: Field, text: string): Read {
  if (text === '') {
    return field.isRequired ? { mistake: 'is required' } : { value: undefined };
  }
  switch (field.kind) {
    case 'text':
      return { value: text };
    case 'choice':
      return { value: field.choices[Number(text)] };
    case 'number':
      return readNumber(field, text.trim());
    case 'json':
      return readJson(field, text);
  }
}

function readNumber({ wanted }: Field, text: string): Read {
  const value = Number(text);
  return text !== '' && Number.isFinite(value) && (wanted === 'number' || Number.isInteger(value))
    ? { value }
    : { mistake: `must be a ${wanted}` };
}

function readJson({ wanted }: Field, text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    const fits = wanted === 'JSON object' ? isMembers(value) : wanted === 'JSON list' ? Array.isArray(value) : true;
    return fits ? { value } : { mistake: `must be a ${wanted}` };
  } catch {
    return { mistake: wanted === 'JSON' ? 'must be JSON: a text stands in "quotes"' : `must be a ${wanted}` };
  }
}
