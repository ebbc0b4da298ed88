import { HOOK_PROFILES, type HookSettings } from '../contract/hook-settings.js';
import { DEFAULT_PACKS, DETECTOR_PACKS } from '../contract/redaction.js';
import type { Config } from './config.js';
import type { ConfigFile } from './schema.js';

/**
 * They start programs, open data, say who acts and who may do what, where keys and results lie, what is forgotten, who is
 * told of it, or which folders are trusted.
 */
const OF_A_PERSON = [
  'principal',
  'principals',
  'store',
  'databases',
  'mcp_servers',
  'capabilities',
  'agents',
  'exec',
  'audit',
  'telemetry',
  'trusted_folders',
] as const;

/**
 * What counts of a project's config when an agent host starts akernel. The host works in folders that somebody else may
 * have written, and no person has looked at the file: it can hide more. It can start nothing, allow nothing, show nothing
 * that `weaker` hides, and keep nothing where somebody else may have put the keys.
 */
export function forHosts(file: ConfigFile, weaker: Config): ConfigFile {
  const { budget, limits, timeout, redaction, hooks, policy } = file;
  const denied = policy?.rules?.filter(({ effect }) => effect === 'deny') ?? [];
  return {
    budget,
    limits,
    timeout,
    redaction: redaction === undefined ? undefined : hidingMore(redaction, weaker.redaction),
    hooks: hooks === undefined ? undefined : stricter(hooks, weaker.hooks),
    policy: denied.length === 0 ? undefined : { rules: [...denied, ...weaker.policy.rules] },
  };
}

/** The members of a file that do not count for hosts, in words; undefined where all of it does. */
export function leftOutForHosts({ redaction = {}, hooks, policy, ...file }: ConfigFile): string | undefined {
  const { groups = {}, detectors = {}, allow, pseudonyms } = redaction;
  const switchedOff = [groups, detectors].some((each) => Object.values(each).includes(false));
  const left = [
    ...OF_A_PERSON.filter((name) => file[name] !== undefined),
    ...(isDenying(policy) ? [] : ['policy other than deny']),
    ...(switchedOff ? ['what is switched off in redaction'] : []),
    ...(allow === undefined ? [] : ['redaction.allow']),
    ...(pseudonyms === undefined ? [] : ['redaction.pseudonyms']),
    ...(hooks?.restore === true ? ['hooks.restore'] : []),
    ...(hooks?.wrap === true ? ['hooks.wrap'] : []),
  ];
  return left.length === 0 ? undefined : left.join(', ');
}

function isDenying({ rules = [], ...others }: NonNullable<ConfigFile['policy']> = {}): boolean {
  return rules.every(({ effect }) => effect === 'deny') && Object.values(others).every((each) => each === undefined);
}

type Redaction = NonNullable<ConfigFile['redaction']>;

/** Lists take the place of weaker ones, so they hold these as well. */
function hidingMore(
  { groups, detectors, packs, sensitive_fields: fields, own_detectors: own = [] }: Redaction,
  weaker: Config['redaction'],
): Redaction {
  const known = weaker.own_detectors ?? [];
  const others = own.filter(({ name }) => !known.some((each) => each.name === name));
  const chosen = new Set([...(weaker.packs ?? DEFAULT_PACKS), ...(packs ?? [])]);
  return {
    groups: switchedOn(groups),
    detectors: switchedOn(detectors),
    packs: packs === undefined ? undefined : DETECTOR_PACKS.filter((pack) => chosen.has(pack)),
    sensitive_fields: fields === undefined ? undefined : [...(weaker.sensitive_fields ?? []), ...fields],
    own_detectors:
      others.length === 0
        ? undefined
        : [...known, ...others].map((each) => ({ ...each, keywords: each.keywords?.slice() })),
  };
}

function switchedOn<Switches extends Readonly<Record<string, boolean | undefined>>>(
  switches: Switches | undefined,
): Record<string, true> | undefined {
  const on = Object.entries(switches ?? {}).filter(([, isOn]) => isOn === true);
  return on.length === 0 ? undefined : Object.fromEntries(on.map(([name]) => [name, true]));
}

/** Some hosts run a command that is wrapped without asking: whether to wrap is for a person to say. */
function stricter({ profile, budget, restore }: NonNullable<ConfigFile['hooks']>, weaker: HookSettings) {
  const profiles = [weaker.profile, profile ?? weaker.profile].map((each) => HOOK_PROFILES.indexOf(each));
  return {
    profile: HOOK_PROFILES[Math.max(...profiles)],
    budget,
    wrap: weaker.wrap,
    restore: weaker.restore && restore,
  };
}
