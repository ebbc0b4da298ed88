import { nearestName } from '../contract/did-you-mean.js';
import type { Config } from './config.js';
import type { LocatedMistake } from './mistakes.js';
import { located } from './schema-mistakes.js';
import { bindingsOf } from './used-bindings.js';

/** Capabilities whose MCP server is not in the config. */
export function mcpMistakes(config: Config): readonly LocatedMistake[] {
  const servers = Object.keys(config.mcp_servers);
  return bindingsOf(config, 'mcp').flatMap(({ binding: { options = {} }, steps }) => {
    const name = String(options['server']);
    if (servers.includes(name)) {
      return [];
    }
    const near = nearestName(name, servers);
    const hint = near === undefined ? `add mcp_servers.${name}` : `did you mean ${near}?`;
    return [located([...steps, 'server'], 'is not among the mcp_servers of the config', hint)];
  });
}
