import { isDeepStrictEqual } from 'node:util';
import { parseHostText } from '../../config/mcp-import/parse-host-text.js';
import { tableAt } from '../../config/mcp-import/server-tables.js';
import { isRecord } from '../../config/trees.js';
import { isOwnEntry, OWN_SERVER } from '../own-entry.js';
import { refusal } from '../text/refusal.js';
import { type TomlPart, tomlParts } from '../text/toml-tables.js';
import { gatewayEntry, type Members, SERVERS_MEMBER } from './gateway-entry.js';
import type { GatewayWish } from './json-gateway.js';
import type { Part, PutPart, TextsOfFile } from './part.js';
import { divideServers } from './stays-behind.js';

const MEMBER = SERVERS_MEMBER.codex;
const PLACE = [MEMBER];
const COMMENT = '# the servers of this file stand behind akernel; `akernel uninstall codex` puts them back';

/** The gateway in the TOML file of Codex: tables are cut out and put in as they are written. */
export function tomlGateway(wish: GatewayWish): Part {
  return {
    put: async (text = '') => {
      const { text: changed, ...others } = await put(bare(text), wish);
      return { text: markOf(text) + changed, ...others };
    },
    take: async ({ original, installed, current }) => {
      const texts = { original: original === undefined ? undefined : bare(original), installed: bare(installed) };
      const text = await take({ ...texts, current: bare(current) });
      return text === undefined ? undefined : markOf(current) + text;
    },
    isIn: async (text) => isOwnEntry(tableAt(await parse(text), PLACE)[OWN_SERVER]),
  };
}

async function put(text: string, { host, own, copy }: GatewayWish): Promise<PutPart> {
  const tree = await parse(text);
  const { [OWN_SERVER]: ours, ...servers } = tableAt(tree, PLACE);
  if (ours !== undefined && !isOwnEntry(ours)) {
    throw refusal(`has a server ${OWN_SERVER} that is not ours`);
  }
  const { moved, kept, notes } = divideServers(servers);
  const names = Object.keys(moved);
  if (ours !== undefined) {
    const variables = isRecord(ours) && Array.isArray(ours['env_vars']) ? ours['env_vars'].map(String) : [];
    const entry = gatewayEntry(host, { own, from: copy, variables });
    const isThere = isSame(ours, entry);
    const changed = isThere ? text : await replaced(text, [OWN_SERVER], { entry, tree });
    return { text: changed, isThere: isThere && names.length === 0, notes: [] };
  }
  const entry = gatewayEntry(host, { own, from: copy, variables: variablesOf(moved) });
  const expected = { ...tree, [MEMBER]: { ...kept, [OWN_SERVER]: entry } };
  return { text: await replaced(text, names, { entry, tree: expected }), isThere: false, notes };
}

/** The text with our table where the first of these stood, and without them. */
async function replaced(
  text: string,
  names: readonly string[],
  { entry, tree }: { readonly entry: Members; readonly tree: Members },
): Promise<string> {
  const block = { head: [MEMBER, OWN_SERVER], text: tableText(entry, lineEnd(text)) };
  const changed = swapped(tomlParts(text), new Set(names), [block]);
  const expected = { ...tree, [MEMBER]: { ...tableAt(tree, PLACE), [OWN_SERVER]: entry } };
  await verify(changed, expected);
  return changed;
}

async function take({ original, installed, current }: TextsOfFile): Promise<string | undefined> {
  const [before, placed, tree] = await Promise.all([original ?? '', installed, current].map(parse));
  const [first, then, now] = [before, placed, tree].map((each) => tableAt(each, PLACE));
  const missing = Object.keys(first ?? {}).filter((name) => then?.[name] === undefined && now?.[name] === undefined);
  const back = tomlParts(original ?? '').filter((part) => isOf(part, new Set(missing)));
  const text = swapped(tomlParts(current), new Set([OWN_SERVER]), back);
  const { [OWN_SERVER]: _, ...others } = now ?? {};
  const servers = { ...others, ...Object.fromEntries(missing.map((name) => [name, first?.[name]])) };
  const { [MEMBER]: __, ...rest } = tree ?? {};
  await verify(text, Object.keys(servers).length === 0 ? rest : { ...rest, [MEMBER]: servers });
  return original === undefined && text.trim() === '' ? undefined : text;
}

/** Parts of other servers are put where the first of the named ones stood, or at the end. */
function swapped(parts: readonly TomlPart[], names: ReadonlySet<string>, others: readonly TomlPart[]): string {
  const at = parts.findIndex((part) => isOf(part, names));
  const place = at === -1 ? parts.length : at;
  const kept = (part: TomlPart) => !isOf(part, names);
  const [above, below] = [parts.slice(0, place).filter(kept), parts.slice(place).filter(kept)];
  const eol = lineEnd(parts.map(({ text }) => text).join(''));
  const pieces = [above, others, below]
    .map((list) => list.map(({ text }) => text).join(''))
    .filter((each) => each !== '');
  return pieces.map((piece, index) => (index < pieces.length - 1 ? ended(piece, eol) : piece)).join('');
}

function ended(text: string, eol: string): string {
  return text.endsWith('\n') ? text : text + eol;
}

function isOf({ head: [member, name = ''] }: TomlPart, names: ReadonlySet<string>): boolean {
  return member === MEMBER && names.has(name);
}

/** What Codex hands on to these servers, it has to hand on to the gateway. */
function variablesOf(servers: Members): readonly string[] {
  const all = Object.values(servers)
    .filter(isRecord)
    .flatMap(({ env_vars: list, bearer_token_env_var: bearer, env_http_headers: headers }) => [
      ...(Array.isArray(list) ? list : []),
      bearer,
      ...(isRecord(headers) ? Object.values(headers) : []),
    ]);
  return [...new Set(all.filter((name) => typeof name === 'string'))];
}

function tableText({ env, ...members }: Members, eol: string): string {
  const lines = [
    COMMENT,
    `[${MEMBER}.${OWN_SERVER}]`,
    ...Object.entries(members).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ...(isRecord(env)
      ? [
          `[${MEMBER}.${OWN_SERVER}.env]`,
          ...Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
        ]
      : []),
  ];
  return `${lines.join(eol)}${eol}${eol}`;
}

async function parse(text: string): Promise<Members> {
  try {
    const tree = await parseHostText(text);
    if (isRecord(tree)) {
      return tree;
    }
  } catch (cause) {
    const place = /\(line \d+\)$/.exec(cause instanceof Error ? cause.message : '')?.[0] ?? '';
    throw refusal(`is not valid TOML${place === '' ? '' : ` ${place}`}`);
  }
  throw refusal('is not valid TOML');
}

async function verify(text: string, expected: unknown): Promise<void> {
  if (!isSame(await parse(text).catch(() => undefined), expected)) {
    throw refusal('is written in a way that cannot be changed safely');
  }
}

/** Trees that are too deep to be compared are not the same. */
function isSame(one: unknown, other: unknown): boolean {
  try {
    return isDeepStrictEqual(plain(one), plain(other));
  } catch {
    return false;
  }
}

/** The library makes tables without a prototype, and dates of its own. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(plain);
  }
  if (value instanceof Date) {
    return value.toISOString();
  }
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)])) : value;
}

function markOf(text: string): string {
  return text.startsWith('\ufeff') ? '\ufeff' : '';
}

function bare(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function lineEnd(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}
