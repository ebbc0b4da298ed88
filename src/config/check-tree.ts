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

/** zod would compile a function for each object, which takes longer than one config does without. */
const PARSED_ONCE = { jitless: true };

/**
 * Checks a tree against the schema; zod is loaded only now. Databases and servers with a reference that leads to
 * nothing are checked too, and left out of the file. Without a file and without mistakes, the references are to blame.
 */
export async function checkTree(tree: unknown, options: CheckOptions = {}): Promise<Checked> {
  const { references = [] } = options;
  const isOwn = ({ steps }: LocatedMistake) => !references.some((reference) => isSamePlace(steps, reference.steps));
  const { usedSchema } = await import('./used-schema.js');
  const schema = await usedSchema(tree);
  const whole = schema.safeParse(tree, PARSED_ONCE);
  const mistakes = whole.success ? [] : (await treeMistakes(tree)).filter(isOwn);
  if (mistakes.length > 0) {
    return { mistakes };
  }
  const usable =
    references.length === 0 ? whole : schema.safeParse(withoutParts(tree, offParts(references)), PARSED_ONCE);
  return usable.success ? checkParts(usable.data, isOwn, options) : { mistakes: [] };
}

/** What the whole schema finds, which knows all names. */
async function treeMistakes(tree: unknown): Promise<readonly LocatedMistake[]> {
  const [{ configSchema }, { schemaMistakes }] = await Promise.all([
    import('./schema.js'),
    import('./schema-mistakes.js'),
  ]);
  const { error } = configSchema.safeParse(tree, { ...PARSED_ONCE, reportInput: true });
  return error === undefined ? [] : schemaMistakes(error, configSchema);
}

async function checkParts(
  file: ConfigFile,
  isOwn: (mistake: LocatedMistake) => boolean,
  { detectorNames, schemaMistake }: CheckOptions,
): Promise<Checked> {
  const mistakes = [
    ...(detectorNames === undefined ? [] : await nameMistakes(file, detectorNames)),
    ...(file.capabilities === undefined ? [] : (await ofCapabilities(file)).filter(isOwn)),
    ...(schemaMistake === undefined ? [] : paramsMistakes(file, await schemaMistake())),
  ];
  return mistakes.length === 0 ? { file } : { mistakes };
}

/** It knows the options of all drivers. */
async function ofCapabilities(file: ConfigFile): Promise<readonly LocatedMistake[]> {
  const { capabilityMistakes } = await import('./capability-mistakes.js');
  return capabilityMistakes(file);
}

function isSamePlace(one: readonly PropertyKey[], other: readonly PropertyKey[]): boolean {
  return one.length === other.length && one.every((step, index) => String(step) === String(other[index]));
}
