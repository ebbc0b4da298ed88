import type * as z from 'zod';
import { nearestName } from '../contract/did-you-mean.js';
import { type DetectorNames, nameMistakes } from './detector-names.js';
import { type LocatedMistake, pathText } from './mistakes.js';
import type { ConfigFile } from './schema.js';

export type Checked = { readonly file: ConfigFile } | { readonly mistakes: readonly LocatedMistake[] };

/** Checks a tree against the schema; zod is loaded only now. The names of detectors are looked up where they are used. */
export async function checkTree(tree: unknown, detectorNames?: DetectorNames): Promise<Checked> {
  const { configSchema } = await import('./schema.js');
  const result = configSchema.safeParse(tree);
  if (result.success) {
    const mistakes = detectorNames === undefined ? [] : await nameMistakes(result.data, detectorNames);
    return mistakes.length === 0 ? { file: result.data } : { mistakes };
  }
  return { mistakes: result.error.issues.flatMap((issue) => describe(issue, configSchema)) };
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType): readonly LocatedMistake[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearestName(key, known);
      const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
      const steps = [...issue.path, key];
      return { steps, path: pathText(steps), message: 'is not a setting', hint };
    });
  }
  const message = issue.message.replace(/^Invalid input: /, '').replace(/^Invalid option: /, '');
  const own = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  const hint = typeof own === 'string' ? own : `correct ${pathText(issue.path)}; see akernel config schema`;
  return [{ steps: issue.path, path: pathText(issue.path), message, hint }];
}

/** The names a strict object of the schema knows. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const shape = path.reduce<unknown>((at, step) => stepInto(unwrap(at), step), schema);
  const members = member(unwrap(shape), 'shape');
  return typeof members === 'object' && members !== null ? Object.keys(members) : [];
}

function stepInto(at: unknown, step: PropertyKey): unknown {
  const shape = member(at, 'shape');
  if (typeof shape === 'object' && shape !== null) {
    return member(shape, String(step));
  }
  const definition = member(at, 'def');
  return member(definition, 'element') ?? member(definition, 'valueType');
}

/** The schema inside optional ones and ones with a default. */
function unwrap(at: unknown): unknown {
  const inner = member(member(at, 'def'), 'innerType');
  return inner === undefined ? at : unwrap(inner);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
