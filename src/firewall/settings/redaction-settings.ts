import { DEFAULT_PACKS, DETECTOR_GROUPS, DETECTOR_PACKS, type RedactionSettings } from '../../contract/redaction.js';

/** Settings together: of what both say the second holds, but lists of one's own are added up. */
export function joinSettings(first: RedactionSettings, second: RedactionSettings): RedactionSettings {
  return {
    ...first,
    ...second,
    ...joined(first.groups, second.groups, 'groups'),
    ...joined(first.detectors, second.detectors, 'detectors'),
    ...joinedLists(first, second),
    ...joinedAllow(first, second),
  };
}

/** Of several settings, all that makes more hidden and nothing that makes more seen. */
export function addedTogether(all: readonly RedactionSettings[]): RedactionSettings {
  const packs = [...new Set(all.flatMap((settings) => settings.packs ?? []))];
  const joint = all.map(onlyAdding).reduce(joinSettings, {});
  return packs.length === 0 ? joint : { ...joint, packs: [...new Set([...DEFAULT_PACKS, ...packs])] };
}

/** Everything there is. */
export const ALL_ON: RedactionSettings = {
  groups: Object.fromEntries(DETECTOR_GROUPS.map((group) => [group, true])),
  packs: DETECTOR_PACKS,
};

function onlyAdding({ groups, detectors, sensitive_fields, own_detectors }: RedactionSettings): RedactionSettings {
  return {
    ...switchedOn(groups, 'groups'),
    ...switchedOn(detectors, 'detectors'),
    ...(sensitive_fields === undefined ? {} : { sensitive_fields }),
    ...(own_detectors === undefined ? {} : { own_detectors }),
  };
}

/** None where nothing is switched on: settings that say the same are to look the same, as what is made of them is kept by their text. */
function switchedOn<Key extends string, Switches extends Readonly<Record<string, boolean | undefined>>>(
  switches: Switches | undefined,
  key: Key,
): Partial<Record<Key, Switches>>;
function switchedOn(switches: Readonly<Record<string, boolean | undefined>> = {}, key: string): object {
  const on = Object.entries(switches).filter(([, value]) => value === true);
  return on.length === 0 ? {} : { [key]: Object.fromEntries(on) };
}

function joined<Key extends string, Switches extends object>(
  first: Switches | undefined,
  second: Switches | undefined,
  key: Key,
): Partial<Record<Key, Switches>>;
function joined(first: object | undefined, second: object | undefined, key: string): object {
  return first === undefined && second === undefined ? {} : { [key]: { ...first, ...second } };
}

function joinedLists(first: RedactionSettings, second: RedactionSettings): RedactionSettings {
  const names = [...(first.sensitive_fields ?? []), ...(second.sensitive_fields ?? [])];
  const own = [...(first.own_detectors ?? []), ...(second.own_detectors ?? [])];
  return {
    ...(names.length === 0 ? {} : { sensitive_fields: names }),
    ...(own.length === 0 ? {} : { own_detectors: own }),
  };
}

function joinedAllow({ allow: first }: RedactionSettings, { allow: second }: RedactionSettings): RedactionSettings {
  if (first === undefined || second === undefined) {
    return {};
  }
  return {
    allow: {
      values: [...(first.values ?? []), ...(second.values ?? [])],
      patterns: [...(first.patterns ?? []), ...(second.patterns ?? [])],
    },
  };
}
