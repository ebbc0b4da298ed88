import { isHeaderName, isSecretHeader, mayBeSet } from '../../contract/driver-options/http-headers.js';
import { isRecord } from '../trees.js';
import { cleanText, isPlainName, snakeCase, uniqueName } from './clean-text.js';
import { convertSchema } from './convert-schema.js';
import { resolveObject } from './resolve-pointer.js';

type Members = Readonly<Record<string, unknown>>;

/** One argument of an operation. */
export interface Argument {
  readonly name: string;
  readonly schema: Members;
  readonly isRequired: boolean;
}

/** The arguments for the parameters of an operation, and where each goes. */
export interface Parameters {
  readonly arguments: readonly Argument[];
  /** The argument for each `{name}` of the path. */
  readonly path: ReadonlyMap<string, string>;
  /** Templates by the parameter's own name. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Why an operation cannot become a capability. */
export interface Unsupported {
  readonly why: string;
}

const MAX_PARAMETERS = 100;
const MAX_DESCRIPTION = 300;

/** Reads the parameters of a path and of the operation on it, of which the latter are stronger. */
export function readParameters(
  document: Members,
  item: Members,
  operation: Members,
  taken: Set<string>,
): Parameters | Unsupported {
  const placed = mergedParameters(document, item, operation).map((parameter) => readParameter(document, parameter));
  if (placed.includes('needed')) {
    return { why: 'needs a parameter of a kind that cannot be given' };
  }
  const found = placed
    .filter((each) => typeof each === 'object')
    .map((each) => ({ ...each, argument: uniqueName(argumentName(each.original), taken) }));
  const at = (where: Placed['where']) => found.filter((each) => each.where === where);
  const templates = (where: Placed['where']) =>
    Object.fromEntries(at(where).map(({ original, argument }) => [original, `{${argument}}`]));
  return {
    arguments: found.map(({ argument, schema, isRequired }) => ({ name: argument, schema, isRequired })),
    path: new Map(at('path').map(({ original, argument }) => [original, argument])),
    query: templates('query'),
    headers: templates('header'),
  };
}

interface Placed {
  readonly where: 'path' | 'query' | 'header';
  readonly original: string;
  readonly schema: Members;
  readonly isRequired: boolean;
}

/** Left out where it cannot be given; `needed` when the operation cannot do without it. */
function readParameter(document: Members, parameter: Members): Placed | 'needed' | 'left out' {
  const original = String(parameter['name']);
  const { in: where } = parameter;
  if (isIgnored(where, original)) {
    return 'left out';
  }
  const schema = argumentSchema(document, parameter);
  const isRequired = parameter['required'] === true || where === 'path';
  if (schema !== undefined && isPlace(where, original)) {
    return { where, original, schema, isRequired };
  }
  return isRequired ? 'needed' : 'left out';
}

/** A name that a placeholder can have. */
export function argumentName(original: string): string {
  const name = snakeCase(original) || 'value';
  return /^\d/.test(name) ? `_${name}` : name;
}

function mergedParameters(document: Members, item: Members, operation: Members): readonly Members[] {
  const merged = new Map<string, Members>();
  for (const list of [item['parameters'], operation['parameters']]) {
    for (const each of Array.isArray(list) ? list.slice(0, MAX_PARAMETERS) : []) {
      const parameter = resolveObject(document, each);
      if (parameter !== undefined && typeof parameter['name'] === 'string') {
        merged.set(`${parameter['in']} ${parameter['name']}`, parameter);
      }
    }
  }
  return [...merged.values()];
}

function isPlace(where: unknown, name: string): where is Placed['where'] {
  if (where === 'header') {
    return isHeaderName(name) && mayBeSet(name) && !isSecretHeader(name);
  }
  return (where === 'query' || where === 'path') && isPlainName(name);
}

/** OpenAPI says that parameters of these names are to be ignored. */
function isIgnored(where: unknown, name: string): boolean {
  return where === 'header' && ['accept', 'content-type', 'authorization'].includes(name.toLowerCase());
}

/** Undefined when its values could not be written into a request here, such as objects. */
function argumentSchema(document: Members, parameter: Members): Members | undefined {
  const schema = convertSchema(document, parameter['schema'] ?? {});
  const types = [schema['type']].flat();
  const about = cleanText(parameter['description'], MAX_DESCRIPTION);
  const described = about === '' ? schema : { ...schema, description: about };
  if (isRecord(parameter['content'])) {
    return { type: 'string', ...(about === '' ? {} : { description: about }) };
  }
  if (types.includes('object')) {
    return undefined;
  }
  if (!types.includes('array')) {
    return types[0] === undefined && schema['enum'] === undefined && schema['anyOf'] === undefined
      ? { type: ['string', 'number', 'boolean'], ...described }
      : described;
  }
  const isRepeated = parameter['in'] === 'query' && parameter['explode'] !== false && isForm(parameter['style']);
  const note = `${about} (separated by commas)`.trim();
  return isRepeated ? described : { type: 'string', description: note };
}

function isForm(style: unknown): boolean {
  return style === undefined || style === 'form';
}
