import { createHash } from 'node:crypto';

/**
 * The longest name of a tool, and the shortest to which its part that names a server is cut. Hosts put words of their own
 * before a name and drop what is longer than 60 characters (Cursor), 63 (Gemini) or 64 (VS Code) in all.
 */
const LONGEST = 32;
const SHORTEST_SERVER = 4;
const TAIL = 6;

/**
 * The name of each capability for a host, `github.list_issues` as `github__list_issues`: small letters, digits and
 * underscores. Names that are too long, or would be the same one, end in a tail of their own id. The names are the same
 * whatever the order of the ids is.
 */
export function publicNames(capabilityIds: readonly string[]): ReadonlyMap<string, string> {
  const plain = capabilityIds.map((id) => [id, plainName(id)] as const);
  const uses = new Map<string, number>();
  for (const [, name] of plain) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const names = plain.map(
    ([id, name]) => [id, name.length > LONGEST || uses.get(name) !== 1 ? withTail(id, name) : name] as const,
  );
  return new Map(names);
}

function plainName(id: string): string {
  const dot = id.indexOf('.');
  const server = words(id.slice(0, dot));
  const tool = words(id.slice(dot + 1));
  const room = LONGEST - '__'.length - tool.length;
  return `${server.slice(0, Math.max(SHORTEST_SERVER, room))}__${tool}`;
}

function words(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_]/g, '_');
}

function withTail(id: string, name: string): string {
  const tail = createHash('sha256').update(id).digest('hex').slice(0, TAIL);
  return `${name.slice(0, LONGEST - TAIL - 1)}_${tail}`;
}
