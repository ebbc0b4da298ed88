import type { Capability } from '../../contract/capability.js';
import { shellQuoted } from '../../tui/text/shell-quoted.js';

type Schema = Readonly<Record<string, unknown>>;

/** A command line that calls the capability with values of the right kinds for all that it needs. */
export function exampleCommand({ capability_id: id, params, safety_class: safety }: Capability): string {
  const { properties, required } = params;
  const described = isSchema(properties) ? properties : {};
  const needed = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const words = needed.map((name) => shellQuoted(`${name}=${wordFor(sampleOf(described[name]))}`));
  // What may change something is tried without doing it.
  const flag = safety === 'READ' ? '--stream' : '--dry-run';
  return ['akernel invoke', shellQuoted(id), ...words, flag].join(' ');
}

function wordFor(sample: unknown): string {
  return typeof sample === 'string' ? sample : JSON.stringify(sample);
}

/** A value that the schema names itself, or one of its type. */
function sampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) {
    return 'VALUE';
  }
  const { examples, default: fallback, const: only, enum: choices } = schema;
  const [named] = [...listOf(examples), ...(fallback === undefined ? [] : [fallback]), ...listOf(choices)];
  return named ?? only ?? sampleOfType(schema);
}

function sampleOfType(schema: Schema): unknown {
  const [type] = [schema['type']].flat();
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? Math.max(1, schema['minimum']) : 1;
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(schema['items'])];
    case 'object':
      return {};
    default:
      return 'TEXT';
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
