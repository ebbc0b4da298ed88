import { createReferences } from '../../kernel/json-schema/references.js';
import { isRecord } from '../text/cells.js';

export type FieldKind = 'text' | 'number' | 'json' | 'choice';

/** One thing to fill in. Arguments and what belongs to the run share one form, so a group tells them apart. */
export interface FormField {
  readonly group: 'argument' | 'run';
  readonly name: string;
  readonly kind: FieldKind;
  /** What is wanted, in a word or two. */
  readonly wanted: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** What holds when nothing is given, as text. */
  readonly standard?: string;
  readonly choices: readonly unknown[];
}

/** Names of arguments and of the run's fields may be the same; keys are not. */
export function fieldKey({ group, name }: Pick<FormField, 'group' | 'name'>): string {
  return `${group} ${name}`;
}

/** The field for arguments that the schema does not name one by one. */
export const OTHER_ARGUMENTS = '(other arguments)';

type Params = Readonly<Record<string, unknown>>;
type Resolve = (reference: string) => unknown;

/** One field for each property of a JSON Schema, required ones first; what is not named there goes into a JSON field. */
export function argumentFields(params: Params, acceptsHandles: boolean): readonly FormField[] {
  const resolve = createReferences(params);
  const root = resolved(params, resolve, 0);
  const properties = isRecord(root['properties']) ? root['properties'] : {};
  const required = Array.isArray(root['required']) ? root['required'] : [];
  const named = Object.entries(properties).map(([name, schema]) =>
    argumentField(name, resolved(schema, resolve, 0), { isRequired: required.includes(name), resolve }),
  );
  return [
    ...named.filter(({ isRequired }) => isRequired),
    ...named.filter(({ isRequired }) => !isRequired),
    ...(acceptsHandles || admitsOthers(root, named.length) ? [otherArguments(acceptsHandles)] : []),
  ];
}

const MAX_DEPTH = 8;

function resolved(schema: unknown, resolve: Resolve, depth: number): Params {
  if (!isRecord(schema)) {
    return {};
  }
  const { $ref: reference } = schema;
  return typeof reference === 'string' && depth < MAX_DEPTH
    ? { ...resolved(resolve(reference), resolve, depth + 1), ...schema }
    : schema;
}

interface Surroundings {
  readonly isRequired: boolean;
  readonly resolve: Resolve;
}

function argumentField(name: string, schema: Params, { isRequired, resolve }: Surroundings): FormField {
  const { description, title, default: standard } = schema;
  const shape = shapeOf(schema, resolve);
  return {
    group: 'argument',
    name,
    ...shape,
    isRequired,
    description: [description, title].find((text) => typeof text === 'string') ?? '',
    ...(standard === undefined ? {} : { standard: textOfValue(standard) }),
  };
}

/** A value as it is typed into a field: texts bare, anything else as JSON. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

type Shape = Pick<FormField, 'kind' | 'wanted' | 'choices'>;

function shapeOf(schema: Params, resolve: Resolve): Shape {
  const choices = choicesOf(schema, resolve);
  if (choices !== undefined) {
    return { kind: 'choice', wanted: 'choice', choices };
  }
  const types = typesOf(schema, resolve, 0);
  if (types.length > 0 && types.every((type) => type === 'boolean')) {
    return { kind: 'choice', wanted: 'true or false', choices: [true, false] };
  }
  return { ...plainShape(types), choices: [] };
}

function plainShape(types: readonly string[]): Omit<Shape, 'choices'> {
  if (types.length === 0 || types.includes('string')) {
    return { kind: 'text', wanted: 'text' };
  }
  if (types.includes('array') || types.includes('object')) {
    return { kind: 'json', wanted: types.includes('array') ? 'JSON list' : 'JSON object' };
  }
  return { kind: 'number', wanted: types.includes('number') ? 'number' : 'whole number' };
}

function choicesOf(schema: Params, resolve: Resolve): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) {
    return schema['enum'];
  }
  if ('const' in schema) {
    return [schema['const']];
  }
  const parts = alternativesOf(schema).map((part) => resolved(part, resolve, 0));
  const constants = parts.filter((part) => 'const' in part);
  return parts.length > 0 && constants.length === parts.length ? constants.map((part) => part['const']) : undefined;
}

function alternativesOf({ anyOf, oneOf }: Params): readonly unknown[] {
  return [anyOf, oneOf].flatMap((list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []));
}

function typesOf(schema: Params, resolve: Resolve, depth: number): readonly string[] {
  if (schema['type'] !== undefined) {
    return [schema['type']].flat().filter((type) => typeof type === 'string');
  }
  return depth > MAX_DEPTH
    ? []
    : alternativesOf(schema).flatMap((part) => typesOf(resolved(part, resolve, 0), resolve, depth + 1));
}

function admitsOthers(root: Params, named: number): boolean {
  const { additionalProperties: others, patternProperties, anyOf, oneOf, allOf, if: condition } = root;
  const isComposed = [patternProperties, anyOf, oneOf, allOf, condition].some((part) => part !== undefined);
  return isComposed || isRecord(others) || others === true || (named === 0 && others !== false);
}

function otherArguments(acceptsHandles: boolean): FormField {
  return {
    group: 'argument',
    name: OTHER_ARGUMENTS,
    kind: 'json',
    wanted: 'JSON object',
    isRequired: false,
    description: acceptsHandles
      ? 'Further arguments as one JSON object; kept results by reference: {"ids":{"$handle":"h_...","path":"rows[*].id"}}'
      : 'Further arguments as one JSON object.',
    choices: [],
  };
}
