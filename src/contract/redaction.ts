/** What a detector looks for. `control` guards the placeholders and reads tables; it is no group to switch. */
export const DETECTOR_GROUPS = ['secret', 'financial', 'personal', 'network', 'device', 'location', 'control'] as const;

export type DetectorGroup = (typeof DETECTOR_GROUPS)[number];

/** National numbers by country; `eu` holds those of the member states that are on by default. */
export const DETECTOR_PACKS = [
  'us',
  'eu',
  'uk',
  'br',
  'in',
  'au',
  'ca',
  'sg',
  'za',
  'tr',
  'kr',
  'cn',
  'jp',
  'mx',
  'th',
  'hk',
  'tw',
  'il',
  'ng',
  'ph',
] as const;

export type DetectorPack = (typeof DETECTOR_PACKS)[number];

/** The packs that are on when nothing else is said. */
export const DEFAULT_PACKS: readonly DetectorPack[] = ['us', 'eu'];

/** Checks of digits that a detector of one's own may ask for. */
export const CHECKSUMS = ['luhn', 'verhoeff', 'damm', 'mod97', 'mod11_2', 'mod11_10'] as const;

export type Checksum = (typeof CHECKSUMS)[number];

/** A detector that is described by a config, not by code. */
export interface OwnDetector {
  readonly name: string;
  /** Names the placeholder. */
  readonly type: string;
  /** The shape of the whole value. Of several possible lengths the longest is taken. */
  readonly pattern: string;
  /** Words before the value, on its line; without them the pattern has to begin with literal text. */
  readonly keywords?: readonly string[];
  readonly checksum?: Checksum;
}

/** Which detectors are asked, and what of their findings is shown all the same. Each member may be left out. */
export interface RedactionSettings {
  readonly groups?: Readonly<Partial<Record<DetectorGroup, boolean>>>;
  /** In place of the default packs. */
  readonly packs?: readonly DetectorPack[];
  /** By name; stronger than groups and packs. */
  readonly detectors?: Readonly<Record<string, boolean>>;
  /** Names of fields whose values are always hidden, in any spelling. */
  readonly sensitive_fields?: readonly string[];
  readonly own_detectors?: readonly OwnDetector[];
  readonly allow?: { readonly values?: readonly string[]; readonly patterns?: readonly string[] };
}

/** The settings that a result came under, as its handle keeps them. */
export interface KeptRedaction {
  readonly version: 1;
  readonly settings: RedactionSettings;
}

/** What can be told of a detector. */
export interface DetectorInfo {
  readonly name: string;
  readonly group: DetectorGroup | 'own';
  readonly pack?: DetectorPack;
  readonly on: boolean;
  readonly validates: string;
  readonly source: string;
}

/** Where a finding begins and why it is one; never what was found. Lines and columns count from 1, bytes from 0. */
export interface FoundPlace {
  readonly type: string;
  readonly detector: string;
  readonly line: number;
  readonly column: number;
  readonly byte: number;
}
