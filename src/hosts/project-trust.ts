import { join } from 'node:path';
import { parseHostText } from '../config/mcp-import/parse-host-text.js';
import { tableAt } from '../config/mcp-import/server-tables.js';
import type { HostId } from '../contract/host.js';
import { filesOf, type HostPlace } from './host-files.js';
import { readHostFile } from './install/read-host-file.js';

/** Whether a host would start a server of a project's file without asking; undefined where its files do not say. */
export async function projectTrust(host: HostId, place: HostPlace): Promise<((server: string) => boolean) | undefined> {
  switch (host) {
    case 'claude-code':
      return claudeTrust(place);
    case 'codex': {
      const config = await treeOf(filesOf(host, place).user.mcp);
      const isTrusted = tableAt(config, ['projects', place.cwd])['trust_level'] === 'trusted';
      return () => isTrusted;
    }
    default:
      return undefined;
  }
}

/** A project may hold settings that approve its own servers: they count only where a person has trusted its folder. */
async function claudeTrust(place: HostPlace): Promise<(server: string) => boolean> {
  const { user, project } = filesOf('claude-code', place);
  const folder = join(place.cwd, '.claude');
  const state = await treeOf(user.mcp);
  const known = tableAt(state, ['projects', place.cwd]);
  const paths = [user.hooks, project.hooks, join(folder, 'settings.json')];
  const settings = [known, ...(await Promise.all(paths.map(treeOf))).map((tree) => tableAt(tree, []))];
  const named = (member: string): ReadonlySet<unknown> =>
    new Set(settings.flatMap((each) => (Array.isArray(each[member]) ? each[member] : [])));
  const [enabled, disabled] = [named('enabledMcpjsonServers'), named('disabledMcpjsonServers')];
  const areAll = settings.some((each) => each['enableAllProjectMcpServers'] === true);
  const isTrusted = known['hasTrustDialogAccepted'] === true;
  return (server) => isTrusted && !disabled.has(server) && (areAll || enabled.has(server));
}

/** A file that is not there or cannot be read says nothing. */
async function treeOf(path: string | undefined): Promise<unknown> {
  try {
    const { text = '' } = await readHostFile(path ?? '');
    return await parseHostText(text);
  } catch {
    return undefined;
  }
}
