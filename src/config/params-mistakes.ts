import type { LocatedMistake } from './mistakes.js';
import type { ConfigFile } from './schema.js';
import { located } from './schema-mistakes.js';

/** Says what is wrong with a JSON Schema of arguments; the config itself cannot tell. */
export type SchemaMistake = (
  params: Readonly<Record<string, unknown>>,
) => { readonly message: string; readonly hint: string } | undefined;

/** Schemas by which no call could ever be checked. */
export function paramsMistakes({ capabilities = [] }: ConfigFile, wrong: SchemaMistake): readonly LocatedMistake[] {
  return capabilities.flatMap(({ params }, index) => {
    const mistake = wrong(params);
    return mistake === undefined ? [] : [located(['capabilities', index, 'params'], mistake.message, mistake.hint)];
  });
}
