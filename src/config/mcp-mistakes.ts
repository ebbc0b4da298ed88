import type { DriverBinding } from '../contract/capability.js';
import { nearestName } from '../contract/did-you-mean.js';
import type { Config } from './config.js';
import type { LocatedMistake } from './mistakes.js';
import { located } from './schema-mistakes.js';

/** Capabilities whose MCP server is not in the config; not those that are off. */
export function mcpMistakes({ capabilities, mcp_servers: servers }: Config): readonly LocatedMistake[] {
  return capabilities.flatMap(({ driver, fallbacks = [], switched_off: off }, index) =>
    (off === undefined ? [driver, ...fallbacks] : []).flatMap((binding, place) => {
      const steps = ['capabilities', index, ...(place === 0 ? ['driver'] : ['fallbacks', place - 1]), 'options'];
      return binding.driver_id === 'mcp' ? serverMistakes(binding, servers, steps) : [];
    }),
  );
}

function serverMistakes(
  { options = {} }: DriverBinding,
  servers: Config['mcp_servers'],
  steps: readonly PropertyKey[],
): readonly LocatedMistake[] {
  const name = String(options['server']);
  if (Object.hasOwn(servers, name)) {
    return [];
  }
  const near = nearestName(name, Object.keys(servers));
  const hint = near === undefined ? `add mcp_servers.${name}` : `did you mean ${near}?`;
  return [located([...steps, 'server'], 'is not among the mcp_servers of the config', hint)];
}
