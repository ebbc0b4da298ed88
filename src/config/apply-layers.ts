import { resolve } from 'node:path';
import type { Capability, SwitchedOff } from '../contract/capability.js';
import type { Principal } from '../contract/principal.js';
import type { RedactionSettings } from '../contract/redaction.js';
import type { Config, MaybeOff, RedactionConfig } from './config.js';
import { parseDuration } from './duration.js';
import { forHosts } from './for-hosts.js';
import type { Layer } from './layers.js';
import type { ConfigFile } from './schema.js';
import { switchOff, switchOffUsers, withoutOptions } from './switch-off.js';
import { NOTHING_OFF } from './unresolved.js';

type AppliedLayer = Pick<Layer, 'file' | 'directory' | 'off' | 'isForHost'>;

/** The defaults with every layer put over them, weakest first. */
export function applyLayers(defaults: Config, layers: readonly AppliedLayer[], cwd: string): Config {
  const applied: AppliedLayer[] = [];
  let config = defaults;
  for (const layer of layers) {
    const counting =
      layer.isForHost === true ? { ...layer, file: forHosts(layer.file, config), off: NOTHING_OFF } : layer;
    config = applyLayer(config, counting, cwd);
    applied.push(counting);
  }
  return switchOffUsers({ ...config, principals: namedPrincipals(applied, config) });
}

function applyLayer(config: Config, { file, directory, off }: AppliedLayer, cwd: string): Config {
  const timeoutMs = file.timeout === undefined ? config.timeout_ms : parseDuration(file.timeout);
  const telemetry = file.telemetry ?? config.telemetry;
  return {
    principal: { ...config.principal, ...present(file.principal) },
    principals: config.principals,
    budget: { ...config.budget, ...present(file.budget) },
    limits: { ...config.limits, ...present(file.limits) },
    store: storeOf(config, file, directory ?? cwd),
    audit: auditOf(config, file),
    policy: policyOf(config, file),
    redaction: redactionOf(config.redaction, file.redaction),
    hooks: { ...config.hooks, ...present(file.hooks) },
    agents: { ...config.agents, ...agentsOf(file, directory ?? cwd), ...marked(off.agents) },
    databases: { ...config.databases, ...databasesOf(file, directory ?? cwd), ...marked(off.databases) },
    mcp_servers: { ...config.mcp_servers, ...mcpServersOf(file, directory ?? cwd), ...marked(off.mcp_servers) },
    capabilities: capabilitiesOf(file, off.capabilities) ?? config.capabilities,
    capabilities_directory: file.capabilities === undefined ? config.capabilities_directory : (directory ?? cwd),
    exec: config.exec && file.exec !== false,
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(telemetry === undefined ? {} : { telemetry }),
  };
}

function policyOf(
  { policy }: Config,
  { policy: { calls_per_minute: rates, ...file } = {} }: ConfigFile,
): Config['policy'] {
  return {
    ...policy,
    ...present(file),
    calls_per_minute: { ...policy.calls_per_minute, ...present(rates) },
  };
}

function storeOf({ store }: Config, file: ConfigFile, directory: string): Config['store'] {
  const { directory: named, ca_file: ca, ttl, segments, ...rest } = file.store ?? {};
  return {
    ...store,
    ...present(rest),
    ...(ca === undefined ? {} : { ca_file: resolve(directory, ca) }),
    ...(named === undefined ? {} : { directory: resolve(directory, named) }),
    ...(ttl === undefined ? {} : { ttl_ms: parseDuration(ttl) ?? store.ttl_ms }),
    ...(segments === undefined ? {} : { segments: { ...store.segments, ...present(segments) } }),
  };
}

function auditOf({ audit }: Config, { audit: { max_age, ...caps } = {} }: ConfigFile): Config['audit'] {
  const maxAge = max_age === undefined ? undefined : parseDuration(max_age);
  return { ...audit, ...present(caps), ...(maxAge === undefined ? {} : { max_age_ms: maxAge }) };
}

/** Switches of a stronger layer join those of a weaker one; lists take their place. */
function redactionOf(weaker: RedactionConfig, { pseudonyms, ...file }: ConfigRedaction = {}): RedactionConfig {
  const stronger = settingsOf(file);
  return {
    ...weaker,
    ...stronger,
    ...(pseudonyms === undefined ? {} : { pseudonyms }),
    ...(stronger.groups === undefined ? {} : { groups: { ...weaker.groups, ...stronger.groups } }),
    ...(stronger.detectors === undefined ? {} : { detectors: { ...weaker.detectors, ...stronger.detectors } }),
    ...(stronger.allow === undefined ? {} : { allow: { ...weaker.allow, ...stronger.allow } }),
  };
}

type ConfigRedaction = NonNullable<ConfigFile['redaction']>;

function settingsOf({
  groups,
  own_detectors: own,
  allow,
  ...rest
}: Omit<ConfigRedaction, 'pseudonyms'>): RedactionSettings {
  return {
    ...present(rest),
    ...(groups === undefined ? {} : { groups: present(groups) }),
    ...(own === undefined ? {} : { own_detectors: own.map((each) => present(each)) }),
    ...(allow === undefined ? {} : { allow: present(allow) }),
  };
}

/** One has the name that it stands under, no roles, and the tenant of the usual principal, where nothing else is said. */
function namedPrincipals(layers: readonly AppliedLayer[], { principal, principals }: Config): Config['principals'] {
  const { tenant } = principal.attributes;
  const usual = { roles: [], attributes: tenant === undefined ? {} : { tenant } };
  const named = layers.flatMap(({ file }) => Object.entries(file.principals ?? {}));
  const completed = named.map(([name, said]): readonly [string, Principal] => [
    name,
    { principal_id: name, ...usual, ...present(said) },
  ]);
  return { ...principals, ...Object.fromEntries(completed) };
}

function databasesOf({ databases = {} }: ConfigFile, directory: string): Config['databases'] {
  const placed = Object.entries(databases).map(([name, { file, ca_file: ca, ...rest }]) => [
    name,
    {
      ...present(rest),
      ...(file === undefined ? {} : { file: resolve(directory, file) }),
      ...(ca === undefined ? {} : { ca_file: resolve(directory, ca) }),
    },
  ]);
  return Object.fromEntries(placed);
}

function agentsOf({ agents = {} }: ConfigFile, directory: string): Config['agents'] {
  const placed = Object.entries(agents).map(([name, { ca_file: ca, ...rest }]) => [
    name,
    { ...present(rest), ...(ca === undefined ? {} : { ca_file: resolve(directory, ca) }) },
  ]);
  return Object.fromEntries(placed);
}

function mcpServersOf({ mcp_servers: servers = {} }: ConfigFile, directory: string): Config['mcp_servers'] {
  const placed = Object.entries(servers).map(([name, { cwd, ...rest }]) => [
    name,
    { ...rest, ...(cwd === undefined ? {} : { cwd: resolve(directory, cwd) }) },
  ]);
  return Object.fromEntries(placed);
}

/** They take the place of what a weaker layer says under these names. */
function marked(off: Readonly<Record<string, SwitchedOff>>): Readonly<Record<string, Required<MaybeOff>>> {
  return Object.fromEntries(Object.entries(off).map(([name, switchedOff]) => [name, { switched_off: switchedOff }]));
}

function capabilitiesOf(
  { capabilities }: ConfigFile,
  off: Readonly<Record<string, SwitchedOff>>,
): Config['capabilities'] | undefined {
  return capabilities?.map((entry, index) => {
    const why = off[index];
    return why === undefined ? capabilityOf(entry) : switchOff(withoutOptions(capabilityOf(entry)), why);
  });
}

type CapabilityEntry = NonNullable<ConfigFile['capabilities']>[number];

function capabilityOf(entry: CapabilityEntry): Capability {
  const { name, driver, fallbacks, allowed_fields: fields, idempotent, accepts_handles: handles, ...other } = entry;
  const { redaction, ...rest } = other;
  return {
    ...rest,
    name: name ?? entry.capability_id,
    driver: present(driver),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map((binding) => present(binding)) }),
    ...(fields === undefined ? {} : { allowed_fields: fields }),
    ...(idempotent === undefined ? {} : { idempotent }),
    ...(handles === undefined ? {} : { accepts_handles: handles }),
    ...(redaction === undefined ? {} : { redaction: settingsOf(redaction) }),
  };
}

type Present<Members> = { [Key in keyof Members]: Exclude<Members[Key], undefined> };

/** Without the members that are undefined, so that they cannot hide a weaker layer's. */
export function present<Members extends object>(members: Members | undefined): Present<Members>;
export function present(members: object | undefined): object {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined));
}
