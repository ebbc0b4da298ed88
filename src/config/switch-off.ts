import type { Capability, DriverBinding, SwitchedOff } from '../contract/capability.js';
import type { Config } from './config.js';

/** A capability that stays in all lists, where it says why it cannot be used. */
export function switchOff(capability: Capability, why: SwitchedOff): Capability {
  const { description, tags } = capability;
  return {
    ...capability,
    description: `[off: ${why.message}]${description === '' ? '' : ` ${description}`}`,
    tags: tags.includes('switched-off') ? tags : [...tags, 'switched-off'],
    switched_off: why,
  };
}

/** A capability whose drivers are told nothing: in options an empty text may stand for what is missing. */
export function withoutOptions({ driver, fallbacks, ...rest }: Capability): Capability {
  const bare = ({ driver_id, operation }: DriverBinding): DriverBinding => ({ driver_id, operation });
  return { ...rest, driver: bare(driver), ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map(bare) }) };
}

/** Switches off the capabilities whose database or server is, and leaves out these databases: nothing else uses them. */
export function switchOffUsers(config: Config): Config {
  const databases = Object.entries(config.databases).filter(([, { switched_off: off }]) => off === undefined);
  return {
    ...config,
    databases: Object.fromEntries(databases),
    capabilities: config.capabilities.map((capability) => {
      const why = capability.switched_off === undefined ? whyOff(capability, config) : undefined;
      return why === undefined ? capability : switchOff(capability, why);
    }),
  };
}

function whyOff({ driver, fallbacks = [] }: Capability, config: Config): SwitchedOff | undefined {
  const reasons = [driver, ...fallbacks].map((binding) => placeOf(binding, config)?.switched_off);
  return reasons.find((reason) => reason !== undefined);
}

function placeOf({ driver_id: driverId, options = {} }: DriverBinding, { databases, mcp_servers: servers }: Config) {
  switch (driverId) {
    case 'sql':
      return ownMember(databases, options['database']);
    case 'mcp':
      return ownMember(servers, options['server']);
    default:
      return undefined;
  }
}

function ownMember<Value>(members: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(members, name) ? members[name] : undefined;
}
