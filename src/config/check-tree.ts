import { type DetectorNames, nameMistakes } from './detector-names.js';
import type { LocatedMistake } from './mistakes.js';
import { paramsMistakes, type SchemaMistake } from './params-mistakes.js';
import type { ReferenceMistake } from './references.js';
import type { ConfigFile } from './schema.js';
import { offParts, withoutParts } from './unresolved.js';

export type Checked = { readonly file: ConfigFile } | { readonly mistakes: readonly LocatedMistake[] };

export interface CheckOptions {
  /** Names of detectors are looked up where they are used; without it they are not checked. */
  readonly detectorNames?: DetectorNames;
  /** Without it the schemas of arguments are not looked at. */
  readonly schemaMistake?: () => Promise<SchemaMistake>;
  /** References in it that could not be followed. They are no mistakes of what stands in their place. */
  readonly references?: readonly ReferenceMistake[];
}

/**
 * Checks a tree against the schema; zod is loaded only now. Databases and servers with a reference that leads to
 * nothing are checked too, and left out of the file. Without a file and without mistakes, the references are to blame.
 */
export async function checkTree(tree: unknown, options: CheckOptions = {}): Promise<Checked> {
  const { detectorNames, schemaMistake, references = [] } = options;
  const isOwn = ({ steps }: LocatedMistake) => !references.some((reference) => isSamePlace(steps, reference.steps));
  const { configSchema } = await import('./schema.js');
  const whole = configSchema.safeParse(tree, { reportInput: true });
  if (!whole.success) {
    const { schemaMistakes } = await import('./schema-mistakes.js');
    const mistakes = schemaMistakes(whole.error, configSchema).filter(isOwn);
    if (mistakes.length > 0) {
      return { mistakes };
    }
  }
  const usable = references.length === 0 ? whole : configSchema.safeParse(withoutParts(tree, offParts(references)));
  if (!usable.success) {
    return { mistakes: [] };
  }
  const { capabilityMistakes } = await import('./capability-mistakes.js');
  const mistakes = [
    ...(detectorNames === undefined ? [] : await nameMistakes(usable.data, detectorNames)),
    ...capabilityMistakes(usable.data).filter(isOwn),
    ...(schemaMistake === undefined ? [] : paramsMistakes(usable.data, await schemaMistake())),
  ];
  return mistakes.length === 0 ? { file: usable.data } : { mistakes };
}

function isSamePlace(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  return one.length === other.length && one.every((step, index) => String(step) === String(other[index]));
}
