import { DEFAULT_PACKS, type DetectorGroup, type RedactionSettings } from '../../contract/redaction.js';
import { ALL_DETECTORS } from '../find/detectors.js';
import type { Detector, DetectorPack } from '../lex/detector.js';

const ASSIGNMENT = 'assignment';
/** What these find has the type of the field that the name stands for. */
export const READERS_OF_NAMES: ReadonlySet<string> = new Set([
  ASSIGNMENT,
  'markup-value',
  'value-first',
  'call-argument',
]);

/** What is hidden for the name above or around it has the name of the first; the others are on or off with it. */
const OF_TABLES: readonly string[] = ['column-name', 'table-mark', 'holder-mark'];
const [TABLES = ''] = OF_TABLES;

/** The groups of these types: one that is off leaves those of the others. */
const OF_NAMES: readonly DetectorGroup[] = ['secret', 'financial', 'personal'];

/** Types of fields that no detector is named after, and what they go with. */
const FIELD_TYPES: readonly { readonly type: string; readonly of: string; readonly group: DetectorGroup }[] = [
  { type: 'secret', of: ASSIGNMENT, group: 'secret' },
  { type: 'password', of: ASSIGNMENT, group: 'secret' },
  { type: 'cvv', of: '', group: 'financial' },
  { type: 'pin', of: '', group: 'financial' },
  { type: 'tax_id', of: '', group: 'personal' },
  { type: 'national_id', of: '', group: 'personal' },
  { type: 'address', of: '', group: 'personal' },
  { type: 'number_plate', of: '', group: 'personal' },
];

/** The names by which settings can switch detectors on and off. */
export function detectorNames(): readonly string[] {
  return ALL_DETECTORS.filter(isSwitchable).map(({ name }) => name);
}

/** Those that only serve the others have no switch of their own. */
export function isSwitchable({ group, name }: Detector): boolean {
  return group !== 'control' || name === TABLES;
}

/** The detector, or what it finds whatever the packs. */
export function chosenOf(detector: Detector, all: readonly RedactionSettings[]): readonly Detector[] {
  if (all.some((settings) => isOn(detector, settings))) {
    return [detector];
  }
  const { labelled } = detector;
  const isLabelled = labelled !== undefined && all.some((settings) => isOn({ ...labelled, pack: undefined }, settings));
  return isLabelled ? [labelled] : [];
}

/** Whether a detector is on under these settings. */
export function isOn(
  {
    name,
    group,
    pack,
    isOptIn,
  }: Pick<Detector, 'name' | 'group' | 'isOptIn'> & { readonly pack?: DetectorPack | undefined },
  { groups, packs, detectors }: RedactionSettings,
): boolean {
  if (group === 'control') {
    return !OF_TABLES.includes(name) || ownMember(detectors, TABLES) !== false;
  }
  const named = ownMember(detectors, name);
  if (named !== undefined) {
    return named;
  }
  if (READERS_OF_NAMES.has(name)) {
    return OF_NAMES.some((each) => groups?.[each] !== false);
  }
  if (groups?.[group] === false || (pack !== undefined && !(packs ?? DEFAULT_PACKS).includes(pack))) {
    return false;
  }
  return isOptIn !== true || groups?.[group] === true;
}

/** The types of what was switched off in so many words: rules for fields are not to hide it either. */
export function refusedTypes({ groups, detectors }: RedactionSettings): ReadonlySet<string> {
  const isRefused = (name: string, group: DetectorGroup): boolean =>
    !(ownMember(detectors, name) ?? (group === 'control' || groups?.[group] !== false));
  const refused = ALL_DETECTORS.filter(({ name, group }) => isRefused(name, group));
  return new Set([
    ...refused.map(({ name }) => name.replaceAll('-', '_')),
    ...FIELD_TYPES.filter(({ of, group }) => isRefused(of, group)).map(({ type }) => type),
  ]);
}

function ownMember(members: Readonly<Record<string, boolean>> | undefined, name: string): boolean | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
