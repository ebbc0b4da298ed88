import { type DetectorNames, nameMistakes } from './detector-names.js';
import type { LocatedMistake } from './mistakes.js';
import type { ConfigFile } from './schema.js';

export type Checked = { readonly file: ConfigFile } | { readonly mistakes: readonly LocatedMistake[] };

/** Checks a tree against the schema; zod is loaded only now. The names of detectors are looked up where they are used. */
export async function checkTree(tree: unknown, detectorNames?: DetectorNames): Promise<Checked> {
  const { configSchema } = await import('./schema.js');
  const result = configSchema.safeParse(tree);
  if (!result.success) {
    const { schemaMistakes } = await import('./schema-mistakes.js');
    return { mistakes: schemaMistakes(result.error, configSchema) };
  }
  const { capabilityMistakes } = await import('./capability-mistakes.js');
  const mistakes = [
    ...(detectorNames === undefined ? [] : await nameMistakes(result.data, detectorNames)),
    ...capabilityMistakes(result.data),
  ];
  return mistakes.length === 0 ? { file: result.data } : { mistakes };
}
