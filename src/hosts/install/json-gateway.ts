import { isDeepStrictEqual } from 'node:util';
import { type ServerTable, serverTables, tableAt } from '../../config/mcp-import/server-tables.js';
import type { HostId } from '../../contract/host.js';
import { isOwnEntry, OWN_SERVER } from '../own-entry.js';
import { jsonTextAt, parseJsonText, putJsonText, setInJson } from '../text/json-text.js';
import { refusal } from '../text/refusal.js';
import { gatewayEntry, type Members, type OwnProgram, SERVERS_MEMBER } from './gateway-entry.js';
import type { Part, PutPart, TextsOfFile } from './part.js';
import { divideServers } from './stays-behind.js';

export interface GatewayWish {
  readonly host: HostId;
  readonly own: OwnProgram;
  /** Where the copy of the file will be. */
  readonly copy: string;
}

/** The gateway in a JSON file, in the place of the host's own servers. */
export function jsonGateway(wish: GatewayWish): Part {
  const member = SERVERS_MEMBER[wish.host];
  return {
    put: (text = '') => put(text, { ...wish, member }),
    take: (texts) => take(texts, member),
    isIn: async (text) => isOwnEntry(tableAt(await parseJsonText(text), [member])[OWN_SERVER]),
  };
}

interface Putting extends GatewayWish {
  readonly member: string;
}

async function put(text: string, { host, own, copy, member }: Putting): Promise<PutPart> {
  const tree = await parseJsonText(text);
  const before = tableAt(tree, [member]);
  const { [OWN_SERVER]: ours, ...servers } = before;
  if (ours !== undefined && !isOwnEntry(ours)) {
    throw refusal(`has a server ${OWN_SERVER} that is not ours`);
  }
  const projects = projectTables(tree, host);
  const tables = projects.map(({ path }) => ({ path, ...divideServers(tableAt(tree, path)) }));
  const main = divideServers(servers);
  const movable = [main, ...tables].flatMap(({ moved }) => Object.keys(moved));
  const entry = gatewayEntry(host, { own, from: copy, variables: [] });
  if (ours !== undefined) {
    const isSame = isDeepStrictEqual(ours, entry);
    const changed = isSame ? text : await setInJson(text, [member, OWN_SERVER], entry);
    return { text: changed, isThere: isSame && movable.length === 0, notes: [] };
  }
  let changed = await setInJson(text, [member], { ...main.kept, [OWN_SERVER]: entry });
  for (const { path, kept } of tables.filter(({ moved }) => Object.keys(moved).length > 0)) {
    changed = await setInJson(changed, path, kept);
  }
  return { text: changed, isThere: false, notes: [...main.notes, ...tables.flatMap(({ notes }) => notes)] };
}

async function take({ original, installed, current }: TextsOfFile, member: string): Promise<string | undefined> {
  const before = await parseJsonText(original ?? '');
  const placed = await parseJsonText(installed);
  let text = current;
  for (const path of [[member], ...projectTables(before, 'claude-code').map((table) => table.path)]) {
    if (!isDeepStrictEqual(tableAt(before, path), tableAt(placed, path))) {
      text = await putTableBack({ original: original ?? '', installed, current: text }, path);
    }
  }
  const left = await parseJsonText(text);
  return original === undefined && Object.keys(left).length === 0 ? undefined : text;
}

/** As it was written where nobody has touched the table since, else server by server. */
async function putTableBack({ original, installed, current }: TextsOfFile, path: readonly string[]): Promise<string> {
  const written = original === undefined ? undefined : await jsonTextAt(original, path);
  const now = await jsonTextAt(current, path);
  if (now !== undefined && now === (await jsonTextAt(installed, path))) {
    return written === undefined ? setInJson(current, path, undefined) : putJsonText(current, path, written);
  }
  const before = tableAt(await parseJsonText(original ?? ''), path);
  const here = tableAt(await parseJsonText(current), path);
  const own = Object.entries(here).filter(([, entry]) => !isOwnEntry(entry));
  const moved = Object.entries(before).filter(([name, entry]) => !Object.hasOwn(here, name) && isMoved(entry));
  if (moved.length === 0 && now === undefined) {
    return current;
  }
  if (written !== undefined && now !== undefined) {
    return putTableAround(await putJsonText(current, path, written), {
      path,
      before,
      left: new Map([...moved, ...own]),
    });
  }
  const table: Members = Object.fromEntries([...moved, ...own]);
  const isEmpty = Object.keys(table).length === 0 && written === undefined;
  return setInJson(current, path, isEmpty ? undefined : table);
}

interface Around {
  readonly path: readonly string[];
  readonly before: Members;
  readonly left: ReadonlyMap<string, unknown>;
}

/** The table as it was written, with what was changed since: the comments in it stay. */
async function putTableAround(text: string, { path, before, left }: Around): Promise<string> {
  let changed = text;
  for (const name of new Set([...Object.keys(before), ...left.keys()])) {
    const isAsItWas = Object.hasOwn(before, name) && isDeepStrictEqual(before[name], left.get(name));
    changed = isAsItWas ? changed : await setInJson(changed, [...path, name], left.get(name));
  }
  return changed;
}

/** A server that stayed and is gone was removed by somebody. */
function isMoved(entry: unknown): boolean {
  return Object.keys(divideServers({ entry }).moved).length > 0;
}

function projectTables(tree: unknown, host: HostId): readonly ServerTable[] {
  return host === 'claude-code' ? serverTables(tree).filter(({ project }) => project !== undefined) : [];
}
