import { nearestName } from '../contract/did-you-mean.js';
import type { Config } from './config.js';
import type { LocatedMistake } from './mistakes.js';
import { located } from './schema-mistakes.js';
import { bindingsOf } from './used-bindings.js';

/** Gives the ids of the capabilities that come with the program; the config itself does not know them. */
export type BuiltInIds = () => Promise<readonly string[]>;

/** Tools of runners that no capability has the id of. What an MCP server will list is not known yet. */
export async function toolMistakes(config: Config, builtInIds: BuiltInIds): Promise<readonly LocatedMistake[]> {
  const named = bindingsOf(config, 'process').flatMap(({ binding: { options = {} }, steps }) =>
    listOf(options['tools']).map((id, index) => ({ id: String(id), steps: [...steps, 'tools', index] })),
  );
  if (named.length === 0) {
    return [];
  }
  const known = [...(await builtInIds()), ...config.capabilities.map(({ capability_id: id }) => id)];
  const servers = Object.keys(config.mcp_servers);
  const unknown = named.filter(({ id }) => !known.includes(id) && !servers.some((name) => id.startsWith(`${name}.`)));
  return unknown.map(({ id, steps }) => {
    const near = nearestName(id, known);
    const hint = near === undefined ? 'akernel capabilities list shows them' : `did you mean ${near}?`;
    return located(steps, 'is not a capability', hint);
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
