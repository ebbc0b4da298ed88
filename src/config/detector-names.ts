import { nearestName } from '../contract/did-you-mean.js';
import type { LocatedMistake } from './mistakes.js';
import type { ConfigFile } from './schema.js';
import { located } from './schema-mistakes.js';

/** Gives the names of the detectors there are; the config itself does not know them. */
export type DetectorNames = () => Promise<readonly string[]>;

interface Named {
  readonly detectors?: Readonly<Record<string, boolean>> | undefined;
  readonly own_detectors?: readonly { readonly name: string }[] | undefined;
}

/** Detectors that are switched on or off and do not exist, and ones described under a name that is taken. */
export async function nameMistakes(file: ConfigFile, names: DetectorNames): Promise<readonly LocatedMistake[]> {
  const places = [
    { steps: ['redaction'], settings: file.redaction },
    ...(file.capabilities ?? []).map(({ redaction }, index) => ({
      steps: ['capabilities', index, 'redaction'],
      settings: redaction,
    })),
  ].filter(({ settings }) => settings?.detectors !== undefined || settings?.own_detectors !== undefined);
  const known = places.length === 0 ? [] : await names();
  return places.flatMap(({ steps, settings = {} }) => mistakesIn(settings, steps, known));
}

function mistakesIn(
  { detectors = {}, own_detectors: own = [] }: Named,
  steps: readonly PropertyKey[],
  known: readonly string[],
): readonly LocatedMistake[] {
  const unknown = Object.keys(detectors).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => located([...steps, 'detectors', name], 'is not a detector', hintFor(name, known))),
    ...own.flatMap(({ name }, index) =>
      known.includes(name)
        ? [located([...steps, 'own_detectors', index, 'name'], 'is a built-in detector', 'choose another name')]
        : [],
    ),
  ];
}

function hintFor(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? 'akernel detectors list shows them' : `did you mean ${near}?`;
}
