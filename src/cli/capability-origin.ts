import type { LoadedConfig, Origin } from '../config/config.js';

/** Where a capability was registered. */
export interface CapabilityOrigin {
  readonly source: 'built-in' | 'config' | 'server';
  /** The config file, or the name of the server. */
  readonly name?: string;
}

/** From a config file, from a server that a config names, or with the program. */
export function capabilityOrigin(id: string, { config, origins }: LoadedConfig): CapabilityOrigin {
  if (config.capabilities.some(({ capability_id }) => capability_id === id)) {
    return { source: 'config', ...named(origins['capabilities']) };
  }
  const server = Object.keys(config.mcp_servers).find((name) => id.startsWith(`${name}.`));
  return server === undefined ? { source: 'built-in' } : { source: 'server', name: server };
}

function named(origin: Origin | undefined): Pick<CapabilityOrigin, 'name'> {
  return origin?.name === undefined ? {} : { name: origin.name };
}
